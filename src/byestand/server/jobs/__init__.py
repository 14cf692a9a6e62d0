"""Worker processes: the lanes of jobs, the typed results, and the cache of results."""
