"""Hypothesis without deadlines: a noisy machine is no fault of the program, and tests assert no times."""

import signal

from hypothesis import settings

settings.register_profile("byestand", deadline=None)
settings.load_profile("byestand")

# Whoever starts the tests in the background may have them ignore Ctrl-C, and so would every command they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
