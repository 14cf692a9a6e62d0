"""Verification of movements. It shares no code with the makers, so that it does not repeat their errors.

The judge never raises and never prints: findings are data, and all of them are reported.
"""

from byestand.verify.judge import exchange_movement, judge
from byestand.verify.people import is_fair_share

__all__ = ["exchange_movement", "is_fair_share", "judge"]
