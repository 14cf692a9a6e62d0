"""A laptop on real networks: the phones of the club can open the addresses that the director sees.

The laptop has a cable to a router that leads to the Internet (10.77.0.0/24) and one to a network with a phone
(192.168.77.0/24). The phone reaches only that network, as in a club whose Wi-Fi has no Internet.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from byestand.server.auth.access_links import picture
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import serve
from tests.support.networks import Machine, Networks, require_networks
from tests.support.setups import session_setup

require_networks()


@dataclass
class Club:
    """The machines, and how the laptop is connected to the phone."""

    laptop: Machine
    router: Machine
    phone: Machine
    cable: tuple[str, str]
    """Between laptop and phone, as each of them calls it."""
    folder: Path

    @contextmanager
    def serve(self, *options: str) -> Iterator[tuple[int, str]]:
        """Yield the port of an app on the laptop, and the terminal output."""
        store = Store(SqliteDatabase(self.folder / "n.sqlite"))
        VisibleNights(store).add(session_setup("Thursday", "M0303"))
        store.database.close()
        with serve(self.folder / "n.sqlite", "--lan", *options, prefix=self.laptop.prefix) as running:
            assert running.process.stdout
            lines: list[str] = []
            while not any("#D1-" in line or "on no network" in line for line in lines):
                lines.append(running.process.stdout.readline())
            yield int(running.address.rpartition(":")[2]), "".join(lines)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Networks.create() as networks:
        laptop, router, phone = map(networks.machine, ("laptop", "router", "phone"))
        networks.connect(laptop, router, ("10.77.0.1/24", "10.77.0.254/24"))
        networks_of_phone = ("192.168.77.{}/24", "fd77::{}/64", "fe80::77:{}/64")
        cable = networks.connect(laptop, phone, *((one.format(1), one.format(2)) for one in networks_of_phone))
        laptop.ip("route", "add", "default", "via", "10.77.0.254")
        yield Club(laptop, router, phone, cable, tmp_path)


def shown_on(page: str) -> tuple[str, str]:
    """Return the address on the page of codes and the code of all phones; its picture leads to both."""
    address = re.search(r"open <b>(\S+)</b>", page)
    code = re.search(r"<h2>Phone page</h2>.*?class=\"code typed\">([^<]+)<", page, re.DOTALL)
    assert address
    assert code
    assert picture(f"{address[1]}#{code[1].replace(' ', '')}", "QR code: Phone page") in page
    return address[1], code[1]


def test_a_phone_on_one_of_two_networks_comes_in_by_what_the_director_is_shown(club: Club) -> None:
    with club.serve() as (port, said):
        desk = f"http://127.0.0.1:{port}"
        _, _, page = club.laptop.ask(f"{desk}/nights/1/codes")
        offered = re.findall(r'name="address" value="([^"]+)"', page)
        assert set(offered) == {f"http://10.77.0.1:{port}/", f"http://192.168.77.1:{port}/"}
        assert all(address in said for address in offered)
        works = [address for address in offered if club.phone.reaches(f"{address}join")]
        assert works == [f"http://192.168.77.1:{port}/"]

        # A phone has connected by now, so all codes lead to the address it used.
        address, code = shown_on(club.laptop.ask(f"{desk}/nights/1/codes")[2])
        assert address == f"{works[0]}join"
        status, headers, _ = club.phone.ask(address, {"code": code})
        assert (status, headers["location"]) == (303, "/nights/1/pair")
        assert club.phone.ask(f"{works[0]}nights/1/pair")[0] == 200

        # The director may choose another address, which stays whatever devices connect.
        assert club.laptop.ask(f"{desk}/nights/1/codes", {"address": f"http://10.77.0.1:{port}/"})[0] == 303
        club.phone.ask(f"{works[0]}nights/1/pair")
        assert shown_on(club.laptop.ask(f"{desk}/nights/1/codes")[2])[0] == f"http://10.77.0.1:{port}/join"

        # A phone that pretends to be the laptop, with the other address of it, is not the director.
        club.phone.cookies.clear()
        club.phone.ip("addr", "add", "10.77.0.1/32", "dev", "lo")
        with suppress(OSError):  # answers do not reach it
            assert club.phone.ask(f"{works[0]}nights", source="10.77.0.1")[0] == 403


def test_without_a_way_to_the_internet_the_address_is_printed_that_phones_reach(club: Club) -> None:
    club.laptop.ip("route", "del", "default")
    club.laptop.ip("addr", "flush", "to", "10.77.0.1")
    with club.serve() as (port, said):
        link = re.search(r"http://\S+#D1-\S+", said)
        assert link
        assert link[0].startswith(f"http://192.168.77.1:{port}/join#")
        assert club.phone.ask(link[0].partition("#")[0], {"code": link[0].partition("#")[2]})[0] == 303
        assert club.phone.ask(f"http://192.168.77.1:{port}/nights")[0] == 200


def test_a_laptop_that_listens_on_one_address_is_the_directors_on_every_own_address(club: Club) -> None:
    with club.serve("--host", "10.77.0.1") as (port, _):
        for address in ("10.77.0.1", "127.0.0.1"):
            assert club.laptop.ask(f"http://{address}:{port}/nights")[0] == 200
        assert club.router.ask(f"http://10.77.0.1:{port}/nights")[0] == 403
        assert not club.laptop.reaches(f"http://192.168.77.1:{port}/join")


def test_all_of_it_holds_for_ipv6(club: Club) -> None:
    with club.serve("--host", "::") as (port, said):
        assert f"http://[fd77::1]:{port}/" in said
        assert "fe80" not in said
        for own in ("[fd77::1]", "[::1]", "192.168.77.1", "127.0.0.1", f"[fe80::77:1%{club.cable[0]}]"):
            assert club.laptop.ask(f"http://{own}:{port}/nights")[0] == 200, own
        for other in ("[fd77::1]", "192.168.77.1", f"[fe80::77:1%{club.cable[1]}]"):
            assert club.phone.ask(f"http://{other}:{port}/nights")[0] == 403, other
