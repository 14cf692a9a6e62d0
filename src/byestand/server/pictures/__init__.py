"""Pictures of a movement as plain data: where everything stands in every round, and figures as shapes to draw."""
