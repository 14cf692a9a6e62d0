"""A movement by its code or as a section of a night; its rovers, and the library."""
