"""Requests that `byestand repair` refuses, with the reason in one sentence."""

from pathlib import Path

import pytest

from byestand import cli

pytestmark = pytest.mark.usefixtures("own_time")


BAD: dict[str, tuple[str, str, int]] = {
    "no round": ("M0909", "missing option: --after", 2),
    "a round that is none": ("M0909 --after x", "expected a whole number: 'x'", 2),
    "before the first": ("M0909 --after -1", "last round played must be 0 to 8 (the movement has 9 rounds), not -1", 2),
    "after the last": ("M0909 --after 9", "round 9 is the last round: enter the result or an adjusted score", 2),
    "beyond the last": ("M0909 --after 12", "last round played must be 0 to 8 (the movement has 9 rounds), not 12", 2),
    "no such movement": ("M9999 --after 2", "'M9999'", 2),
    "no group": ("M0909 --after 3 --boards 3:3", "expected ROUND:TABLE, such as 5:7=12: '3:3'", 2),
    "a round to come": ("M0909 --after 3 --boards 4:3=1", "this round has not been played", 2),
    "no such table": ("M0909 --after 3 --boards 3:10=1", "rounds are 1 to 9, tables 1 to 9: '3:10=1'", 2),
    "no such group": ("M0909 --after 3 --boards 3:3=10", "deal group must be 1 to 9", 2),
    "boards unknown": ("M0909 --after 3 --boards 3:3=5-6", "give the deal group, or set the boards per round", 2),
    "half a set": (
        "M0909 --after 3 --boards 3:3=6-7 --boards-per-round 2", "these are not the 2 boards of one round", 2,
    ),
    "a set too often": (
        "M0909 --after 3 --boards 3:1=1 --boards 3:2=1", "1 set of boards cannot serve 3 tables for group 1", 2,
    ),
    "too few cases": ("W2713 --after 3 --cases 1", "1 set of boards cannot serve 3 tables for group 1", 2),
    "two groups": ("M0909 --after 3 --boards 3:1=4 --boards 3:1=5", "round 3, table 1 is given twice", 2),
    "two seatings": ("M0909 --after 3 --seats 3:1=N1,E8 --seats 3:1=N1,E9", "round 3, table 1 is given twice", 2),
    "one seat": ("M0909 --after 3 --seats 3:3=N3", "give the pairs at NS, EW", 2),
    "a stranger": ("M0909 --after 3 --seats 3:3=N3,E10", "unknown pair or player", 2),
    "two of a line": ("M0909 --after 3 --seats 3:3=N3,N4", "each table has one NS and one EW pair", 2),
    "in two places": ("M0909 --after 3 --seats 3:3=N3,E2", "round 3: E2 cannot have sat at tables 3 and 4", 2),
    "sat down in two places": (
        "M0909 --after 3 --cards-out no --seats 3:3=N3,E9", "round 3: E9 cannot have sat at tables", 2,
    ),
    "cancelled unseen": (
        "M0909 --after 3 --cards-out no --cancelled 3:3", "nothing to cancel, because no cards were looked at", 2,
    ),
    "who is missing": ("M0909 --after 3 --missing E9 --seats 3:3=N3,E9", "missing from the start", 2),
    "who had left": ("M0909 --after 3 --left E4@2 --seats 3:3=N3,E4", "E4 had left after round 2", 2),
    "a move without a round": ("M0909 --after 3 --moved ew:2", "(EW moved up 2 after round 4): 'ew:2'", 2),
    "a move not seen yet": ("M0909 --after 3 --moved ew:2@3", "shows only in the next round", 2),
    "a line of a Howell": ("H0813 --after 3 --moved ew:2@2", "NS and EW move together; use \"all\": 'ew:+2@2'", 2),
    "players do not move alike": ("R0909 --after 3 --moved ew:2@2", "table by table: 'ew:+2@2'", 2),
    "two moves": ("M0909 --after 5 --moved ew:+2@3 --moved ew:+0@3", "two moves of the same pairs", 2),
    "a move twice": ("M0909 --after 5 --moved ew:+2@3 --moved EW:2@3", "remove one: 'EW:2@3'", 2),
    "all and a line": ("M0909 --after 5 --moved all:+2@3 --moved ns:+1@3", "remove one: 'ns:+1@3'", 2),
    "a skip and a move": ("M0807 --after 5 --skip forgotten --moved ew:+1@4", "remove one: 'forgotten'", 2),
    "two moves of boards": ("M0909 --after 5 --boards-moved -2@3 --boards-moved +0@3", "two board moves", 2),
    "left twice": ("M0909 --after 3 --left E4 --left E4@1", "this pair leaves twice", 2),
    "boards of somebody": ("M0909 --after 3 --boards-moved ew:-2@2", "(down 2 after round 4): 'ew:-2@2'", 2),
    "no skip": ("M0909 --after 3 --skip forgotten", "this movement has no skip", 2),
    "a skip in a Howell": ("H0407 --after 3 --skip 1", "this movement has no skip because", 2),
    "a skip to come": ("M0807 --after 3 --skip forgotten", "the skip is after round 4", 2),
    "a skip nowhere": ("M0807 --after 5 --skip maybe", "expected forgotten, or the round", 2),
    "left later": ("M0909 --after 3 --left E4@5", "a round up to 3", 2),
    "a crowd": ("M0909 --after 3 --came 7", "number of late pairs must be 0 to 4, not 7", 2),
    "a pair among players": ("I0807 --after 3 --left 3 --came 1", "pairs cannot join an individual movement: 1", 2),
    "no cases": ("M0909 --after 3 --cases 0", "sets of boards must be 1 to 99, not 0", 2),
    "much sharing": ("M0909 --after 3 --extra-sharing 2", "--extra-sharing must be 0 or 1", 2),
    "no time": ("M0909 --after 3 --seconds nan", "search time must be 0.1 to 600 seconds, not nan", 2),
    "which section": ("A=M0909 B=W1813 --after 3", "give the section with --section: A, B", 2),
    "no such section": ("A=M0909 B=W1813 --after 3 --section C", "sections are A, B: 'C'", 2),
    "no such option": ("M0909 --after 3 --option 0 -o x.json", "there is no option 0; options are numbered from 1", 2),
    "no such format": ("M0909 --after 3 -o x.qqq", "unknown format; formats are json", 2),
    "a name too long": ("M0909 --after 3 -o LONGNAMES.MOV", "names of at most 8 letters", 5),
    "no such file": ("M0909 --after 3 --seen nowhere.csv", "nowhere.csv: cannot read the file", 5),
}  # fmt: skip


