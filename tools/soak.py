"""`make soak N=10`: run the tests N times, each time in other conditions, and list each test that failed.

A test that fails once in many runs has a defect, or has found one. The conditions of a run follow from its number and
the seed: `make soak N=1 FIRST=5 SEED=7` repeats run 5. Files always run in random order; CONDITIONS has the rest.
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parent.parent
LATE, CLOCK, ORDER, ZONE = "BYESTAND_LATE", "BYESTAND_TEST_CLOCK", "BYESTAND_TEST_ORDER", "TZ"
LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""It ends by itself when this program was killed."""
INTERRUPT_TIMEOUT_SECONDS = 60


@dataclass(frozen=True)
class Conditions:
    """What is different in a run."""

    text: str
    variables: Mapping[str, str] = field(default_factory=dict)
    loops: int = 0


CONDITIONS = (
    Conditions("random order only"),
    Conditions("two busy loops", loops=2),
    Conditions("late answers", {LATE: "1"}),
    Conditions("before midnight", {CLOCK: "23:59"}),
    Conditions("the time of Auckland", {ZONE: "Pacific/Auckland"}),
    Conditions("before midnight, two busy loops", {CLOCK: "23:58"}, loops=2),
    Conditions("the time of St. John's, late answers", {ZONE: "America/St_Johns", LATE: "1"}),
    Conditions("after midnight, late answers", {CLOCK: "00:00", LATE: "1"}),
)
"""The first run has the first of these, and so on in turn."""


@dataclass
class Run:
    """A run of the tests and its result: the failed tests, each with the first line of its error."""

    number: int
    conditions: Conditions
    seconds: float = 0.0
    passes: int = 0
    failures: dict[str, str] = field(default_factory=dict)


def main(args: Sequence[str] | None = None) -> int:
    """Run the tests as often as requested. Return 1 if a test failed, 130 after Ctrl-C if none did."""
    options = parse_options(args)
    folder = Path(tempfile.mkdtemp(prefix="byestand-soak-"))
    print(f"seed {options.seed}, logs in {folder}", flush=True)
    runs: list[Run] = []
    was_interrupted = False
    try:
        for number in range(options.first, options.first + options.runs):
            run = Run(number, CONDITIONS[(number - 1) % len(CONDITIONS)])
            runs.append(run)
            print(f"run {number}: {run.conditions.text} …", flush=True)
            run_tests(run, folder, [*shlex.split(options.command), *options.only], f"{options.seed}{number:03}")
    except KeyboardInterrupt:
        was_interrupted = True
        print("interrupted: the last run is not complete")
    print_table(runs)
    print_failures(runs)
    return 1 if any(run.failures for run in runs) else 130 if was_interrupted else 0


def parse_options(args: Sequence[str] | None) -> argparse.Namespace:
    """Return the options; the defaults are those of the Makefile."""
    parser = argparse.ArgumentParser(description="Run the tests many times, each time in other conditions.")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, metavar="RUN", help="the number of the first run")
    parser.add_argument("--seed", type=int, default=1, help="gives the order of files, and the seed of Hypothesis")
    parser.add_argument("--command", default=f"{sys.executable} -m pytest", help="how the tests are run")
    parser.add_argument("only", nargs="*", help="files or folders of tests, instead of all")
    return parser.parse_args(args)


def run_tests(run: Run, folder: Path, command: Sequence[str], seed: str) -> None:
    """Run the tests once, and record the result, also of a run that is interrupted."""
    report, log = folder / f"run-{run.number}.xml", folder / f"run-{run.number}.log"
    # junit_family=xunit1 has the paths of the files.
    reporting = [f"--junitxml={report}", "-o", "junit_family=xunit1", f"--hypothesis-seed={seed}"]
    others = {name: text for name, text in os.environ.items() if name not in (LATE, CLOCK)}
    variables = {**others, **run.conditions.variables, ORDER: seed}
    start, code = time.monotonic(), None
    try:
        with log.open("wb") as output, busy_loops(run.conditions.loops):
            code = wait_for([*command, *reporting], variables, output.fileno())
    finally:
        run.seconds = time.monotonic() - start
        try:
            read_report(report, run)
        except (OSError, ET.ParseError):
            run.failures[f"run {run.number}"] = f"pytest wrote no whole report: {log}"
        if code and not run.failures:
            run.failures[f"run {run.number}"] = f"pytest ended with code {code}: {log}"


def wait_for(command: Sequence[str], variables: Mapping[str, str], output: int) -> int:
    """Return the exit code of a command. After Ctrl-C it may still write its report.

    It has a session of its own, because a second signal from the terminal would interrupt that.
    """
    with subprocess.Popen(
        command, cwd=ROOT, env=variables, stdout=output, stderr=output, start_new_session=True
    ) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(INTERRUPT_TIMEOUT_SECONDS)
            finally:
                end_session(process)
            raise


def end_session(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and its workers, browsers and databases."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def busy_loops(number: int) -> Iterator[Sequence["subprocess.Popen[bytes]"]]:
    """Keep processors busy, and stop that in every case."""
    loops: list[subprocess.Popen[bytes]] = []
    try:
        loops += (subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(number))
        yield loops
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def read_report(report: Path, run: Run) -> None:
    """Add the results of the tests to a run."""
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it
        failure = next((element for element in case if element.tag in ("failure", "error")), None)
        if failure is not None:
            message = failure.get("message") or failure.text or ""
            run.failures[test_name(case)] = next(iter(message.strip().splitlines()), "")
        elif case.find("skipped") is None:
            run.passes += 1


def test_name(case: ET.Element) -> str:
    """Return the name of a test as pytest takes it."""
    path, name = case.get("file", ""), case.get("name", "")
    module = path.removesuffix(".py").replace("/", ".").replace("\\", ".")
    classes = (case.get("classname") or "").removeprefix(module).strip(".")
    return "::".join(part for part in (path, *classes.split("."), name) if part)


def print_table(runs: Sequence[Run]) -> None:
    """Print a line for each run."""
    width = max((len(run.conditions.text) for run in runs), default=0)
    print(f"\nrun  {'conditions':{width}}  passed  failed  seconds")
    for run in runs:
        figures = f"{run.passes:6}  {len(run.failures):6}  {run.seconds:7.0f}"
        print(f"{run.number:3}  {run.conditions.text:{width}}  {figures}")


def print_failures(runs: Sequence[Run]) -> None:
    """Print each test that failed, the runs in which it did, and each first line of an error."""
    for test in sorted({test for run in runs for test in run.failures}):
        failed = [run for run in runs if test in run.failures]
        print(f"\n{test}: failed in run {', '.join(str(run.number) for run in failed)}")
        for error in dict.fromkeys(run.failures[test] for run in failed):
            print(f"    {error}")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a program in the background may ignore it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
