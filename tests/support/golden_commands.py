"""The commands whose output is frozen in tests/golden, and the file each is kept in."""

from pathlib import Path

from tests.support.paths import GOLDEN

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
    "show R1111 --layout --boards-per-round 3",
    "show R0909 --layout",
    "show R0707S --boards-per-round 2",
    "show I0505 --format json",
    "individual --players 45 --boards 22-33",
    "list --tables 18 --individuals",
    "list --tables 18-19 --groups 12-13",
    "list --tables 19 --rounds 12 --rovers --groups 12-13",
    "verify W1813 W1212 --cases 2",
    "plan --pairs 36 --boards 26 --cases 1",
    "plan --pairs 37 --boards 24-28 --cases 2",
    "plan --pairs 22 --boards 24-28 --one-winner --stationary 2",
    "plan --pairs 62 --boards 26 --sections 2 --cases 3 --all",
    "plan --pairs 17 --boards 24-28 --scoring imps --format json",
    "plan --now W1813 --pairs 37",
    "plan --now W1813 --pairs 38 --all",
    "plan --now W1813 --pairs 32",
    "plan --now W1813 --pairs 35",
    "plan --now W1913 --missing N19 --pairs 36",
    "plan --now W1813ER --missing N19 --pairs 38",
    "plan --now M0909 --pairs 19",
    "plan --now M1212R --pairs 26 --boards-per-round 3",
    "plan --compare M1413 W1413 M1413R W1313ER",
    "measure W191312 --cases 2",
    "measure M0808R --one-winner",
    "measure W1713 --missing N17 --minutes-per-board 7 --format json",
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
