"""Jobs: work that the server hands to worker processes, their typed results, and the cache of results."""
