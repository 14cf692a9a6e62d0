"""Results in files: read from csv and Bridgemate databases, written for people, sites and other programs."""
