"""A movement, by its name or as a section of a night; its rovers, its files, and the library."""
