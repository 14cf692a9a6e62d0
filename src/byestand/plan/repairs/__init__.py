"""A night that went wrong: from what a director has seen to every way to go on that nothing else beats.

`mishaps` makes of the plan what was really played, `options` collects, judges and orders the ways to go on.
"""
