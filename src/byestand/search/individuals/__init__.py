"""Individuals: Rainbow Webs, which no formula gives, and the seats that spare players take."""
