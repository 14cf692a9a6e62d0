"""JUDGE: whether a movement is sound. Shares no code with the makers, so as not to inherit their mistakes.

The judge never raises and never prints: findings are data, and all of them are reported.
"""

from byestand.verify.judge import judge
from byestand.verify.people import is_fair_share

__all__ = ["is_fair_share", "judge"]
