"""Data sets as objects: rows that a task makes when they are asked for, or that lie in a folder."""

from __future__ import annotations

import json
import operator
import os
import shutil
import tempfile
import weakref
from array import array
from typing import Any, Iterable, Iterator, Mapping, Sequence, overload

from assay import _core
from assay._calls import jobs, open_source, reported, run
from assay.errors import EmptyRowError, UsageError
from assay.judging import Judge, Verdict, judge_for
from assay.report import Page, predictions_file
from assay.row import Row

_CHUNK = 512  # rows that are made at once when iterating


class _TemporaryFolder:
    """A folder that goes with the last object that uses it."""

    def __init__(self) -> None:
        self.path = tempfile.mkdtemp(prefix="assay-")
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


class _Rows:
    """What data sets and streams share: a source that is opened when it is first needed, also after unpickling."""

    def __init__(self, request: Mapping[str, Any], rules: bool, source: _core.Source | None) -> None:
        self._request = dict(request)
        self._rules = rules
        self._opened = source
        self._told: dict[str, Any] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_opened": None, "_temporary": None}

    @property
    def _source(self) -> _core.Source:
        if self._opened is None:
            self._opened = open_source(self._request)
        return self._opened

    @property
    def _about(self) -> dict[str, Any]:
        if self._told is None:
            self._told = json.loads(self._source.about())
        return self._told

    @property
    def task(self) -> str:
        """The name of its task."""
        return str(self._about["task"])

    @property
    def params(self) -> dict[str, Any]:
        """The parameters that are not at their defaults."""
        return dict(self._about["given"])

    @property
    def seed(self) -> int:
        return int(self._about["seed"])

    @property
    def columns(self) -> dict[str, str]:
        """Names and types of the columns, without `id` and `rules`."""
        return {column["name"]: column["type"] for column in self._about["columns"]}

    def _made(self, lines: bytes) -> list[Row]:
        task, params = self.task, self.params
        rows = []
        for line in lines.splitlines():
            row = Row(json.loads(line))
            row.task, row.params = task, params
            rows.append(row)
        return rows

    def _one(self, number: int) -> Row:
        rows = self._made(self._source.lines(number, 1, self._rules))
        if not rows:
            raise EmptyRowError(f"no example stands in row {number}")
        return rows[0]

    @property
    def judge_of_task(self) -> Judge:
        """The judge of its task."""
        return judge_for(self.task, self.params)

    def judge(self, row: Mapping[str, Any], answer: str | None, *, extract: str = "auto") -> Verdict:
        """Judge an answer to one of its rows."""
        return self.judge_of_task.judge(row, answer, extract=extract)

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float | None:
        """The score alone, with the arguments in reasoning-gym's order; None where there is nothing to judge."""
        return self.judge_of_task.rewards([entry], [answer])[0]


class _ArrowRows:
    """Rows with prompts, for readers of the Arrow stream interface."""

    def __init__(self, source: _core.Source, first: int, count: int, rules: bool) -> None:
        self._request = source, first, count, rules

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        source, first, count, rules = self._request
        return source.arrow(first, count, 0, rules, jobs(), True)


