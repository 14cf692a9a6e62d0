"""Seating a second session."""
