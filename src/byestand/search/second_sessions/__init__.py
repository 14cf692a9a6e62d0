"""Second and third sessions: who sits where, so that as few as possible meet again.

To be read in this order: `problem` (one session to be seated, in bit masks, and all sessions, as such problems),
`openings` and `annealing` (ways to better seatings), `goals` (what comes first, and what a run of annealing stresses
for it), `bounds` and `proof` (how good a seating can be), `sessions` (the question people ask), `known_seatings` (what
ships).
"""
