"""Paper and files of a movement or a night."""
