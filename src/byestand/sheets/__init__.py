"""Printed sheets: text as plain data first, then pages."""
