"""The screen on the wall."""
