"""One module a command, named after it, each with a click command called ``command``."""
