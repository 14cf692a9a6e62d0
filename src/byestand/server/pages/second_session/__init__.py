"""Seats of a second session."""
