"""The page of a pair on its phone."""
