"""Check that no modules import each other in a circle, counting imports inside functions and for types too."""

import sys
from graphlib import CycleError, TopologicalSorter

import grimp


def find_cycle(package: str) -> tuple[str, ...]:
    """Return modules of which each imports the next, the first and the last the same; none where there is no cycle."""
    graph = grimp.build_graph(package, cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return tuple(reversed(error.args[1]))
    return ()


def main() -> int:
    """Print a cycle; return 1 where there is one."""
    cycle = find_cycle("byestand")
    print(f"a cycle of imports: {' -> '.join(cycle)}" if cycle else "no cycle of imports")
    return 1 if cycle else 0


if __name__ == "__main__":
    sys.exit(main())
