"""Seatings of second and third sessions with as few repeat opponents as possible.

Read in this order: `seating_problem` (one session to seat, in bit masks, and all sessions as such problems),
`starting_seats` and `annealing` (the search for better seatings), `goals` (the order of figures, and the weights of
annealing runs), `seating_bounds` and `proof` (how good a seating can be), `seating_search` (the public search),
`known_seatings` (stored seatings).
"""
