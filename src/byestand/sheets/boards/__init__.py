"""Sheets for boards: layout before round 1, caddy sheet, sharing, stand cards, dealing."""
