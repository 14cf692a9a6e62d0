"""Somebody walked in or left before the first round."""
