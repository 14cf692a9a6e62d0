"""What several pages share about saved sessions: finding one for a request, its snapshot and problems, and new ones."""
