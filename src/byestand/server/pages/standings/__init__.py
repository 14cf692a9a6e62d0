"""The ranking, the boards and the results of each pair."""
