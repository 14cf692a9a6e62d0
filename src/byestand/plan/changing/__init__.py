"""What to do when somebody comes or goes before round 1."""
