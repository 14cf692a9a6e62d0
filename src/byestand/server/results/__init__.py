"""The results of a night: typed line by line or dropped as a file, and the ranking as it stands."""
