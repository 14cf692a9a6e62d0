"""Nights as earlier versions stored them, brought to today's shape; nothing else knows the old shapes.

Data are changed as they are, without trusting them: what does not fit stays as it is, and the codec refuses it with its
path. `documents` reads night files without a log (version 1 to 6), `logs` the events of a log one by one, because
`Undone` points at their revisions.
"""
