"""Rules for the second session that a director can announce."""
