"""Requests and responses: queries, forms, addresses, templates, and the frame around every page."""
