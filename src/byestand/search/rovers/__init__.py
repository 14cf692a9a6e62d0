"""Rovers: an extra pair that takes a seat at another table each round.

Read in this order: `rover_cells` (what a rover meets at every table, and a route through it), `theorems` (proofs that
there is no rover, without a search), `regular_routes` (routes with few irregular moves), `row_selection` (any route, or
a proof that there is none), `one_way` and `two_way` (the public searches and the stored routes).
"""
