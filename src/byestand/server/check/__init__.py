"""Files that people bring: taken, judged, shown, and given back in another format."""
