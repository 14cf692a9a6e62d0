"""Second and third sessions: who sits where, so that as few as possible meet again.

To be read in this order: `problem` (one session to be seated, in bit masks), `event` (all sessions, as problems),
`goals` (what comes first, what a run of annealing stresses for it, and how good it can be), `halves` and `refute`
(proofs), `openings` and `anneal` (ways to better seatings), `two_sessions` and `three_sessions` (the questions people
ask), `known` (what ships).
"""
