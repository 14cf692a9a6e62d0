"""Sessions as earlier versions stored them, converted to the current version; nothing else knows the old formats.

The data are not trusted: what does not fit stays unchanged, and the codec rejects it with its path. `documents` reads
session files without a log (version 1 to 6), `logs` the events of a log one by one, because `Undone` points at their
revisions.
"""
