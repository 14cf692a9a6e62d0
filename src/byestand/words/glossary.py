"""The words of the trade, in one table: told where a pointer rests on them, and all on the help page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means in a line, and what else there is to say."""

    word: str
    short: str
    more: str = ""


GLOSSARY = {
    "apples": Term(
        "apples and oranges",
        "Comparisons between pairs of which only one has played the board.",
        "In a Mitchell cut short each pair misses other boards, and results made on different boards are compared all"
        " the same. In a Web that everybody plays through there are none.",
    ),
    "arrow": Term(
        "arrow switch",
        "A round in which NS and EW exchange their seats, so that there can be one winner.",
        "The best rounds for it are computed; one in eight or so is about right.",
    ),
    "balance": Term(
        "balance",
        "How evenly everybody competes with everybody, in per cent; 100 is perfect.",
        "J. R. Manning's Qf. With two winners it is taken within each line, with one winner over the whole field.",
    ),
    "bye": Term(
        "bye stand",
        "A stand where boards wait for a round or more.",
        "It belongs to the table beside it: that table takes from the front, and what comes goes to the back.",
    ),
    "case": Term(
        "set of boards",
        "A copy of all boards. With two sets, A and B, every board is there twice.",
        "Each subsection of a Web plays out of one of its own. Options of the command line call it a case.",
    ),
    "factored": Term(
        "factored boards",
        "Boards played fewer times than the others: their matchpoints are scaled to the same top.",
    ),
    "group": Term(
        "deal group",
        "The boards that are played in one round at one table: 1-2, 3-4 and so on.",
    ),
    "half": Term(
        "half table",
        "With an odd number of pairs one has no opponents: whoever meets the missing pair sits out.",
    ),
    "howell": Term(
        "Howell",
        "One field: pairs follow one another from seat to seat, now NS and now EW, and some stay.",
        "Nobody meets anybody twice, everybody plays the same boards, and all are ranked together.",
    ),
    "mitchell": Term(
        "Mitchell",
        "NS stay, EW go up a table, boards go down a table.",
        "As many boards are in play as there are tables, so with many tables nobody plays them all.",
    ),
    "party": Term(
        "party table",
        "An extra table: if the rover has your seat, you play that round there.",
        "Its host stays there; the boards are brought.",
    ),
    "playback": Term("playback", "Two pairs meet again in the second session."),
    "relay": Term("relay", "Two tables share the same boards all night."),
    "rover": Term(
        "rover",
        "An extra pair that takes the seat of another one in each round.",
        "Every rover here has been checked: it meets nobody twice and no board twice.",
    ),
    "sharing": Term("sharing", "Two tables play the same boards at the same time, and pass them to each other."),
    "sitout": Term("sit-out", "A round that a pair does not play."),
    "skip": Term(
        "skip",
        "After that round EW go up two tables, not one. Announce it.",
    ),
    "stationary": Term(
        "stationary pairs", "Pairs that keep their seats all night: for those who should not have to walk."
    ),
    "switch": Term("one winner", "All pairs in one ranking, not NS and EW each in their own."),
    "web": Term(
        "Web",
        "A movement in which any number of tables plays the same boards.",
        "The room is split into subsections, each with a set of its own: in some the boards are put out going up, in"
        " others going down. People move as in a Mitchell.",
    ),
}
