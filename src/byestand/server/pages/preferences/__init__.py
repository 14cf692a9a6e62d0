"""Print settings, and the theme of the pages."""
