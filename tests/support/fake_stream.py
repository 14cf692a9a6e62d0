"""A stream whose messages a test writes itself: the page gets them at once, and asks the server for none.

A route that answers requests for streams is not enough. A stream that ends is opened again after a few seconds, so the
page before may take an answer that is meant for the next one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page, Request

EVENT_SOURCE = """
window.EventSource = class {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  readyState = 1;
  constructor() { window.fakeStream = this; }
  close() { this.readyState = 2; }
};
"""
"""It stays open, so that the page neither opens it again nor asks whether the session is still there."""
BY_SCRIPT = ("eventsource", "fetch", "xhr")
"""Kinds of requests that the scripts of a page send."""


@dataclass
class FakeStream:
    """The stream of a page, and what the scripts of the page asked the server for nevertheless."""

    page: Page
    requests: list[str] = field(default_factory=list)

    def send(self, message: Mapping[str, object]) -> None:
        """Send a message to the loaded page; it has read the message when this returns."""
        self.page.evaluate("message => window.fakeStream.onmessage({ data: JSON.stringify(message) })", message)

    def record(self, request: Request) -> None:
        """Record a request of a script."""
        if request.resource_type in BY_SCRIPT:
            self.requests.append(f"{request.method} {request.url}")


def fake_stream(page: Page) -> FakeStream:
    """Give a window a stream without a server, from the next page that it loads on."""
    page.add_init_script(EVENT_SOURCE)
    stream = FakeStream(page)
    page.on("request", stream.record)
    return stream
