"""Check that no modules import each other in a circle. Imports inside functions and for types count too."""

import sys
from graphlib import CycleError, TopologicalSorter

import grimp


def find_cycle(package: str) -> tuple[str, ...]:
    """Return a cycle: modules that each import the next, ending with the first. Empty if there is no cycle."""
    graph = grimp.build_graph(package, cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return tuple(reversed(error.args[1]))
    return ()


def main() -> int:
    """Print a cycle, if there is one; return 1 in that case."""
    cycle = find_cycle("byestand")
    print(f"import cycle: {' -> '.join(cycle)}" if cycle else "no import cycles")
    return 1 if cycle else 0


if __name__ == "__main__":
    sys.exit(main())
