"""What things are called, alone: numbers, seats, people, days, titles. Sentences are in `sentences`."""
