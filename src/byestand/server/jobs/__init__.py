"""Jobs for worker processes, their typed results, and the cache of results."""
