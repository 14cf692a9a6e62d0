"""A number or a range of numbers on the command line: ``18`` or ``14-20``."""

import click


class Span(click.ParamType[range]):
    """Turns ``18`` and ``14-20`` into ranges."""

    name = "N or N-M"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the numbers as a range."""
        low, dash, high = str(value).partition("-")
        ends = (low, high if dash else low)
        if not all(end.isascii() and end.isdigit() and len(end) < 5 for end in ends):
            self.fail(f"expected a number or a range like 14-20: {value!r}", param, ctx)
        if int(ends[0]) > int(ends[1]):
            self.fail(f"the range is empty: {value!r}", param, ctx)
        return range(int(ends[0]), int(ends[1]) + 1)


SPAN = Span()
