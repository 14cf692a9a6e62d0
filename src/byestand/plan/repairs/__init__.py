"""Repairs after a mistake in play: from the problems reported to every option that no other one beats.

`mishaps` rebuilds what was played, `options` finds, judges and orders the repair options.
"""
