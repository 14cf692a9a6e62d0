"""Second and third sessions: new seats in which few pairs meet the same opponents again.

A request (`seating_requests`) says which sessions come after the first, who stays where, and what counts most. The
planner (`seating_planner`) takes the rules that a director can announce (`rules`), the stored seatings and those that
the search finds in the time given (`search`: annealing, then an exhaustive proof), and gives one seating for every goal
(`seating_options`).

`multi_session` judges and counts every seating on its own, from the schedules alone: it imports neither the search nor
the rules. Bounds without a search and the exhaustive proof say how much better a seating could be, or that none is.
`seating_text`, `seating_lists`, `seating_sheets` and `seating_data` say it on pages, on paper and as data.
"""
