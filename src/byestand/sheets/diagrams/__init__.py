"""The room as it stands: tables in rows, stands beside them, arrows for pairs and boards."""
