"""Boards on paper: where every group lies, what goes where before round 1, what the caddy carries, what to deal."""
