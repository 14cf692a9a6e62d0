"""Sentences about individual movements: how players move, which boards they play, and who sits out."""

from byestand.language import phrase, say, say_many
from byestand.words.numbers import between

MOVES = {
    "rule": phrase("By announcement: the same move every round."),
    "jumps": phrase("Announced round by round."),
    "guide cards": phrase("Guide cards for everyone."),
}
"""How players know where to go, by the keys of the catalogue."""
ALL_PARTNERS = phrase("You partner the other three players at your table equally often.")
SAME_BOARDS = phrase("Everyone plays the same boards.")
UNDER_70_PERCENT = phrase("That is under 70%.")
EVERY_PARTNER_ONCE = phrase("Everyone partners everyone once.")
SEPARATE_MOVES = phrase("The sections do not move at the same time.")


def groups_sentence(rounds: int, groups: int, *, sit_outs: bool) -> str:
    """Return how many of the deal groups a player plays."""
    if sit_outs:
        return say("Players who never sit out play {rounds} of {groups} deal groups.", rounds=rounds, groups=groups)
    return say("Each player plays {rounds} of {groups} deal groups.", rounds=rounds, groups=groups)


def copies_sentence(copies: int) -> str:
    """Return how many copies of each board are needed."""
    return say_many("1 copy of each board.", "{number} copies of each board.", copies)


def sections_sentence(sections: int) -> str:
    """Return that the sections are separate."""
    return say("{sections} sections that never meet, each with its own boards and winners.", sections=sections)


def turnout_text(out: range, boards: range) -> str:
    """Return how many players sit out per round, and how many boards each plays.

    >>> turnout_text(range(1, 2), range(24, 27)), turnout_text(range(0, 1), range(26, 27))
    ('1 player sits out per round. Each player plays 24-26 boards.', 'Nobody sits out. Each player plays 26 boards.')
    """
    least, most = out[0], out[-1]
    if not most:
        sit_outs = say("Nobody sits out.")
    elif least == most:
        sit_outs = say_many("1 player sits out per round.", "{number} players sit out per round.", most)
    else:
        sit_outs = say("{players} players sit out per round.", players=between(out))
    return f"{sit_outs} {say('Each player plays {boards} boards.', boards=between(boards))}"
