"""Late changes: what to do when the number of pairs changes before round 1."""
