"""Check templates against their views: every name after ``view.`` must exist, and no name may come from anywhere else.

A view is a frozen dataclass with the name of its template in `template`. Types are followed through attributes,
properties, method calls, loops, includes and macros as far as they are annotated; what cannot be followed is counted
and not checked.
"""

import pkgutil
import sys
import types
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from importlib import import_module
from typing import Any, TypeAlias

from jinja2 import Environment, nodes
from jinja2.runtime import LoopContext

import byestand.server
from byestand.server.web.render import environment
from template_rules import rule_faults
from template_types import (
    MISSING,
    UNKNOWN,
    Method,
    Type,
    attribute,
    either,
    element,
    is_mapping,
    members,
    parts,
    values,
)

SHARED = frozenset({"macros.html", "icons.html", "styles.html", "confirm.html", "live_texts.html", "wall_parts.html"})
"""Templates of macros."""

FILTERS: Mapping[str, Type] = {
    "length": int, "int": int, "join": str, "local_time": str, "format": str, "between": str,
    "names_in": tuple[str, ...], "urlencode": str,
}  # fmt: skip
SAME = frozenset({"safe", "unique", "list", "sort", "select", "reject", "selectattr", "rejectattr", "reverse"})
"""Filters that return their input, or a part of it."""


@dataclass(frozen=True)
class Macro:
    """A macro, and the names that it sees."""

    node: nodes.Macro
    names: "Scope"


Scope: TypeAlias = dict[str, Type]


