"""What several pages share about a night: its evening, its results, its mishaps, and storing new ones."""
