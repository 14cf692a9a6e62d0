"""What things are called: numbers, seats, people, days, titles. Sentences are in `sentences`."""