@dataclass(eq=False)
class Checker:
    """Checks one template with one view."""

    env: Environment
    file: str
    faults: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    """All templates that were reached."""
    checked_count: int = 0
    unknown: int = 0
    _visited_files: set[str] = field(default_factory=set)
    _line: int = 0
    _inside: str = ""
    """The macro that is being checked; line numbers are those of the call."""

    def fault(self, sentence: str) -> None:
        """Record a fault at the current place."""
        self.faults.add(f"{self.file}:{self._line}: {self._inside}{sentence}")

    def _at(self, node: nodes.Node) -> None:
        if not self._inside:
            self._line = node.lineno

    def template(self, file: str, names: Scope) -> None:
        """Check a template with the names that it receives."""
        before, self.file = self.file, file
        self.files.add(file)
        self.body(self.parse(file).body, names)
        self.file = before

    def parse(self, file: str) -> nodes.Template:
        """Return the syntax tree of a template."""
        assert self.env.loader  # noqa: S101 - it always has one
        return self.env.parse(self.env.loader.get_source(self.env, file)[0])

    def body(self, found: Sequence[nodes.Node], names: Scope) -> None:
        """Check statements in order; names that are set are known to the statements after them."""
        for node in found:
            self._at(node)
            self.statement(node, names)

    def statement(self, node: nodes.Node, names: Scope) -> None:
        """Check one statement."""
        match node:
            case nodes.For():
                self.loop(node, names)
            case nodes.If():
                self.type_of(node.test, names)
                for part in (node.body, node.elif_, node.else_):
                    self.body(part, names)
            case nodes.Assign():
                self.bind(node.target, self.type_of(node.node, names), names)
            case nodes.Macro():
                names[node.name] = Macro(node, names)
            case nodes.FromImport():
                self.bind_imports(node, names)
            case nodes.Include() | nodes.Extends() if isinstance(node.template, nodes.Const):
                self.template(node.template.value, names)
            case nodes.Block() | nodes.CallBlock():
                self.children(filter(None, [getattr(node, "call", None)]), names)
                self.body(node.body, dict(names))
            case nodes.Output():
                self.children(node.nodes, names)
            case _:
                self.unknown += 1

    def loop(self, node: nodes.For, names: Scope) -> None:
        """Check a loop."""
        inner = names | {"loop": LoopContext}
        self.bind(node.target, element(self.type_of(node.iter, names)), inner)
        self.children(filter(None, [node.test]), inner)
        self.body(node.body, inner)
        self.body(node.else_, names)

    def bind_imports(self, node: nodes.FromImport, names: Scope) -> None:
        """Bind the macros that come from another template."""
        assert isinstance(node.template, nodes.Const)  # noqa: S101 - no template of ours computes it
        there: Scope = {}
        for one in self.parse(node.template.value).body:
            if isinstance(one, nodes.Macro):
                there[one.name] = Macro(one, there)
            elif isinstance(one, nodes.FromImport):
                self.bind_imports(one, there)
        for name in node.names:
            original, alias = name if isinstance(name, tuple) else (name, name)
            names[alias] = there.get(original, UNKNOWN)

    def bind(self, target: nodes.Node, value: Type, names: Scope) -> None:
        """Bind a name, or each of several to its part of the value."""
        if isinstance(target, nodes.Name):
            names[target.name] = value
        elif isinstance(target, nodes.Tuple):
            each = parts(value) or (UNKNOWN,) * len(target.items)
            if len(each) != len(target.items):
                self.fault(f"{len(target.items)} names for {len(each)} values")
            for one, of in zip(target.items, each, strict=False):
                self.bind(one, of, names)

    def type_of(self, node: nodes.Node, names: Scope) -> Type:
        """Check an expression, and return its type as far as it is known."""
        self._at(node)
        found = UNKNOWN
        match node:
            case nodes.Name():
                found = self.name(node.name, names)
            case nodes.Getattr():
                found = self.attribute(self.type_of(node.node, names), node.attr)
            case nodes.Getitem():
                found = self.item(node, names)
            case nodes.Call():
                found = self.call(node, names)
            case nodes.Filter():
                inner = self.type_of(node.node, names) if node.node else UNKNOWN
                self.children((*node.args, *node.kwargs), names)
                found = inner if node.name in SAME else FILTERS.get(node.name, UNKNOWN)
            case nodes.Tuple():
                found = types.GenericAlias(tuple, tuple(self.type_of(one, names) for one in node.items))
            case nodes.CondExpr():
                self.type_of(node.test, names)
                found = either(*(self.type_of(one, names) for one in (node.expr1, node.expr2 or node.expr1)))
            case nodes.And() | nodes.Or():
                found = either(self.type_of(node.left, names), self.type_of(node.right, names))
            case nodes.Const():
                found = type(node.value)
            case _:
                self.children(node.iter_child_nodes(), names)
        return found

    def children(self, found: Iterable[nodes.Node], names: Scope) -> None:
        """Check the parts of an expression whose type does not matter."""
        for one in found:
            self.type_of(one, names)

    def name(self, name: str, names: Scope) -> Type:
        """Return the type of a name."""
        if name in names:
            return names[name]
        if name not in self.env.globals:
            self.fault(f"a name that is not in the view: {name}")
        found = self.env.globals.get(name)
        return (
            UNKNOWN
            if not isinstance(found, Mapping)
            else types.GenericAlias(Mapping, (Any, type(next(iter(found.values())))))
        )

    def item(self, node: nodes.Getitem, names: Scope) -> Type:
        """Return the type of an item or a slice."""
        of = self.type_of(node.node, names)
        if isinstance(node.arg, nodes.Slice):
            self.children(node.arg.iter_child_nodes(), names)
            return of
        self.type_of(node.arg, names)
        each = parts(of)
        if each is not None and isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, int):
            return each[node.arg.value]
        return values(of) if is_mapping(of) else element(of)

    def call(self, node: nodes.Call, names: Scope) -> Type:
        """Return the type of the result of a call. The body of a macro is checked with the types of its arguments."""
        callee = self.type_of(node.node, names)
        given = [self.type_of(one, names) for one in node.args]
        named = {one.key: self.type_of(one.value, names) for one in node.kwargs}
        if isinstance(callee, Macro):
            self.macro(callee, given, named)
            return str
        return callee.returns if isinstance(callee, Method) else UNKNOWN

    def macro(self, macro: Macro, given: Sequence[Type], named: Mapping[str, Type]) -> None:
        """Check the body of a macro."""
        node = macro.node
        arguments = [one.name for one in node.args]
        unknown = dict.fromkeys(("caller", *arguments), UNKNOWN)
        inner = macro.names | unknown | dict(zip(arguments, given, strict=False)) | dict(named)
        key = f"{node.name}{[(name, str(inner[name])) for name in arguments]}"
        if key not in self._visited_files:
            self._visited_files.add(key)
            before, self._inside = self._inside, f"in {node.name}: "
            self.body(node.body, inner)
            self._inside = before

    def attribute(self, of: Type, name: str) -> Type:
        """Return the type of an attribute; record a fault if it does not exist."""
        found = [attribute(one, name) for one in members(of)]
        if UNKNOWN in found or not found:
            self.unknown += 1
            return UNKNOWN
        self.checked_count += 1
        if MISSING in found:
            without = [one for one, there in zip(members(of), found, strict=True) if there is MISSING]
            self.fault(f"no attribute {name!r} in {', '.join(getattr(one, '__name__', str(one)) for one in without)}")
            return UNKNOWN
        return found[0] if len(found) == 1 else UNKNOWN


def views() -> dict[str, list[type]]:
    """Return the views of every template."""
    found: defaultdict[str, list[type]] = defaultdict(list)
    for one in pkgutil.walk_packages(byestand.server.__path__, "byestand.server."):
        for cls in vars(import_module(one.name)).values():
            if isinstance(cls, type) and is_dataclass(cls) and cls.__module__ == one.name and "template" in vars(cls):
                found[vars(cls)["template"]].append(cls)
    return found


def check(env: Environment, known: Mapping[str, Sequence[type]]) -> Checker:
    """Return the checks of all templates."""
    total, reached = Checker(env, ""), set[str]()
    for file, classes in known.items():
        for cls in classes:
            one = Checker(env, file)
            one.template(file, {"view": cls})
            reached |= one.files
            total.faults |= one.faults
            total.checked_count, total.unknown = total.checked_count + one.checked_count, total.unknown + one.unknown
    for file in env.list_templates(extensions=["html"]):
        if file not in reached | SHARED:
            total.faults.add(f"{file}: no view has this template")
    total.faults.update(rule_faults(env))
    return total


def main() -> int:
    """Print all faults; return 1 if there are any."""
    found = check(environment(), views())
    for fault in sorted(found.faults):
        print(fault)
    print(f"{found.checked_count} attributes checked, {found.unknown} not followed")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
