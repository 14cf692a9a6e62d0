"""Connections from this machine, its addresses for other devices, and the address shown with codes."""

import socket
from contextlib import ExitStack
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand.errors import BadRequest
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.access_control import COOKIE
from byestand.server.auth.addresses import (
    IpAddress,
    LanAddresses,
    from_this_machine,
    in_order,
    interface_addresses,
    typed_url,
)
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import DIRECTOR, Role
from byestand.server.ops import listen_port
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import state_of
from tests.support.crawler import InThisProcess
from tests.support.setups import session_setup

WIRED, WIFI, OTHER_WIFI = "http://10.0.0.7:8013/", "http://192.168.1.5:8013/", "http://192.168.2.9:8013/"
HOSTS = {url: url.split("/")[2].partition(":")[0] for url in (WIRED, WIFI, OTHER_WIFI)}


def ips(*texts: str) -> list[IpAddress]:
    return [ip_address(text) for text in texts]


class TestThisMachine:
    @pytest.mark.parametrize(
        ("client", "server", "is_here"),
        [
            ("127.0.0.1", "127.0.0.1", True),
            ("127.0.0.9", "127.0.0.1", True),
            ("::1", "::1", True),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1", True),
            ("10.77.0.1", "10.77.0.1", True),
            ("::ffff:10.77.0.1", "::ffff:10.77.0.1", True),
            ("fd00::2", "fd00::2", True),
            ("fe80::2%eth0", "fe80::2%eth0", True),
            ("fe80::2%eth0", "fe80::2%eth1", False),
            ("10.77.0.2", "10.77.0.1", False),
            ("::ffff:10.77.0.2", "::ffff:10.77.0.1", False),
            ("fe80::3%eth0", "fe80::2%eth0", False),
            ("", "", False),
            ("laptop", "laptop", False),
        ],
    )
    def test_a_connection_from_loopback_or_from_the_address_it_goes_to_is_its_own(
        self, client: str, server: str, is_here: bool
    ) -> None:
        scope = {"client": (client, 50000), "server": (server, 8013), "headers": []}
        assert from_this_machine(scope) == is_here

    @pytest.mark.parametrize("missing", ["client", "server"])
    def test_a_connection_without_addresses_is_not(self, missing: str) -> None:
        scope = {"client": ("10.77.0.1", 50000), "server": ("10.77.0.1", 8013), "headers": []}
        assert not from_this_machine(scope | {missing: None})

    @pytest.mark.parametrize("host", ["10.77.0.2:8013", "10.77.0.1:8013", "127.0.0.1:8013", "localhost"])
    def test_what_a_browser_calls_the_machine_does_not_matter(self, host: str) -> None:
        scope = {"client": ("10.77.0.2", 50000), "server": ("10.77.0.1", 8013), "headers": [(b"host", host.encode())]}
        assert not from_this_machine(scope)

    @pytest.mark.parametrize("header", ["x-forwarded-for", "x-real-ip", "forwarded", "x-forwarded-host", "via"])
    def test_a_header_takes_the_right_away_and_never_gives_it(self, header: str) -> None:
        told = [(header.encode(), b"10.77.0.1"), (b"host", b"10.77.0.1:8013")]
        for client in ("10.77.0.1", "127.0.0.1", "10.77.0.2"):
            scope = {"client": (client, 50000), "server": ("10.77.0.1", 8013), "headers": told}
            assert not from_this_machine(scope)


