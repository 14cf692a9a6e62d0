"""Check a file: uploaded movements are read, checked, shown and converted."""
