"""A service behind a proxy, below a path of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from byestand.server.app import make_app
from byestand.server.config import DAYS, Hosting
from byestand.server.storage.store import open_store
from tests.support.crawler import InThisProcess

PREFIX = "/byestand"
ROOT = "https://bridge.example.org"
PUBLIC = f"{ROOT}{PREFIX}"
PROXY, PHONE = "10.0.0.2", "203.0.113.9"


@contextmanager
def hosted(data: Path, public: str = PUBLIC, peer: str = PROXY) -> Iterator[TestClient]:
    """Yield a visitor of a service in this process, who comes from *peer*."""
    app = make_app(open_store(data), hosting=Hosting.told(public, ("127.0.0.1", "10.0.0.0/8"), DAYS))
    app.state.services.pool = InThisProcess()
    with TestClient(app, base_url=ROOT, follow_redirects=False, client=(peer, 50000)) as found:
        yield found