class Dataset(_Rows, Sequence[Row]):
    """Rows by number: len, index, slice, iterate, pickle. Slices make no rows until these are asked for.

    >>> import assay
    >>> data = assay.create_dataset("scan", size=1000, seed=7)
    >>> len(data), data
    (1000, assay.create_dataset('scan', size=1000, seed=7))
    >>> data[3] == list(data[2:5])[1]
    True
    """

    def __init__(
        self, request: Mapping[str, Any], *, rules: bool = True, source: _core.Source | None = None, numbers: range | None = None
    ) -> None:
        super().__init__(request, rules, source)
        self._numbers = numbers if numbers is not None else range(int(self._about["rows"]))
        self._temporary: _TemporaryFolder | None = None

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Dataset: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            part = Dataset(self._request, rules=self._rules, source=self._opened, numbers=self._numbers[index])
            part._told = self._told
            return part
        try:
            number = self._numbers[operator.index(index)]
        except IndexError:
            raise IndexError(f"row {index}: there are {len(self)}, counted from 0") from None
        return self._one(number)

    def __iter__(self) -> Iterator[Row]:
        if self._numbers.step != 1:
            for number in self._numbers:
                yield from self._made(self._source.lines(number, 1, self._rules))
            return
        for rows in self.batches(_CHUNK):
            yield from rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dataset):
            return NotImplemented
        return (self._request, self._rules, self._numbers) == (other._request, other._rules, other._numbers)

    def __hash__(self) -> int:
        return hash((json.dumps(self._request, sort_keys=True, default=str), self._rules, self._numbers))

    def batches(self, size: int) -> Iterator[list[Row]]:
        """Lists of at most so many rows."""
        if size < 1:
            raise UsageError(f"a batch of {size} rows: it takes at least 1")
        for begin in range(0, len(self), size):
            yield self[begin : begin + size].to_list()

    def _stretch(self) -> tuple[int, int]:
        if self._numbers.step != 1:
            raise UsageError("these rows do not follow each other; take a slice without a step")
        return self._numbers.start, len(self._numbers)

    def to_jsonl(self) -> bytes:
        """The rows as JSON lines: the very bytes that `assay generate` writes."""
        first, count = self._stretch()
        with reported() as progress:
            return self._source.lines(first, count, self._rules, False, jobs(), progress)

    def to_list(self) -> list[Row]:
        """All rows in memory."""
        if self._numbers.step != 1:
            return list(self)
        first, count = self._stretch()
        return self._made(self._source.lines(first, count, self._rules, False, jobs() if count > _CHUNK else 1))

    def with_prompts(self) -> Iterator[Row]:
        """Rows with a further column `prompt`: the rules of the task, the form of an answer, the input."""
        first, count = self._stretch()
        for begin in range(first, first + count, _CHUNK):
            some = min(_CHUNK, first + count - begin)
            yield from self._made(self._source.lines(begin, some, self._rules, True))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as a stream of Arrow batches, for pyarrow, polars, DuckDB and pandas: no copy in Python."""
        first, count = self._stretch()
        return self._source.arrow(first, count, 0, self._rules, jobs())

    def to_arrow(self, *, prompts: bool = False) -> Any:
        """A table of pyarrow, which must be installed. prompts: with a further column `prompt`."""
        import pyarrow

        return pyarrow.table(_ArrowRows(self._source, *self._stretch(), self._rules) if prompts else self)

    def scores(self, answers: Iterable[str | None], *, extract: str = "auto") -> array[float]:
        """Scores of answers to its rows, in their order, as an array. NaN: nothing to judge.

        Rows are made again from their numbers, not read: the fastest way where a row costs little to make. Fewer answers are
        those of the first rows.

        >>> import assay
        >>> data = assay.create_dataset("scan", size=1000, seed=7)
        >>> answers = data.to_arrow()["target"].to_pylist()  # doctest: +SKIP
        >>> sum(data.scores(["I_WALK"] * 1000))
        0.0
        """
        first, count = self._stretch()
        texts = answers if isinstance(answers, (list, tuple)) else list(answers)
        if len(texts) > count:
            raise UsageError(f"there are {len(texts)} answers and {count} rows")
        with reported() as progress:
            scores, _ = self._source.scores(first, texts, extract, jobs(), progress)
        return array("d", scores)

    # What follows works on a folder. A data set that has none is written to a temporary one first.

    @property
    def path(self) -> str | None:
        """Its folder; None when the rows are made as they are asked for."""
        data = self._request.get("data")
        return None if data is None else str(data)

    def _folder(self) -> str:
        if self.path is not None:
            return self.path
        if self._temporary is None:
            place = _TemporaryFolder()
            self._write(os.path.join(place.path, self.task), force=False)
            self._temporary = place
        return os.path.join(self._temporary.path, self.task)

    def _write(self, out: str, force: bool) -> None:
        if self._numbers != range(int(self._about["rows"])):
            raise UsageError("a part of a data set cannot be written as one; take the whole")
        request = {key: value for key, value in self._request.items() if key != "endless"}
        run("generate", **request, rules=self._rules, out=out, force=force)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Dataset:
        """Write it to a folder, as `assay generate --out` does, and open that. Started again, it goes on."""
        if self.path is not None:
            raise UsageError(f"{self.path}: lies in a folder already; export() writes it elsewhere")
        self._write(os.fspath(path), force)
        return open_dataset(path)

    def export(self, out: str | os.PathLike[str], *, split: str | Split | None = None, format: str | None = None) -> Any:
        """Write a split as a new data set, or the files of a format; `assay export` lists formats."""
        return run("export", data=self._folder(), out=out, split=_named(split), format=format)

    @property
    def splits(self) -> list[str]:
        """Names of the splits beside it."""
        folder = os.path.join(self._folder(), "splits")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return sorted(name[:-5] for name in names if name.endswith(".json"))

    def split(self, method: str = "mcd", *, name: str | None = None, force: bool = False, **settings: Any) -> Split:
        """Make a split and write it beside the rows. `assay.run("methods")` lists methods and their settings.

        >>> import assay
        >>> split = assay.create_dataset("scan", size=2000, seed=7).split("random", train="80%", test="rest")
        >>> len(split.train), len(split.test)
        (1600, 400)
        """
        report = run("split", data=self._folder(), method=method, name=name or method, force=force, **settings)
        return Split(self, name or method, report)

    def part(self, part: str, *, split: str | Split | None = None) -> Dataset:
        """The rows of a part of the folder or of one of its splits."""
        opened = Dataset({"data": self._folder(), "split": _named(split), "part": part}, rules=self._rules)
        opened._temporary = self._temporary
        return opened

    def measure(self, split: str | Split | None = None, **settings: Any) -> Any:
        """How different the parts of a split are: divergences of atoms and compounds, coverage, lengths."""
        return run("measure", data=self._folder(), split=_named(split), **settings)

    def verify(self) -> Any:
        """Is it what it says it is? A document with `holds` and the checks."""
        return run("verify", data=self._folder())

    def baseline(self, split: str | Split | None = None, **settings: Any) -> Any:
        """What can be had without understanding, and by the reference solver."""
        return run("baseline", data=self._folder(), split=_named(split), **settings)

    def score(self, predictions: Predictions, *, split: str | Split | None = None, part: str | None = None, **settings: Any) -> Any:
        """Judge predictions: a file, a table from ids to answers, or answers in the order of the rows.

        >>> import assay
        >>> data = assay.create_dataset("scan", size=100, seed=7)
        >>> data.score([row["target"] for row in data])["accuracy"]
        1.0
        """
        with predictions_file(self._with_ids(predictions, split, part)) as path:
            return run("score", data=self._folder(), predictions=[path], split=_named(split), part=part, **settings)

    def _with_ids(self, predictions: Predictions, split: str | Split | None, part: str | None) -> Any:
        """Answers in the order of the rows that are asked about: the test part, or else all."""
        if isinstance(predictions, (str, os.PathLike, Mapping)):
            return predictions
        answers = list(predictions)
        if any(isinstance(answer, Mapping) for answer in answers):
            return answers
        asked: Dataset | None = None
        try:
            asked = self.part(part or "test", split=split)
        except UsageError:
            if part is not None or split is not None:
                raise
            asked = open_dataset(self._folder())
        if len(asked) != len(answers):
            raise UsageError(f"there are {len(answers)} answers, but {len(asked)} rows are asked about")
        lines = asked._source.lines(0, len(asked), False, False, jobs()).splitlines()
        return {json.loads(line)["id"]: answer for line, answer in zip(lines, answers)}

    def compare(self, *runs: Predictions, split: str | Split | None = None, part: str | None = None, **settings: Any) -> Any:
        """Compare the predictions of several runs row by row."""
        from contextlib import ExitStack

        with ExitStack() as files:
            paths = [files.enter_context(predictions_file(self._with_ids(each, split, part))) for each in runs]
            return run("compare", data=self._folder(), predictions=paths, split=_named(split), part=part, **settings)

    def report(
        self, out: str | os.PathLike[str] | None = None, *, runs: Mapping[str, str | os.PathLike[str]] | None = None, **settings: Any
    ) -> Page:
        """One HTML page about the data set, its splits and the answers of runs (files by name)."""
        folder = None if out is None else os.path.dirname(os.path.abspath(os.fspath(out)))
        files = None if runs is None else {name: os.fspath(path) for name, path in runs.items()}
        page = Page(run("report", data=self._folder(), runs=files, page_folder=folder, **settings)["html"])
        if out is not None:
            page.save(out)
        return page

    def __repr__(self) -> str:
        request = dict(self._request)
        if "data" in request:
            call = f"assay.open({request.pop('data')!r}"
        else:
            call = f"assay.create_dataset({request.pop('task')!r}, size={request.pop('rows', None)}"
            request.update(request.pop("params", {}))
        call += "".join(f", {key}={value!r}" for key, value in request.items() if value is not None)
        if not self._rules:
            call += ", rules=False"
        whole = self._told is not None and self._numbers == range(int(self._told["rows"]))
        slice_text = "" if whole else f"[{self._numbers.start}:{self._numbers.stop}:{self._numbers.step}]"
        return f"{call}){slice_text}"


Predictions = str | os.PathLike[str] | Mapping[str, "str | None"] | Iterable["str | None | Mapping[str, Any]"]


def _named(split: str | Split | None) -> str | None:
    return split.name if isinstance(split, Split) else split


class Split:
    """A split of a data set: its parts as data sets, and what was measured."""

    def __init__(self, data: Dataset, name: str, report: dict[str, Any]) -> None:
        self.data = data
        self.name = name
        self.report = report

    @property
    def rows(self) -> dict[str, int]:
        """How many rows each part has."""
        return dict(self.report["rows"])

    @property
    def train(self) -> Dataset:
        return self.data.part("train", split=self.name)

    @property
    def dev(self) -> Dataset:
        return self.data.part("dev", split=self.name)

    @property
    def test(self) -> Dataset:
        return self.data.part("test", split=self.name)

    def measure(self) -> Any:
        """As Dataset.measure."""
        return self.data.measure(self.name)

    def score(self, predictions: Predictions, **settings: Any) -> Any:
        """As Dataset.score, on the test part."""
        return self.data.score(predictions, split=self.name, **settings)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{part} {rows}" for part, rows in self.rows.items())
        return f"<Split {self.name} of {self.data!r}: {sizes}>"


class Stream(_Rows):
    """Rows without end, by number: iterate, seek, index, pickle with its place. A finite task begins again.

    >>> import assay
    >>> stream = assay.stream("logic", seed=3)
    >>> first = next(stream)
    >>> stream.seek(1_000_000)
    >>> stream.tell(), stream[0] == first
    (1000000, True)
    """

    def __init__(self, request: Mapping[str, Any], *, rules: bool = True) -> None:
        super().__init__(request, rules, None)
        self._place = 0
        self._about  # opens it, so that mistakes show at once

    def __getitem__(self, number: int) -> Row:
        number = operator.index(number)
        if number < 0:
            raise IndexError("a stream has no end to count from")
        return self._one(number)

    def with_prompt(self, number: int) -> Row:
        """A row by number with a further column `prompt`; where no example stands, the next one that does."""
        while True:
            rows = self._made(self._source.lines(number, 1, self._rules, True))
            if rows:
                return rows[0]
            number += 1

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Row:
        while True:
            rows = self._made(self._source.lines(self._place, 1, self._rules))
            self._place += 1
            if rows:
                return rows[0]

    def seek(self, number: int) -> None:
        """Go on at this row."""
        number = operator.index(number)
        if number < 0:
            raise UsageError(f"row {number}: rows are counted from 0")
        self._place = number

    def tell(self) -> int:
        """The number of the next row."""
        return self._place

    def take(self, count: int) -> list[Row]:
        """The next rows, made on all threads. Fewer where no example stands at a number."""
        rows = self._made(self._source.lines(self._place, count, self._rules, False, jobs()))
        self._place += count
        return rows

    def batches(self, size: int) -> Iterator[list[Row]]:
        """Lists of so many rows, for ever."""
        while True:
            yield self.take(size)

    def __repr__(self) -> str:
        params = "".join(f", {key}={value!r}" for key, value in self._request.get("params", {}).items())
        return f"assay.stream({self._request['task']!r}, seed={self._request.get('seed', 0)}{params})"


def _settings(params: Mapping[str, Any] | None, more: Mapping[str, Any], difficulty: int | None) -> dict[str, Any]:
    settings = {**(params or {}), **more}
    if difficulty is not None:
        settings["difficulty"] = difficulty
    return settings


def create_dataset(
    task: str,
    *,
    size: int | None = 500,
    seed: int = 0,
    rules: bool = True,
    order: str | None = None,
    difficulty: int | None = None,
    params: Mapping[str, Any] | None = None,
    **more_params: Any,
) -> Dataset:
    """Rows of a task, made when they are asked for: nothing is written, any row costs the same.

    size: how many; None: all of a finite task, in rank order. seed: another seed, other rows.
    rules: with rule graphs. order: "spread" (different units first) or "blocks" (units whole).
    difficulty: 0 (easy) to 9 (hard), which stands for parameters of the task; those given by name win.
    Everything else is a parameter of the task; `assay.describe(task)` lists them.

    >>> import assay
    >>> data = assay.create_dataset("scan", size=10, seed=7)
    >>> data[0]["input"]
    'look opposite right twice and walk left thrice'
    """
    settings = _settings(params, more_params, difficulty)
    request = {"task": task, "params": settings or None, "seed": seed, "rows": size, "order": order}
    kept = {key: value for key, value in request.items() if value is not None}
    source = open_source(kept)
    return Dataset(kept, rules=rules, source=source)


def open_dataset(path: str | os.PathLike[str], *, split: str | None = None, part: str | None = None, rules: bool = True) -> Dataset:
    """A data set in a folder, or a part of it; also known as `assay.open`.

    >>> import assay
    >>> assay.open("no such folder")
    Traceback (most recent call last):
    assay.errors.StorageError: no such folder: there is no such folder
    """
    request = {"data": os.fspath(path), "split": split, "part": part}
    kept = {key: value for key, value in request.items() if value is not None}
    return Dataset(kept, rules=rules, source=open_source(kept))


def stream(
    task: str,
    *,
    seed: int = 0,
    rules: bool = True,
    difficulty: int | None = None,
    params: Mapping[str, Any] | None = None,
    **more_params: Any,
) -> Stream:
    """Rows of a task without end."""
    request: dict[str, Any] = {"task": task, "seed": seed, "endless": True}
    settings = _settings(params, more_params, difficulty)
    if settings:
        request["params"] = settings
    return Stream(request, rules=rules)
