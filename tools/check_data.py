"""Check all data files of the program, and rebuild the lines that are built quickly: ``make data``.

A line that its command would build differently today is a fault: every movement code depends on such a line and must
always have the same schedule.
"""

import sys

import database_templates
import howell_forms
import howell_holes
import rainbow_cards
import rainbow_jumps
import rover_routes
import seatings
import spare_players
import three_sessions
from data_files import PACKAGE, check, say

FILES = (
    *rainbow_jumps.FILES,
    rainbow_cards.FILE,
    spare_players.FILE,
    rover_routes.FILE,
    seatings.FILE,
    three_sessions.FILE,
    *howell_forms.FILES,
    howell_holes.FILE,
)


def main() -> int:
    """Check everything; return 1 if there are faults."""
    faults = 0
    for file in FILES:
        report = check(file)
        say(report.words)
        faults += len(report.faults)
    for path in database_templates.FILES:
        wrong = list(database_templates.faults(path))
        say("\n".join([f"{path.relative_to(PACKAGE).as_posix()}: given, checked", *(f"  {fault}" for fault in wrong)]))
        faults += len(wrong)
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
