"""Repairs: how a night goes on that did not go as planned."""
