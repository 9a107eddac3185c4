"""Judging answers from rows alone: no data set, no file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Sequence

from assay import _core
from assay._calls import jobs, open_source, reported
from assay.errors import UsageError
from assay.row import Row

_STATUSES = ("right", "wrong", "unparsable", "no_answer")


@dataclass(frozen=True)
class Verdict:
    """What the judge says of an answer. True when it is right.

    status: right, wrong, unparsable or no_answer.
    score: from 0 to 1; None where there is nothing to judge, which never looks like a zero.
    why: one line for people; empty when right. marks: sub-scores by name. extracted: what was judged.
    """

    status: str
    score: float | None
    why: str = ""
    marks: Mapping[str, float] = field(default_factory=dict)
    extracted: str | None = None

    def __bool__(self) -> bool:
        return self.status == "right"


class Judge:
    """Judges rows of one task with given parameters. Cheap to keep, safe to share between threads.

    >>> import assay
    >>> judge = assay.Judge("scan")
    >>> row = {"input": "jump twice", "target": "I_JUMP I_JUMP"}
    >>> judge.rewards([row, row, row], ["I_JUMP I_JUMP", "<answer>I_JUMP</answer>", None])
    [1.0, 0.0, None]
    """

    def __init__(self, task: str, params: Mapping[str, Any] | None = None, *, _source: _core.Source | None = None) -> None:
        self.task = task
        self.params = dict(params or {})
        self._source = _source or open_source({"task": task, "params": self.params, "endless": True})
        about = json.loads(self._source.about())
        self.stamp: str = about["stamp"]
        self.columns: tuple[str, ...] = tuple(column["name"] for column in about["columns"])

    def __reduce__(self) -> Any:
        return Judge, (self.task, self.params)

    def __repr__(self) -> str:
        return f"assay.Judge({self.task!r}, {self.params!r})"

    def judge(self, row: Mapping[str, Any] | str, answer: str | None, *, extract: str = "auto") -> Verdict:
        """One answer with all that can be said of it. A row is a mapping or the JSON text of one."""
        return self.judge_batch([row], [answer], extract=extract)[0]

    def judge_batch(
        self, rows: Iterable[Mapping[str, Any] | str], answers: Iterable[str | None], *, extract: str = "auto"
    ) -> list[Verdict]:
        """The same for many, on all threads."""
        with reported() as progress:
            scores, statuses, details = self._source.judge(rows, answers, self.columns, extract, True, jobs(), progress)
        return _verdicts(scores, statuses, details or b"")

    def rewards(
        self, rows: Iterable[Mapping[str, Any] | str], answers: Iterable[str | None], *, extract: str = "auto"
    ) -> list[float | None]:
        """Only the scores: what a reward is made of. None where there is nothing to judge."""
        with reported() as progress:
            return self._source.judge(rows, answers, self.columns, extract, False, jobs(), progress)[0]


def _verdicts(scores: Sequence[float | None], statuses: bytes, details: bytes) -> list[Verdict]:
    verdicts = []
    for score, status, line in zip(scores, statuses, details.splitlines()):
        told = json.loads(line)
        verdicts.append(Verdict(_STATUSES[status], score, told["why"], told["marks"], told["extracted"]))
    return verdicts


_judges: dict[tuple[str, str], Judge] = {}


def judge_for(task: str, params: Mapping[str, Any] | None = None) -> Judge:
    """The judge of a task; the same object for the same parameters."""
    key = (task, json.dumps(dict(params or {}), sort_keys=True, default=str))
    judge = _judges.get(key)
    if judge is None:
        judge = _judges[key] = Judge(task, params)
        _judges[task, "stamp " + judge.stamp] = judge
    return judge


def _judge_of(row: Mapping[str, Any], task: str | None, params: Mapping[str, Any] | None) -> Judge:
    if task is not None:
        return judge_for(task, params)
    if isinstance(row, Row):
        return judge_for(row.task, row.params)
    row_id = row.get("id")
    if not isinstance(row_id, str) or row_id.count(":") < 2:
        raise UsageError("the row has no id that names its task; give task=")
    name, stamp = row_id.split(":")[:2]
    if params is not None:
        return judge_for(name, params)
    known = _judges.get((name, "stamp " + stamp))
    if known is not None:
        return known
    usual = judge_for(name)
    if row_id.count(":") != 3 and usual.stamp != stamp:  # ids of format 1 have no stamp
        raise UsageError(f"{row_id}: was made with other parameters than the defaults of {name}; give params=")
    return usual


def judge(
    row: Mapping[str, Any],
    answer: str | None,
    *,
    task: str | None = None,
    params: Mapping[str, Any] | None = None,
    extract: str = "auto",
) -> Verdict:
    """Judge an answer to a row. The row is all that is needed: its id names the task.

    A row of a task with other parameters than its defaults needs params=, unless it came out of a data set of this
    process. extract says how the answer is taken out of a text: auto, strict, tags, fence, boxed or last-line.

    >>> import assay
    >>> row = assay.create_dataset("scan", size=1, seed=7)[0]
    >>> bool(assay.judge(row, "<answer>" + row["target"] + "</answer>"))
    True
    >>> assay.judge(row, None).score is None
    True
    """
    return _judge_of(row, task, params).judge(row, answer, extract=extract)


def rewards(
    rows: Sequence[Mapping[str, Any]],
    answers: Sequence[str | None],
    *,
    task: str | None = None,
    params: Mapping[str, Any] | None = None,
    extract: str = "auto",
) -> list[float | None]:
    """Scores of many answers to rows of one task; None where there is nothing to judge.

    >>> import assay
    >>> rows = assay.create_dataset("scan", size=2, seed=7)[:]
    >>> assay.rewards(list(rows), [rows[0]["target"], "I_WALK"])
    [1.0, 0.0]
    """
    if len(rows) == 0:
        return []
    return _judge_of(rows[0], task, params).rewards(rows, answers, extract=extract)
