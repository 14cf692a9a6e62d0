"""The API for scripts and club sites: its addresses, what they answer with, and its description."""
