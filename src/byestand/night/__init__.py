"""RUN: the log of a night, folded into where we are. Pure: no server, no clock of its own, no disk."""
