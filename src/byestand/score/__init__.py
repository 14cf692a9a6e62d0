"""Scores: from what was written down at the tables to the ranking. Exact fractions inside, rounded only to be shown."""
