"""A pair's phone page."""
