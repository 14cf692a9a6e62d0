"""Late changes: pairs that arrive or leave before round 1."""
