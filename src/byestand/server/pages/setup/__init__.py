"""One night: its sections, players and notes."""
