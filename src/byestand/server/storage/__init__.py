"""Stored nights: the two databases, rows and events, quotas, and notifications between processes."""
