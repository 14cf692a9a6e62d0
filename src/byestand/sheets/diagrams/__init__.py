"""The floor plan: tables in rows, bye stands next to them, arrows for pairs and boards."""
