"""From what was decided about a session to a session with judged movements."""
