"""Whose turn it is: turns of addresses and devices, and the seconds of work that each has had."""
