"""Typing a code."""
