"""Searches for the rest of a session after a problem.

Read in this order: `repair_problem` (the remaining rounds as lists and bits, and the Pareto front), `lower_bounds`;
then the searches for better boards: `fixed_tables`, `exact_cover`, `tabu`, and `strategy`, which decides the order.
`uniform_moves` has moves of all pairs, with `move_rings`, `transversals` and `board_assignment`; `seat_matching`,
`rover_repairs` and `enlarged_plan` have repairs for pairs that come late or leave.
"""
