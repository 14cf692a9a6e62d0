"""The guide to hosting, the files that it copies and the app agree; on a bare machine it is tried by hand."""

import re
import shlex
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from byestand.cli.commands.admin import command as admin
from byestand.cli.commands.serve import command as serve
from byestand.server.app import MAX_STREAMS_OF_ADDRESS
from byestand.server.config import DAYS, HostingConfig
from byestand.server.guards.body_limits import MAX_BODY, MEGABYTE
from byestand.server.jobs.lanes import QUEUE_TIMEOUT_SECONDS
from byestand.server.live.hub import HEARTBEAT, MAX_STREAMS
from byestand.server.ops.metrics import Metrics
from byestand.server.run import SECONDS_TO_BE_MISSED, SECONDS_TO_FINISH, SECONDS_TO_SAY_SO, SPARE_FILES
from byestand.server.storage.postgres import MAX_CONNECTIONS, parse_url, source_name
from byestand.server.web.address_limits import HOUR, REQUESTS, UPLOADED_BYTES, WORKSPACE_BYTES
from tests.support.hosted_service import Service
from tests.support.paths import ROOT

FILES = {path.name: path.read_text("utf-8") for path in (ROOT / "hosting").iterdir()}
GUIDE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
PROSE = " ".join(GUIDE.split())
COMMANDS = "\n".join(re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE))
UNIT, SITE = FILES["byestand@.service"], FILES["nginx.conf"]
SETTINGS = dict(re.findall(r"^(\w+)=(.*)$", FILES["byestand.env"], re.MULTILINE))


def figure(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    assert found, pattern
    return int(found[1].replace(",", ""))


def test_the_guide_copies_every_file_and_no_other() -> None:
    assert set(re.findall(r"source/hosting/([\w@.-]+)", COMMANDS)) == set(FILES)
    assert set(re.findall(r"\(\.\./hosting/([^)]+)\)", GUIDE)) <= set(FILES)


def test_what_the_unit_starts_is_understood() -> None:
    line = re.search("^ExecStart=(.*)$", UNIT, re.MULTILINE)
    assert line
    words = re.sub(r"\$\{(\w+)\}", lambda name: SETTINGS[name[1]], line[1].replace("%i", "8013"))
    program, name, *options = shlex.split(words)
    assert (program, name) == ("/opt/byestand/current/bin/byestand", "serve")
    told = serve.make_context("serve", options).params
    hosting = HostingConfig.parse(told["public"], told["proxy"], told["keep_days"])
    assert (hosting.prefix, hosting.public.startswith("https:"), hosting.days, told["port"]) == ("", True, DAYS, 8013)
    assert source_name(parse_url(SETTINGS["BYESTAND_STORE"])).endswith("/byestand")


def test_a_process_has_the_time_and_the_room_that_it_asks_for() -> None:
    assert figure(UNIT, r"TimeoutStopSec=(\d+)") > SECONDS_TO_BE_MISSED + SECONDS_TO_FINISH + SECONDS_TO_SAY_SO
    assert figure(UNIT, r"LimitNOFILE=(\d+)") >= MAX_STREAMS + SPARE_FILES
    assert f"{SECONDS_TO_BE_MISSED:.0f} seconds later, has {SECONDS_TO_FINISH} seconds to finish" in PROSE
    assert figure(GUIDE, r"has room for ([\d,]+) \|") == MAX_STREAMS
    assert figure(PROSE, r"A process has at most (\d+) connections") == MAX_CONNECTIONS + 1  # one on which it listens


def test_nginx_knows_every_process_streams_and_how_much_and_how_long() -> None:
    started = re.findall(r"^systemctl enable --now byestand@(\d+) byestand@(\d+)$", COMMANDS, re.MULTILINE)
    assert set(started) == {tuple(re.findall(r"server 127\.0\.0\.1:(\d+)", SITE))}
    everything, streams = (block.partition("}")[0] for block in SITE.split("    location ")[1:] if block[0] in "~/")
    pattern = re.search(r"~ (\S+) {", streams)
    assert pattern
    assert re.search(pattern[1], "/nights/17/stream")
    assert "proxy_buffering off;" in streams
    assert figure(streams, r"proxy_read_timeout (\d+)s") > 2 * HEARTBEAT
    assert figure(everything, r"proxy_read_timeout (\d+)s") > QUEUE_TIMEOUT_SECONDS
    assert figure(SITE, r"client_max_body_size (\d+)m") * MEGABYTE > MAX_BODY
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in SITE
    assert "non_idempotent" not in SITE


@pytest.mark.parametrize("file", ["nginx.conf", "byestand.env"])
def test_the_name_that_the_guide_replaces_is_there(file: str) -> None:
    assert "s/bridge.example.org/$NAME/" in COMMANDS
    assert all(line.count("bridge.example.org") <= 1 for line in FILES[file].splitlines())
    assert "bridge.example.org" in FILES[file]


def test_figures_to_look_at_are_told(tmp_path: Path) -> None:
    metrics, service = Metrics(), Service.at(tmp_path / "n.sqlite")
    metrics.watch(service.app)
    told = generate_latest(metrics.registry).decode()
    named = set(re.findall(r"`(byestand_\w+)", GUIDE))
    assert len(named) >= 7
    assert all(f"# TYPE {name} " in told or f"# TYPE {name.removesuffix('_total')}_total " in told for name in named)


def test_how_long_things_are_kept_and_how_much_one_may_ask_is_as_told() -> None:
    assert f"`KEEP_DAYS` ({DAYS}) days" in GUIDE
    assert figure(FILES["byestand-backup.service"], r"-mtime \+(\d+)") == figure(GUIDE, r"\| backups \| (\d+) days")
    assert figure(FILES["journald.conf"], r"MaxRetentionSec=(\d+)day") == figure(GUIDE, r"\| (\d+) days with the file")
    assert f"| requests | {REQUESTS.per_second} per second, after a burst of {REQUESTS.burst} |" in GUIDE
    assert f"| streams | {MAX_STREAMS_OF_ADDRESS} |" in GUIDE
    assert (
        f"| uploads | {UPLOADED_BYTES.per_second * HOUR / MEGABYTE:.0f} MB per hour, after a burst of"
        f" {UPLOADED_BYTES.burst // MEGABYTE} MB; a new workspace counts as {WORKSPACE_BYTES // MEGABYTE} MB |"
    ) in GUIDE


def test_what_an_operator_is_told_to_type_exists() -> None:
    typed = set(re.findall(r"^admin ([\w-]+)", COMMANDS, re.MULTILINE))
    assert {"stats", "delete-workspace", "vacuum"} == typed
    assert typed <= set(admin.commands)
