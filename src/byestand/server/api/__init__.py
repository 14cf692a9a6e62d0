"""The API for scripts and club sites: its endpoints, their answers, and its description."""
