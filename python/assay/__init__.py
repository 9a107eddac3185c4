"""assay: make, split, verify and judge tests of compositional generalisation.

>>> import assay
>>> data = assay.create_dataset("scan", size=10, seed=7)
>>> row = data[0]
>>> bool(assay.judge(row, row["target"]))
True

`assay.tasks()` lists tasks, `assay.describe(task)` tells what one is and takes; docs/python.md begins with fifteen lines.
"""

from __future__ import annotations

import json as _json
from typing import Any as _Any

from assay import _core
from assay._calls import configure, run
from assay.dataset import Dataset, Split, Stream, create_dataset, open_dataset, stream
from assay.errors import (
    AssayError,
    BugError,
    DataError,
    EmptyRowError,
    EndpointError,
    Stopped,
    StorageError,
    UnsupportedError,
    UsageError,
)
from assay.graph import RuleGraph, RuleNode
from assay.judging import Judge, Verdict, judge, rewards
from assay.report import Page
from assay.row import Picture, Row
from assay.worlds import Worlds

open = open_dataset

__version__: str = _json.loads(_core.run("version", "{}"))["version"]

__all__ = [
    "AssayError",
    "BugError",
    "DataError",
    "Dataset",
    "EmptyRowError",
    "EndpointError",
    "Judge",
    "Page",
    "Picture",
    "Row",
    "RuleGraph",
    "RuleNode",
    "Split",
    "Stopped",
    "StorageError",
    "Stream",
    "UnsupportedError",
    "UsageError",
    "Verdict",
    "Worlds",
    "configure",
    "create_dataset",
    "describe",
    "judge",
    "open",
    "open_dataset",
    "rewards",
    "run",
    "solve",
    "stream",
    "tasks",
]


def tasks() -> list[str]:
    """Names of the tasks.

    >>> import assay
    >>> "gscan" in assay.tasks()
    True
    """
    return [task["name"] for task in run("list")]


def describe(task: str, **params: _Any) -> _Any:
    """One task in full: parameters, columns, rules, holdouts, formats.

    >>> import assay
    >>> assay.describe("scan")["title"]
    'SCAN: commands to action sequences'
    """
    return run("describe", task=task, params=params or None)


def solve(task: str, inputs: list[str], **params: _Any) -> list[str | None]:
    """Answers of the reference solver, which sees only the input texts; None for what it cannot read.

    >>> import assay
    >>> assay.solve("scan", ["jump twice", "hello"])
    ['I_JUMP I_JUMP', None]
    """
    return list(run("solve", task=task, inputs=inputs, params=params or None))
