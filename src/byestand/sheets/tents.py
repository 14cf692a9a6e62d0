"""Table numbers that stand on the tables: folded once, on card, or in four panels, on paper."""

from byestand.model.session import Section
from byestand.sheets.pages import Order, Part
from byestand.words.roving import no_tables, parties


def tent_parts(section: Section, order: Order) -> list[Part]:
    """Return the numbers of all tables for their template."""
    movement = section.movement
    party = {party.table for party in parties(movement)}
    tables = [table for table in range(1, movement.tables + 1) if table not in no_tables(movement)]
    wanted = [{"table": table, "party": table in party} for table in tables if order.wants_table(table)]
    return [{"folded": order.tents == "folded", "of": len(tables), "tents": wanted}] if wanted else []
