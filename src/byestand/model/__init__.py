"""VALUES: what a movement and an evening *are*; nothing here makes, judges, finds or draws one.

This package exports nothing: its plain modules (setup, event, line …) can be imported without numpy, which the modules
about grids (movement, session …) need.
"""
