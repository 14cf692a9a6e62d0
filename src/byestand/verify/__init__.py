"""JUDGE: whether a movement is sound. Shares no code with the makers, so as not to inherit their mistakes.

The judge never raises and never prints: findings are data, and all of them are reported.
"""

from byestand.verify.evidence import Evidence, gather
from byestand.verify.finding import Finding, is_sound
from byestand.verify.judge import RULES, judge
from byestand.verify.people import is_fair_share

__all__ = ["RULES", "Evidence", "Finding", "gather", "is_fair_share", "is_sound", "judge"]
