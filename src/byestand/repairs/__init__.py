"""Repairs after a mistake in play: every option for the rest of the session that no other one beats.

A director reports what happened (`mishap_syntax`, `move_syntax`); `reconstruction` and `wrong_moves` derive what was
played from the plan and the report: an `ActualPlay`, the starting point of everything below. `remaining_play` adjusts
claims and layout of the plan to the rounds that remain.

`repair_options` runs the searches (`search`) for part of the time each: other boards at few or at all tables, uniform
moves of all pairs, late pairs in free seats, as rovers or in a larger plan. `cost` counts what each option costs, from
the schedule alone: it imports no search. Lower bounds prove, where they can, that no option loses less.

`repair_plan` is what pages and commands call. `problem_text`, `option_text` and `ruling_text` say it. What sheets and
announcements say after a repair is in `sentences`, because they read it from the movement.
"""
