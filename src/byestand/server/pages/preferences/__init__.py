"""How sheets are printed, and the theme of the pages."""
