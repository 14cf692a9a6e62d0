"""Hypothesis without deadlines: a noisy machine is no fault of the program, and tests assert no times."""

from hypothesis import settings

settings.register_profile("byestand", deadline=None)
settings.load_profile("byestand")
