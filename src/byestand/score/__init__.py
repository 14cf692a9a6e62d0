"""Scoring: from the results of the tables to the ranking. Fractions are exact, and rounded only for display."""
