"""How people and boards travel between rounds, as data."""
