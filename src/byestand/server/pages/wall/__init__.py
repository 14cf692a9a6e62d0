"""The display."""
