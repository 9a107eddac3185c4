"""Rows: plain dicts that know which task they are of."""

from __future__ import annotations

import html
from typing import Any

from assay._calls import run
from assay.errors import UsageError
from assay.graph import RuleGraph


class Picture:
    """A picture that notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Write it as an SVG file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Row(dict[str, Any]):
    """A row: `id`, `input`, `target`, the task's own columns and `rules`.

    >>> import assay
    >>> row = assay.create_dataset("scan", size=1, seed=7)[0]
    >>> sorted(row)
    ['id', 'input', 'rules', 'target']
    """

    task: str
    params: dict[str, Any]

    @property
    def graph(self) -> RuleGraph:
        """Its rule graph; of a row without rules the one that its address gives."""
        nodes = self.get("rules")
        if nodes is None:
            seed, unit, item = _address(str(self["id"]))
            nodes = run("explain", task=self.task, params=self.params, seed=seed, unit=unit, item=item)["rules"]
        return RuleGraph(nodes, self._stored(), self.task, self.params)

    def picture(self, *, question: bool = False) -> Picture:
        """A drawing, where the task has any; `question`: without the answer."""
        return Picture(self._draw(picture=True, question=question)["picture"])

    def sketch(self, *, question: bool = False) -> str:
        """The same as lines of ASCII."""
        return str(self._draw(sketch=True, question=question)["sketch"])

    def _stored(self) -> dict[str, Any]:
        return {key: value for key, value in self.items() if key != "prompt"}

    def _draw(self, **what: Any) -> Any:
        return run("draw", task=self.task, params=self.params, row=self._stored(), **what)

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{html.escape(key)}</th><td><pre>{html.escape(str(value))}</pre></td></tr>"
            for key, value in self.items()
            if key != "rules"
        )
        return f"<table>{cells}</table>"


def _address(row_id: str) -> tuple[int, int, int]:
    parts = row_id.split(":")
    if len(parts) not in (4, 5):
        raise UsageError(f'"{row_id}" names no address, so its rules cannot be made again')
    seed, unit, item = (int(part) for part in parts[-3:])
    return seed, unit, item