class TestListing:
    def test_the_interfaces_of_this_machine_have_the_address_from_which_it_speaks(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect(("192.0.2.1", 9))
            except OSError:
                pytest.skip("this machine has no default route")
            assert ip_address(asking.getsockname()[0]) in interface_addresses()
        assert not any(ip.is_loopback for ip in interface_addresses())

    def test_the_default_one_comes_first_then_private_ones_and_those_of_one_link_last(self) -> None:
        addresses = ips("fe80::1", "fd00::2", "169.254.3.4", "203.0.113.9", "8.8.4.4", "192.168.1.5", "10.0.0.7")
        ordered = list(map(str, in_order(addresses, ips("192.168.1.5"))))
        assert ordered[0] == "192.168.1.5"
        assert ordered.index("10.0.0.7") < ordered.index("8.8.4.4") < ordered.index("fd00::2")
        assert ordered[-1] == "169.254.3.4"
        assert "fe80::1" not in ordered

    @pytest.mark.parametrize(
        ("versions", "urls"),
        [
            ((4,), ["http://10.0.0.7:8013/"]),
            ((6,), ["http://[fd00::2]:8013/"]),
            ((4, 6), ["http://10.0.0.7:8013/", "http://[fd00::2]:8013/"]),
        ],
    )
    def test_only_those_on_which_it_listens_are_listed(self, versions: tuple[int, ...], urls: list[str]) -> None:
        found = LanAddresses(8013, None, versions, lambda: ips("10.0.0.7", "fd00::2", "fe80::2"), lambda _: None)
        assert found.urls() == urls

    def test_a_machine_that_listens_on_one_address_has_that_one(self) -> None:
        assert LanAddresses(8013, ip_address("10.77.0.1"), interfaces=lambda: ips("10.0.0.7")).urls() == [
            "http://10.77.0.1:8013/"
        ]

    @pytest.mark.parametrize(
        ("host", "url"),
        [
            ("192.168.1.5:8013", "http://192.168.1.5:8013/"),
            ("192.168.1.5", "http://192.168.1.5/"),
            ("[fd00::2]:8013", "http://[fd00::2]:8013/"),
            ("127.0.0.1:8013", ""),
            ("laptop.local:8013", ""),
            ("", ""),
            ("[::", ""),
        ],
    )
    def test_what_a_browser_has_opened_counts_if_it_is_an_address(self, host: str, url: str) -> None:
        assert typed_url({"headers": [(b"host", host.encode())]}) == url


class TestListening:
    def test_beside_one_address_it_listens_on_loopback_with_the_same_port(self) -> None:
        own = next((str(ip) for ip in interface_addresses() if ip.version == 4), "")
        if not own:
            pytest.skip("this machine is on no network")
        with ExitStack() as stack:
            sockets = [stack.enter_context(one) for one in listen_port.listen(own, 0, lan=True)]
            port = sockets[0].getsockname()[1]
            assert [one.getsockname() for one in sockets] == [(own, port), ("127.0.0.1", port)]
            assert listen_port.local_url(sockets) == f"http://127.0.0.1:{port}/"
            for one in sockets:
                socket.create_connection(one.getsockname(), 10).close()
            more = [stack.enter_context(one) for one in listen_port.listen(own, port, lan=True)]
            (other,) = {one.getsockname()[1] for one in more}
            assert other > port, "the next that is free"

    def test_a_port_that_is_taken_on_loopback_alone_is_taken(self) -> None:
        own = next((str(ip) for ip in interface_addresses() if ip.version == 4), "")
        if not own:
            pytest.skip("this machine is on no network")
        with socket.create_server(("127.0.0.1", 0)) as other, ExitStack() as stack:
            taken = other.getsockname()[1]
            sockets = [stack.enter_context(one) for one in listen_port.listen(own, taken, lan=True)]
            assert taken < sockets[0].getsockname()[1] == sockets[1].getsockname()[1]

    def test_a_service_listens_where_its_operator_says_and_nowhere_else(self) -> None:
        own = next((str(ip) for ip in interface_addresses() if ip.version == 4), "127.0.0.1")
        (only,) = listen_port.listen(own, 0, hosted=True)
        with only:
            assert only.getsockname()[0] == own

    def test_an_address_of_another_machine_is_refused(self) -> None:
        with pytest.raises(BadRequest, match=r"^cannot listen there .*: '192\.0\.2\.199'$"):
            listen_port.listen("192.0.2.199", 0, lan=True)


@dataclass
class Laptop:
    """An app on a machine with three networks, of which the wired one leads to the Internet."""

    folder: Path
    up: list[str] = field(default_factory=lambda: [WIRED, WIFI, OTHER_WIFI])

    def __post_init__(self) -> None:
        store = Store(SqliteDatabase(self.folder / "nights.sqlite"))
        networks = LanAddresses(
            8013, None, (4,), lambda: ips(*(HOSTS[url] for url in self.up)), lambda _: ip_address(HOSTS[WIRED])
        )
        self.lan = LanAccess(Codes(store), networks)
        self.app = make_app(store, lan=self.lan)
        state_of(self.app).services.pool = InThisProcess()
        VisibleNights(store).add(session_setup("Thursday", "M0303"))

    def device(self, url: str, address: str, right: Role | None = None) -> TestClient:
        cookies = {COOKIE: self.lan.codes.cookie(right)} if right else {}
        return TestClient(
            self.app, base_url=url.rstrip("/"), client=(address, 50000), follow_redirects=False, cookies=cookies
        )

    @property
    def director(self) -> TestClient:
        """Return the browser on the laptop itself."""
        return self.device("http://127.0.0.1:8013/", "127.0.0.1")


@pytest.fixture
def laptop(tmp_path: Path) -> Laptop:
    return Laptop(tmp_path)


def shown_addresses(browser: TestClient) -> str:
    """Return the address that the page of codes shows, the same for all codes."""
    page = browser.get("/nights/1/codes").text
    (found,) = {url for url in HOSTS if f"<b>{url}join</b>" in page}
    assert page.count(f"<small>{found}join</small>") == 6
    return found


class TestChoosing:
    def test_before_anybody_came_it_is_the_one_that_leads_to_the_internet(self, laptop: Laptop) -> None:
        assert shown_addresses(laptop.director) == WIRED

    def test_then_it_is_the_one_at_which_a_device_came_in_last(self, laptop: Laptop) -> None:
        laptop.device(WIFI, "192.168.1.77").get("/join")
        assert shown_addresses(laptop.director) == WIFI
        laptop.device(OTHER_WIFI, "192.168.2.77", Role("display", 1)).get("/nights/1/wall")
        assert shown_addresses(laptop.director) == OTHER_WIFI

    def test_where_a_device_with_a_code_came_in_no_stranger_changes_it(self, laptop: Laptop) -> None:
        laptop.device(WIFI, "192.168.1.77", Role("pair", 1)).get("/nights/1/pair")
        laptop.device(OTHER_WIFI, "192.168.2.66").get("/join")
        assert shown_addresses(laptop.director) == WIFI

    def test_no_header_of_a_device_changes_it(self, laptop: Laptop) -> None:
        evil = {"host": "198.51.100.66:8013", "x-forwarded-host": "198.51.100.66"}
        for right in (None, Role("display", 1)):
            laptop.device(WIFI, "192.168.1.66", right).get("/nights/1/wall", headers=evil)
        page = laptop.director.get("/nights/1/codes").text
        assert "198.51.100.66" not in page
        assert shown_addresses(laptop.director) == WIFI

    def test_a_director_with_another_device_sees_the_address_that_it_came_to(self, laptop: Laptop) -> None:
        assert shown_addresses(laptop.device(OTHER_WIFI, "192.168.2.50", DIRECTOR)) == OTHER_WIFI

    def test_what_this_machine_opens_itself_says_nothing_about_phones(self, laptop: Laptop) -> None:
        assert shown_addresses(laptop.device(OTHER_WIFI, HOSTS[OTHER_WIFI])) == WIRED

    def test_the_director_chooses_and_it_stays_until_that_network_is_gone(self, laptop: Laptop) -> None:
        director = laptop.director
        assert all(f'value="{url}"' in director.get("/nights/1/codes").text for url in HOSTS)
        chosen = director.post("/nights/1/codes", data={"address": OTHER_WIFI})
        assert (chosen.status_code, chosen.headers["location"]) == (303, "/nights/1/codes")
        laptop.device(WIFI, "192.168.1.77", Role("pair", 1)).get("/nights/1/pair")
        assert shown_addresses(director) == OTHER_WIFI
        assert f"{OTHER_WIFI}join" in director.get("/nights/1/play").text
        laptop.up.remove(OTHER_WIFI)
        assert shown_addresses(director) == WIFI

    def test_an_address_of_somebody_else_cannot_be_chosen(self, laptop: Laptop) -> None:
        director = laptop.director
        refused = director.post("/nights/1/codes", data={"address": "http://198.51.100.66/"})
        assert (refused.status_code, "set-cookie" in refused.headers) == (400, False)
        director.cookies.set("byestand-address", "http://198.51.100.66/")
        assert shown_addresses(director) == WIRED

    def test_with_one_address_there_is_nothing_to_choose_and_with_none_that_is_said(self, laptop: Laptop) -> None:
        laptop.up = [WIFI]
        assert 'name="address"' not in laptop.director.get("/nights/1/codes").text
        laptop.up = []
        page = laptop.director.get("/nights/1/codes").text
        assert "This computer is not on a network" in page
        assert not any(what in page for what in ('name="address"', 'class="qr"', "serve --lan"))
        assert 'class="qr"' not in laptop.director.get("/nights/1/play").text

    def test_the_wall_has_advice_where_its_browser_cannot_keep_it_awake(self, laptop: Laptop) -> None:
        for path in ("/nights/1/codes", "/nights/1/play"):
            assert laptop.director.get(path).text.count("Set this screen to never sleep: without https") == 1
