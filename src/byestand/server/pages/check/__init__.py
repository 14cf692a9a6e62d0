"""Files that people bring: read, judged, shown, and converted."""
