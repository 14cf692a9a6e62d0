"""From a stored session setup to a session with judged movements."""
