"""All sentences about movements, boards and moves, used by pages, sheets and commands."""
