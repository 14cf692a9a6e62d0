"""Plans second sessions: a seating for every goal, and rules to announce.

`planner` finds the seatings. `options` has the seatings that it compares, including rules to announce, each judged and
counted by `byestand.verify.multi_session`. `seating_requests` parses requests, `seating_data` gives the answer as data.
"""
