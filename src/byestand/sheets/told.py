"""Slips for the tables that are told something after a mishap: one each, to be cut and laid on the table."""

from byestand.model import Section
from byestand.sheets.pages import Order, Part
from byestand.words.slips_told import told_slips


def told_parts(section: Section, order: Order) -> list[Part]:
    """Return the slips for their template; none where no table is told anything."""
    slips = told_slips(section.movement, section.boards, section.cases)
    drawn = [{"table": slip.table, "lines": slip.lines} for slip in slips if order.wants_table(slip.table)]
    return [{"code": section.movement.name, "slips": drawn}] if drawn else []
