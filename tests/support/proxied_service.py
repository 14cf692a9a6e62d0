"""A service behind a proxy, below a path prefix."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from byestand.server.app import make_app
from byestand.server.config import DAYS, HostingConfig
from byestand.server.storage.store import open_store
from tests.support.app import state_of
from tests.support.crawler import InThisProcess

PREFIX = "/byestand"
ROOT = "https://bridge.example.org"
PUBLIC = f"{ROOT}{PREFIX}"
PROXY, PHONE = "10.0.0.2", "203.0.113.9"


@contextmanager
def run_hosted(data: Path, public: str = PUBLIC, peer: str = PROXY) -> Iterator[TestClient]:
    """Yield a visitor of a service in this process, with the address *peer*."""
    hosting = HostingConfig.parse(public, ("127.0.0.1", "10.0.0.0/8"), DAYS)
    app = make_app(open_store(data), hosting=hosting)
    state_of(app).services.pool = InThisProcess()
    behind = ProxyHeadersMiddleware(app, hosting.trusted_proxies)  # type: ignore[arg-type]  # uvicorn has types of its own
    with TestClient(behind, base_url=ROOT, follow_redirects=False, client=(peer, 50000)) as found:  # type: ignore[arg-type]
        found.app = app
        yield found
