"""Broken EBUScore text: the text, the line of the fault, and words of the reason."""

from byestand.formats import ebuscore
from tests.support.documents import document_of
from tests.support.handmade_rainbow import rainbow

BLOCK = "4 pairs\n0,2,6,2,3,0\n1,4,1,2,4,2,3,4,3\n2,3,1,3,1,2,1,2,3\n"
MITCHELL = "3 tables\n1,3,6,2,3\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n"
RAINBOW = ebuscore.dumps([document_of(rainbow(5), per_round=2)])
TEAMS = "American Whist\n5,3,36,6,4\n1,3,1,1,2,2,1,3,4,1,2,5\n2,1,2,2,3,3,2,1,5,2,3,6\n3,2,3,3,1,1,3,2,6,3,1,4\n"
BROKEN = {
    "nothing": ("", 1, "the file has no movement"),
    "blank lines": ("\n \n\t\n", 1, "the file has no movement"),
    "a word among the tables": (
        BLOCK.replace("\n2,3", "\nand table 2\n2,3"),
        4,
        "expected 9 numbers (3 rounds of 3), not 1: 'and table 2'",
    ),
    "words after the tables": (BLOCK + "that is all\n", 5, "expected a blank line after 2 tables: 'that is all'"),
    "words at the end": (BLOCK + "\nthe end\n", 6, "no header after the title: 'the end'"),
    "no title": (BLOCK.partition("\n")[2], 1, "expected a title, not numbers: '0,2,6,2,3,0'"),
    "no title later on": (BLOCK + "\n" + BLOCK.partition("\n")[2], 6, "expected a title"),
    "only a title": ("4 pairs", 1, "no header after the title: '4 pairs'"),
    "too short a header": (
        BLOCK.replace("0,2,6,2,3,0", "0,2,6,2"),
        2,
        "expected type,tables,boards,boards-per-group,rounds and optionally x: '0,2,6,2'",
    ),
    "too long a header": (
        BLOCK.replace("0,2,6,2,3,0", "0,2,6,2,3,0,0"),
        2,
        "expected type,tables,boards,boards-per-group,rounds and optionally x: '0,2,6,2,3,0,0'",
    ),
    "an empty field": (
        BLOCK.replace("0,2,6,2,3,0", "0,2,,2,3,0"),
        2,
        "boards: expected a whole number from 1 to 11988: ''",
    ),
    "a word in the header": (
        BLOCK.replace("0,2,6,2", "0,two,6,2"),
        2,
        "tables: expected a whole number from 1 to 255: 'two'",
    ),
    "a strange type": (BLOCK.replace("0,2,6,2", "8,2,6,2"), 2, "type: expected a whole number from 0 to 7: '8'"),
    "teams": (TEAMS, 2, "type 5 is for teams; only pairs and individuals are supported"),
    "teams later on": (BLOCK + "\n" + TEAMS.replace("5,3,36", "7,3,36"), 7, "type 7 is for teams"),
    "a billion tables": (
        BLOCK.replace("0,2,6,2", "0,1000000000,6,2"),
        2,
        "tables: expected a whole number from 1 to 255: '1000000000'",
    ),
    "no rounds": (BLOCK.replace("6,2,3,0", "6,2,0,0"), 2, "rounds: expected a whole number from 1 to 255: '0'"),
    "too many boards a group": (
        BLOCK.replace("6,2,3,0", "39,13,3,0"),
        2,
        "boards per group: expected a whole number from 1 to 12: '13'",
    ),
    "too many groups": (BLOCK.replace("6,2,3,0", "1000,1,3,0"), 2, "1000 boards are more than 999 groups of 1"),
    "a table too few": (BLOCK.replace("0,2,6", "0,3,6"), 2, "the header has 3 tables, but the block has 2"),
    "a table too many": (BLOCK.replace("0,2,6", "0,1,6"), 4, "expected a blank line after 1 tables"),
    "a blank line inside": (BLOCK.replace("\n2,3,1", "\n\n2,3,1"), 2, "the header has 2 tables, but the block has 1"),
    "a ragged line": (BLOCK.replace("4,3\n", "4\n"), 3, "expected 9 numbers (3 rounds of 3), not 8: '1,4,1,2,4,2,3,4'"),
    "a word": (BLOCK.replace("1,2,3\n", "1,x,3\n"), 4, "EW, round 3: expected a whole number from 0 to 1020: 'x'"),
    "a negative": (BLOCK.replace("\n1,4", "\n-1,4"), 3, "NS, round 1: expected a whole number from 0 to 1020: '-1'"),
    "other digits": (BLOCK.replace("\n1,4", "\n１,4"), 3, "NS, round 1: expected a whole number from 0 to 1020: '１'"),
    "other blanks": (
        BLOCK.replace("\n1,4", "\n1,\x0b4"),
        3,
        "expected numbers separated by commas: '1,\\x0b4,1,2,4,2,3,4,3'",
    ),
    "a huge pair": (
        BLOCK.replace("\n1,4", "\n1,1021"),
        3,
        "EW, round 1: expected a whole number from 0 to 1020: '1021'",
    ),
    "a huge number": (
        BLOCK.replace("\n1,4", "\n1," + "9" * 5000),
        3,
        "EW, round 1: expected a whole number from 0 to 1020: '9999999999999999999999999999999999999999'",
    ),
    "a huge group": (
        BLOCK.replace("1,4,1,", "1,4,1000,"),
        3,
        "group, round 1: expected a whole number from 0 to 999: '1000'",
    ),
    "no boards": ("idle\n0,1,2,2,1\n1,2,0\n", 2, "the movement has no boards"),
    "semicolons": (BLOCK.replace(",", ";"), 2, "expected type,tables,boards"),
    "binary": ("]\x8d\x01\x02\x7f\n\x01\x02", 2, "expected type,tables,boards"),
    "json": ('{\n "format": "byestand movement",\n "version": 1\n}\n', 2, "expected type,tables,boards"),
}
