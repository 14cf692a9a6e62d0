"""WORD: every sentence about movements, boards and moves, below all who say it."""
