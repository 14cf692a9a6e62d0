"""Plan: the number of pairs, and the movements for them."""
