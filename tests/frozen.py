"""The commands whose output is frozen in tests/golden, and the file each is kept in."""

from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"

COMMANDS = (
    "show W1813",
    "show W1812 --boards-per-round 2",
    "show W1812 --layout --boards-per-round 2",
    "show W1713 --layout",
    "show W1105 --chain --layout",
    "show M0808R",
    "show M0808R --layout",
    "show M0808X --layout",
    "show S0906 --layout",
    "show W0605 --missing N6",
    "show W0604 --format csv",
    "show W0605 --format json",
    "show M0404 --format csv --boards-per-round 3",
    "show W1812ER",
    "show W1812ER --layout --boards-per-round 2",
    "show W1812NR --layout --missing E19",
    "show W0909TR --layout",
    "show W0605ER --format json",
    "list --tables 18-19 --groups 12-13",
    "list --tables 19 --rounds 12 --rovers --groups 12-13",
    "verify W1813 W1212 --cases 2",
    "rover W1812 --all 3",
    "rover W1812 --side ns --half",
    "rover W0909 --side two-way --format json",
    "crossover W1813",
    "crossover W1813 --format csv",
    "crossover W1209 --goal max --sheet guide",
    "crossover W2613 --sessions 3",
)


def golden_file(command: str) -> Path:
    """Return where the output of a command is kept."""
    return GOLDEN / (command.replace(" ", "_").replace("--", "") + ".txt")
