"""Sentences about movements, boards and moves that several outputs say: sheets, pages, files, announcements.

What one sheet, one page or the planner says is in its package. `flow` has the facts as data.
"""
