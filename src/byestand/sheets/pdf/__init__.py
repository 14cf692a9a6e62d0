"""A document out of what Typst sets: its pieces bound, with an outline, and packed."""
