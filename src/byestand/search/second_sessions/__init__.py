"""Second and third sessions: who sits where, so that as few as possible meet again.

To be read in this order: `problem` (one session to be seated, in bit masks), `event` (all sessions, as problems),
`goals` (what comes first, and what a run of annealing stresses for it), `bounds` (how good it can be), `halves`,
`packing` and `refute` (proofs), `openings`, `anneal` and `together` (ways to better seatings), `two_sessions` and
`three_sessions` (the questions people ask), `known` (what ships).
"""
