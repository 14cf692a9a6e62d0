"""Second sessions planned: movements as people name them in, seatings for every goal and rules to announce out.

`named` reads what people type, `planner` answers, `options` and `rules` are the ways it compares, each judged and
counted by `byestand.verify.sessions`; `words` tells the answer.
"""
