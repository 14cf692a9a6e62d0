"""Paper to write on, with all that is known before already on it."""
