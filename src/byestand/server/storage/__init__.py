"""Stored sessions: the two databases, rows and events, quotas, and notifications between processes."""
