"""Second sessions planned: movements as people name them in, seatings for every goal and rules to announce out.

`planner` answers; `options` has the ways it compares, rules to announce among them, each judged and counted by
`byestand.verify.sessions`; `words` reads what people type about pairs, and tells the answer.
"""
