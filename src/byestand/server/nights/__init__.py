"""Nights: what one is, where they are kept, the names of pairs, the page of one, its forms and addresses."""
