"""Broken EBUScore text: the text, the line of the fault, and words of the reason."""

from byestand.formats import ebuscore
from tests.support.documents import document_of
from tests.support.handmade_rainbow import rainbow

BLOCK = "4 pairs\n0,2,6,2,3,0\n1,4,1,2,4,2,3,4,3\n2,3,1,3,1,2,1,2,3\n"
MITCHELL = "3 tables\n1,3,6,2,3\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n"
RAINBOW = ebuscore.dumps([document_of(rainbow(5), per_round=2)])
TEAMS = "American Whist\n5,3,36,6,4\n1,3,1,1,2,2,1,3,4,1,2,5\n2,1,2,2,3,3,2,1,5,2,3,6\n3,2,3,3,1,1,3,2,6,3,1,4\n"
BROKEN = {
    "nothing": ("", 1, "there is no movement in it"),
    "blank lines": ("\n \n\t\n", 1, "there is no movement in it"),
    "a word among the tables": (BLOCK.replace("\n2,3", "\nand table 2\n2,3"), 4, "9, not 1: 'and table 2'"),
    "words after the tables": (BLOCK + "that is all\n", 5, "expected a blank line after 2 tables: 'that is all'"),
    "words at the end": (BLOCK + "\nthe end\n", 6, "no header follows the title: 'the end'"),
    "no title": (BLOCK.partition("\n")[2], 1, "expected a title, not numbers: '0,2,6,2,3,0'"),
    "no title later on": (BLOCK + "\n" + BLOCK.partition("\n")[2], 6, "expected a title"),
    "only a title": ("4 pairs", 1, "no header follows"),
    "too short a header": (BLOCK.replace("0,2,6,2,3,0", "0,2,6,2"), 2, "a sixth number: '0,2,6,2'"),
    "too long a header": (BLOCK.replace("0,2,6,2,3,0", "0,2,6,2,3,0,0"), 2, "a sixth number"),
    "an empty field": (BLOCK.replace("0,2,6,2,3,0", "0,2,,2,3,0"), 2, "for boards: ''"),
    "a word in the header": (BLOCK.replace("0,2,6,2", "0,two,6,2"), 2, "from 1 to 255 for tables: 'two'"),
    "a strange type": (BLOCK.replace("0,2,6,2", "8,2,6,2"), 2, "from 0 to 7 for type: '8'"),
    "teams": (TEAMS, 2, "type 5 is for teams, and teams are not movements for pairs"),
    "teams later on": (BLOCK + "\n" + TEAMS.replace("5,3,36", "7,3,36"), 7, "type 7 is for teams"),
    "a billion tables": (BLOCK.replace("0,2,6,2", "0,1000000000,6,2"), 2, "from 1 to 255 for tables: '1000000000'"),
    "no rounds": (BLOCK.replace("6,2,3,0", "6,2,0,0"), 2, "from 1 to 255 for rounds"),
    "too many boards a group": (BLOCK.replace("6,2,3,0", "39,13,3,0"), 2, "from 1 to 12 for boards per group"),
    "too many groups": (BLOCK.replace("6,2,3,0", "1000,1,3,0"), 2, "1000 boards make more than 999 groups of 1 boards"),
    "a table too few": (BLOCK.replace("0,2,6", "0,3,6"), 2, "the header says 3 tables, but 2 lines follow it"),
    "a table too many": (BLOCK.replace("0,2,6", "0,1,6"), 4, "expected a blank line after 1 tables"),
    "a blank line inside": (BLOCK.replace("\n2,3,1", "\n\n2,3,1"), 2, "2 tables, but 1 lines follow"),
    "a ragged line": (BLOCK.replace("4,3\n", "4\n"), 3, "expected 3 rounds of 3 numbers, 9, not 8"),
    "a word": (BLOCK.replace("1,2,3\n", "1,x,3\n"), 4, "from 0 to 1020 for EW in round 3: 'x'"),
    "a negative": (BLOCK.replace("\n1,4", "\n-1,4"), 3, "for NS in round 1: '-1'"),
    "other digits": (BLOCK.replace("\n1,4", "\n１,4"), 3, "for NS in round 1: '１'"),
    "other blanks": (BLOCK.replace("\n1,4", "\n1,\x0b4"), 3, "expected numbers with commas between them"),
    "a huge pair": (BLOCK.replace("\n1,4", "\n1,1021"), 3, "from 0 to 1020 for EW in round 1: '1021'"),
    "a huge number": (BLOCK.replace("\n1,4", "\n1," + "9" * 5000), 3, "for EW in round 1: '9999"),
    "a huge group": (BLOCK.replace("1,4,1,", "1,4,1000,"), 3, "from 0 to 999 for the group in round 1: '1000'"),
    "no boards": ("idle\n0,1,2,2,1\n1,2,0\n", 2, "there are no boards in it"),
    "semicolons": (BLOCK.replace(",", ";"), 2, "expected type,tables,boards"),
    "binary": ("]\x8d\x01\x02\x7f\n\x01\x02", 2, "expected type,tables,boards"),
    "json": ('{\n "format": "byestand movement",\n "version": 1\n}\n', 2, "expected type,tables,boards"),
}
