"""Sentences about movements, boards, moves and results that several outputs say: sheets, pages, files, announcements.

What one sheet, one page or the planner says is in its package. `flow` has the facts as data. `text_layout` breaks lines
and sets dashes.
"""
