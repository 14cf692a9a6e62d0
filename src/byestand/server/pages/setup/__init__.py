"""The page of a session: its sections, names and notes."""
