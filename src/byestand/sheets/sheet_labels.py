"""Fixed texts of the Typst templates, which have no words of their own."""

from collections.abc import Mapping

from byestand.language import phrase, say, say_in

_RESULT = {
    "contract": phrase("Contract"),
    "by": phrase("By"),
    "board": phrase("Bd"),
    "imps": phrase("IMPs"),
    "mp": phrase("MP"),
    "lead": phrase("Lead"),
}
_LABELS: Mapping[str, Mapping[str, str]] = {
    "mats.typ": {
        "round": phrase("Round"),
        "boards": phrase("Boards"),
        "rover": phrase("rover"),
        "party_table": phrase("PARTY TABLE"),
        "table": phrase("TABLE"),
        "set": phrase("Set"),
        "N": phrase("NORTH"),
        "E": phrase("EAST"),
        "S": phrase("SOUTH"),
        "W": phrase("WEST"),
    },
    "cards.typ": {
        "start_card": phrase("start card"),
        "slip": phrase("instruction slip"),
        "table": phrase("table"),
        "seat": phrase("seat"),
    },
    "notices.typ": {
        "round": phrase("Round"),
        "rover_at": phrase("Rover's seat"),
        "boards": phrase("Boards"),
        "sit_outs": phrase("Sit-outs"),
        "sits_out": phrase("Sits out"),
        "where": phrase("Where"),
        "section": phrase("section"),
        "table": phrase("table"),
        "party_table": phrase("party\ntable"),
        "fold": phrase("Bottom: fold along the three dashed lines, lay this part over the other end, and clip."),
    },
    "boards.typ": {
        "put_out": phrase("Boarding sheet"),
        "pool": phrase("All boards of this set. Each table takes its boards here, as listed on the sharing sheet."),
        "round": phrase("Round"),
        "sharing": phrase("Sharing"),
        "announce": phrase("Announce"),
        "black": phrase("*Black*: share."),
        "boards_but": phrase("Boards as usual, except:"),
        "boards": phrase("Boards"),
        "share_with": phrase("Share with"),
        "by_table": phrase("Boards for each table"),
        "at_stands": phrase("Boards at the bye stands"),
        "for_caddy": phrase("for the caddy"),
        "pass_on": phrase("Tables pass their boards on themselves."),
        "by_ways": phrase("Each row: first pick up all boards, then put them down. Tick each move."),
        "by_rows": phrase("Each row: the next boards of each table, and below them the table they come from."),
        "equals": phrase("= means that the boards stay."),
        "after_round": phrase("After round"),
        "all_stay": phrase("All boards stay where they are."),
        "set": phrase("set"),
        "queue": phrase("Boards here in each round, front boards first:"),
        "boards_here": phrase("Boards here in each round:"),
    },
    "chart.typ": {
        "title": phrase("Pairings and boards"),
        "corner": phrase("Round →\nTable"),
    },
    "diagram.typ": {},
    "start.typ": {
        "find_name": phrase("Find your name and go to your table"),
        "name": phrase("name"),
        "table": phrase("table"),
    },
    "speech.typ": {
        "announcements": phrase("Announcements"),
        "read_aloud": phrase("read aloud and tick"),
        "director": phrase("Director's summary"),
        "session": phrase("Session"),
        "before": phrase("Before"),
        "every_round": phrase("Every round"),
        "round": phrase("Round"),
        "say_do": phrase("Say and do"),
        "ending": phrase("Ending"),
        "problems": phrase("Problems"),
    },
    "forms.typ": _RESULT
    | {
        "table": phrase("Table"),
        "round": phrase("Round"),
        "rd": phrase("Rd"),
        "set": phrase("Set"),
        "board_number": phrase("Board"),
        "ew_checked": phrase("EW checked"),
        "ns_plus": phrase("NS +"),
        "ew_plus": phrase("EW +"),
        "ns_imps": phrase("IMPs\nNS"),
        "ew_imps": phrase("IMPs\nEW"),
        "ns_mp": phrase("MP\nNS"),
        "ew_mp": phrase("MP\nEW"),
        "all_sets": phrase("all sets together"),
        "cancelled": phrase("CANCELLED"),
        "lost": phrase("NOT PLAYED"),
        "number": phrase("Number"),
        "name": phrase("Name"),
        "club_number": phrase("Club number"),
        "call": phrase("Director call"),
        "adjusted": phrase("Adjusted score"),
        "what_happened": phrase("What happened"),
        "ruling": phrase("Ruling"),
        "law": phrase("Law"),
        "time": phrase("Time"),
        "director": phrase("Director"),
        "table_score": phrase("Score at the table"),
        "score": phrase("Score"),
        "both_told": phrase("Both sides informed"),
    },
    "scores.typ": _RESULT
    | {
        "names": phrase("Names"),
        "board_number": phrase("Board"),
        "before": phrase("before"),
        "carried": phrase("carried"),
        "total": phrase("total"),
        "place": phrase("place"),
        "so_far": phrase("so far"),
        "rd": phrase("Rd"),
        "table": phrase("Table"),
        "against": phrase("Against"),
        "at_table": phrase("At your table"),
        "sit": phrase("Sit"),
        "partner": phrase("With"),
        "dealer": phrase("D  vul"),
        "score": phrase("Score"),
        "number": phrase("no."),
        "result": phrase("Results"),
    },
    "results.typ": _RESULT
    | {
        "place": phrase("place"),
        "pair": phrase("pair"),
        "player": phrase("player"),
        "number": phrase("no."),
        "times": phrase("times"),
        "ns_plus": phrase("NS +"),
        "ew_plus": phrase("EW +"),
        "ns_imps": phrase("NS IMPs"),
        "ew_imps": phrase("EW IMPs"),
        "ns_mp": phrase("NS MP"),
        "ew_mp": phrase("EW MP"),
        "you_plus": phrase("you +"),
        "they_plus": phrase("they +"),
        "round": phrase("Round"),
        "against": phrase("Against"),
        "round_imps": phrase("sum"),
        "round_share": phrase("Round %"),
    },
    "seating.typ": {},
}
"""The phrases of each template by their keys."""


def template_labels(template: str) -> dict[str, str]:
    """Return the texts of a template."""
    own = {key: say(text) for key, text in _LABELS[template].items()}
    # The template fills these gaps, because only it knows the pages.
    own["page_of"] = say("{page} of {pages}", page="{page}", pages="{pages}")
    if template in ("chart.typ", "forms.typ", "results.typ"):
        own |= {"ns": say_in("seat", "NS"), "ew": say_in("seat", "EW"), "versus": say_in("against", "v")}
    return own


def section_text(letter: str) -> str:
    """Return the heading of a section, with its letter in bold; nothing where there is one section only."""
    return say("Section *{letter}*", letter=letter) if letter else ""
