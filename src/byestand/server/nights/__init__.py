"""What several pages share about a session: its rounds, results and problems, and saving new ones."""
