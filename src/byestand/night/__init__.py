"""A session in play: the log of its events and the state that follows from them. Pure: no server, clock or disk."""
