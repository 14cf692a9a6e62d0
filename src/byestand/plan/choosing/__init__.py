"""Chooses a movement: the room, every way to seat it, the figures of each, and the ranking with reasons."""
