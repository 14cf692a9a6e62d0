"""Print and export: sheets and files of a movement or a night."""
