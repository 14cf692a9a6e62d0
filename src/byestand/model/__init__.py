"""Values: movements, sessions, results and their parts. Nothing here builds, judges, searches or draws.

This package exports nothing, so that its plain modules (setup, event, line …) can be imported without numpy, which the
modules with grids (movement, session …) need.
"""
