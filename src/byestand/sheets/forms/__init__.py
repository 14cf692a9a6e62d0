"""Forms to write on, filled in as far as possible."""
