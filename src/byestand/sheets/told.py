"""Slips for the tables that are told something after a mishap: one each, to be cut and laid on the table."""

from dataclasses import asdict

from byestand.model import Section
from byestand.sheets.pages import Order, Part
from byestand.words.slips_told import told_slips


def told_parts(section: Section, order: Order) -> list[Part]:
    """Return the slips for their template; none where no table is told anything."""
    del order
    slips = told_slips(section.movement, section.boards, section.cases)
    return [{"slips": [asdict(slip) | {"lines": slip.lines} for slip in slips]}] if slips else []
