"""Something went wrong: the ways to go on."""
