"""Checks all data that ships with the program, and makes again what is quickly made: ``make data``.

A line that its command makes otherwise today is a fault: names rest on these lines, and have one schedule for ever.
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
    """Check everything; the number of faults is the exit code, 1 at most."""
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
