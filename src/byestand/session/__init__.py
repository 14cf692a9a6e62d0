"""What happened in a session, together with its movements; no web, no disk.

`resolve` turns a stored setup into a `Session` of judged movements, and `setups` checks and completes a setup.
`section_results` matches the results of a section with its schedule; `session_results` has the whole session with its
book and standings. `result_syntax` reads a result as it is typed; `entry_sheet` is a slip or a traveller to fill in,
`entry_events` makes its lines an event, `merge_results` compares a file with what is saved, `result_changes` collects
what changes together. `timetable` has every round of every contestant, for displays and phones.
"""