@pytest.mark.parametrize("bad", BAD)
def test_what_cannot_be_is_refused_with_the_reason(
    bad: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    typed, sentence, code = BAD[bad]
    capsys.readouterr()
    assert cli.run(["repair", *typed.split()]) == code
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert not list(tmp_path.iterdir())


BAD_ROWS: dict[str, tuple[list[str], str]] = {
    "other columns": (["round,table,group", "3,3,6"], "line 1: expected the columns round,table,ns,ew,group"),
    "a column too few": (["round,table,ns,ew,group", "3,3,3,1"], "line 2: expected 5 columns, not 4"),
    "twice": (["round,table,ns,ew,group", "3,3,3,1,6", "3,3,3,1,6"], "round 3, table 3 appears twice"),
    "no number": (["round,table,ns,ew,group", "3,3,3,E1,6"], "ew: expected a whole number from 0 to 9: 'E1'"),
    "no such pair": (["round,table,ns,ew,group", "3,3,3,10,6"], "ew: expected a whole number from 0 to 9: '10'"),
    "no such group": (["round,table,ns,ew,group", "3,3,3,1,10"], "group: expected a whole number from 0 to 9: '10'"),
    "no such round": (["round,table,ns,ew,group", "10,3,3,1,6"], "round: expected a whole number from 1 to 9: '10'"),
    "maybe cancelled": (
        ["round,table,ns,ew,group,cancelled", "3,3,3,1,6,2"],
        ("cancelled: expected a whole number from 0 to 1: '2'"),
    ),
    "other boards": (
        ["round,table,ns,ew,group,first_board,last_board", "3,3,3,1,6,11,12", "2,3,3,2,4,9,10"],
        "boards 9-10 are not those of group 4",
    ),
    "empty": ([], "the file is empty"),
}


@pytest.mark.parametrize("bad", BAD_ROWS)
def test_rows_that_cannot_be_read_are_refused_with_their_line(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, sentence = BAD_ROWS[bad]
    path = tmp_path / "seen.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    assert cli.run(["repair", "M0909", "--after", "3", "--seen", str(path)]) == 5
    assert sentence in capsys.readouterr().err
