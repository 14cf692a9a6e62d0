"""Individuals: Rainbow Webs, which no formula gives, and the seats of spare players."""
