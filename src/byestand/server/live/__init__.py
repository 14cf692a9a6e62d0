"""Notifications about a session to all open pages."""
