"""The glossary: terms with short explanations, shown as tooltips and on the help page."""

from dataclasses import dataclass

from byestand.language import phrase, say


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its explanations, kept as phrases and translated when they are read."""

    word_phrase: str
    short_phrase: str
    more_phrase: str = ""

    @property
    def word(self) -> str:
        """The term."""
        return say(self.word_phrase)

    @property
    def short(self) -> str:
        """The explanation in one or two sentences."""
        return say(self.short_phrase)

    @property
    def more(self) -> str:
        """Further explanation; "" if there is none."""
        return say(self.more_phrase) if self.more_phrase else ""


GLOSSARY = {
    "apples": Term(
        phrase("unlike comparisons"),
        phrase("Comparisons between two pairs of which only one played the board."),
        phrase(
            "In a shortened Mitchell, pairs miss different boards, so their totals are not fully comparable."
            " A complete Web has none. Also called apples and oranges."
        ),
    ),
    "arrow": Term(
        phrase("arrow switch"),
        phrase("A round in which NS pairs play the EW cards and EW pairs the NS cards. It allows one winner."),
        phrase(
            "Turn the boards a quarter turn, or change seats. Byestand chooses the best rounds: about one"
            " round in eight."
        ),
    ),
    "balance": Term(
        phrase("balance"),
        phrase("How evenly all pairs compete with each other, in percent; 100 is perfect."),
        phrase(
            "J. R. Manning's Qf. With two winners it is measured within each direction, with one winner over all pairs."
        ),
    ),
    "bye": Term(
        phrase("bye stand"),
        phrase("A stand for boards that are out of play for one or more rounds. In England it is called a relay."),
        phrase("The table next to it takes its boards from the front; incoming boards go to the back."),
    ),
    "case": Term(
        phrase("set of boards"),
        phrase("One complete copy of the boards in play. Two sets (A and B) means two copies of every board."),
        phrase("Each subsection of a Web has its own set. The command line calls a set a case."),
    ),
    "factored": Term(
        phrase("factored boards"),
        phrase("Boards played fewer times than others. Their matchpoints are scaled up to the same top."),
    ),
    "group": Term(
        phrase("deal group"),
        phrase("The boards played together in one round: 1-2, 3-4 and so on."),
    ),
    "half": Term(
        phrase("half table"),
        phrase(
            "A table with only one pair, when the number of pairs is odd. The pair due to meet the missing"
            " (phantom) pair sits out."
        ),
    ),
    "howell": Term(
        phrase("Howell"),
        phrase(
            "A one-winner movement. Most pairs move every round, sometimes NS and sometimes EW; a few are stationary."
        ),
        phrase("No pair meets another twice, all play the same boards, and there is one ranking."),
    ),
    "mitchell": Term(
        phrase("Mitchell"),
        phrase("NS are stationary, EW move up one table, boards move down one table."),
        phrase("Each table has its own boards, so with many tables no pair plays all of them."),
    ),
    "party": Term(
        phrase("party table"),
        phrase("An extra table for pairs displaced by the rover."),
        phrase("The host pair is stationary there; boards are brought to it."),
    ),
    "playback": Term(
        phrase("repeat opponents"),
        phrase("Two pairs that meet twice, for example in both sessions (also called a playback)."),
    ),
    "relay": Term(
        phrase("relay"),
        phrase("In America: two tables that share boards. In England: the bye stand."),
        phrase("Byestand says share and bye stand."),
    ),
    "rover": Term(
        phrase("rover"),
        phrase("An extra pair that takes another pair's seat each round (also called a bump pair)."),
        phrase("The rover never meets a pair or a board twice."),
    ),
    "sharing": Term(
        phrase("sharing"),
        phrase("Two tables play the same boards in one round and pass them to each other."),
    ),
    "sitout": Term(
        phrase("sit-out"),
        phrase("A round in which a pair does not play."),
    ),
    "skip": Term(
        phrase("skip"),
        phrase("EW move up two tables instead of one after this round. Announce it."),
    ),
    "stationary": Term(
        phrase("stationary pairs"),
        phrase("Pairs that keep their seats all session."),
    ),
    "switch": Term(
        phrase("one winner"),
        phrase("One ranking for all pairs, instead of separate NS and EW rankings."),
    ),
    "web": Term(
        phrase("Web"),
        phrase("A movement in which any number of tables play the same boards."),
        phrase(
            "The room is divided into subsections, each with its own set of boards."
            " Some play in ascending order, some in descending order. Players move as in a Mitchell."
        ),
    ),
}
