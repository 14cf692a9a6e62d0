"""Which movement tonight: the room, every way to seat it, what each is like, and the best of them with the reason."""
