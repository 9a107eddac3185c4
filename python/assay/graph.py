"""Rule graphs: the derivation of an example, a directed acyclic graph of rule applications."""

from __future__ import annotations

import re
from typing import Any, Iterator, NamedTuple, Sequence

from assay._calls import run
from assay.errors import DataError

_WITH_INPUTS = re.compile(r"(.*)\(([0-9]+(?:,[0-9]+)*)\)\Z", re.DOTALL)


class RuleNode(NamedTuple):
    """A rule and the places of its inputs, in slot order."""

    rule: str
    inputs: tuple[int, ...]


def _node(text: str, place: int) -> RuleNode:
    if text.endswith("()"):
        return RuleNode(text[:-2], ())
    match = _WITH_INPUTS.match(text)
    if not match:
        return RuleNode(text, ())
    inputs = tuple(int(number) for number in match[2].split(","))
    if any(number >= place for number in inputs):
        raise DataError(f"node {place} of the rule graph takes a node that does not stand before it")
    return RuleNode(match[1], inputs)


class RuleGraph(Sequence[RuleNode]):
    """The nodes of a graph, inputs before their users, the root last.

    >>> import assay
    >>> graph = assay.create_dataset("scan", size=1, seed=7)[0].graph
    >>> graph.root.rule
    'JOIN'
    >>> len(graph.atoms) <= len(graph)
    True
    """

    def __init__(self, nodes: Sequence[str], row: dict[str, Any], task: str, params: dict[str, Any]) -> None:
        self._nodes = tuple(_node(text, place) for place, text in enumerate(nodes))
        self._row = row
        self._task = task
        self._params = params

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, place: Any) -> Any:
        return self._nodes[place]

    def __iter__(self) -> Iterator[RuleNode]:
        return iter(self._nodes)

    @property
    def root(self) -> RuleNode:
        """The last rule, which all others serve."""
        return self._nodes[-1]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The different rules, sorted."""
        return tuple(sorted({node.rule for node in self._nodes}))

    def edges(self) -> list[tuple[int, int]]:
        """Pairs of a user and one of its inputs."""
        return [(user, used) for user, node in enumerate(self._nodes) for used in node.inputs]

    def tree(self, width: int = 80) -> str:
        """One rule per line, indented under its user, as `assay explain` prints it."""
        return str(self._draw(tree=True, width=width)["tree"])

    def svg(self) -> str:
        """The same as a picture."""
        return str(self._draw(svg=True)["svg"])

    def _repr_svg_(self) -> str:
        return self.svg()

    def _draw(self, **what: Any) -> Any:
        return run("draw", task=self._task, params=self._params, row=self._row, **what)

    def __repr__(self) -> str:
        return f"<RuleGraph of {self._row.get('id')}: {len(self)} nodes, {len(self.atoms)} rules>"
