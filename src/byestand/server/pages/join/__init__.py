"""Access codes: shown, typed and replaced."""
