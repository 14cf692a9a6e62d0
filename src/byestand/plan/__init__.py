"""The room tonight: every sound way to run it, measured, ranked and explained."""
