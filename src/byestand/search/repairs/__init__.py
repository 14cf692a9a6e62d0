"""How a night that went wrong goes on.

To be read in this order: `problem` (what is left, as lists and bits, and the Pareto front), `lower_bounds`; then the
searches for better boards: `fixed_tables`, `exact_cover`, `tabu`, and `strategy`, which says what is tried when.
`uniform_moves` has what a whole room is called to do, by `move_rings`, `transversals` and `board_assignment`;
`reseating`, `rover_repairs` and `enlarged_plan` have what is done for pairs that come or leave.
"""
