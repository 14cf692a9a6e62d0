"""Who is here: how many pairs there are, and the movements for them."""
