"""Rovers: an extra pair that takes a seat at another table each round.

To be read in this order: `cells` (what a rover finds at every table, and a route through it), `theorems` (no rover,
without a search), `regular` (routes with few irregular moves), `choosing` (any route, or none at all), `one_way` and
`two_way` (the questions people ask, and what ships).
"""
