"""What people type and what they read: numbers and ranges in, printable lines out."""

import click

from byestand.model import plain_number


class WholeNumber(click.ParamType[int]):
    """A whole number in plain digits."""

    name = "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if isinstance(value, int):
            return value
        number = plain_number(str(value).removeprefix("-"))
        if number is None:
            self.fail(f"expected a whole number: {value!r}", param, ctx)
        return -number if str(value).startswith("-") else number


class Span(click.ParamType[range]):
    """A number or a range of numbers: ``18`` or ``14-20``."""

    name = "N or N-M"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the numbers as a range."""
        low, dash, high = str(value).partition("-")
        first, last = plain_number(low), plain_number(high if dash else low)
        if first is None or last is None:
            self.fail(f"expected a number or a range like 14-20: {value!r}", param, ctx)
        if first > last:
            self.fail(f"the range is empty: {value!r}", param, ctx)
        return range(first, last + 1)


SPAN = Span()
WHOLE_NUMBER = WholeNumber()
