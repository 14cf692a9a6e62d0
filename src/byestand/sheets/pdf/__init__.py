"""One PDF made from the pieces that Typst writes, with an outline, and compressed."""
