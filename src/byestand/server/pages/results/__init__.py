"""Entering and importing results."""
