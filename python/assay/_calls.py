"""How the library is called: threads, cache, progress."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any, Callable

from assay import _core
from assay.errors import UsageError

Progress = Callable[[str, str, int, int, int], object]

_jobs: int | None = None
_cache: str | None = None
_progress: bool | Progress | None = None


def configure(
    *, jobs: int | None = None, cache: str | os.PathLike[str] | None = None, progress: bool | Progress | None = None
) -> None:
    """Set how work is done from now on; what is not given goes back to its default.

    jobs: threads (default: as many as this process may use).
    cache: folder for what tasks prepare, "none" for no folder (default: as the program, ASSAY_CACHE or ~/.cache/assay).
    progress: True for bars of tqdm, False for none, or a function (what, note, done, total, bytes). By default there
    are bars where tqdm is installed and standard error is a terminal or this is a notebook.

    >>> import assay
    >>> assay.configure(jobs=2, progress=False)
    >>> assay.configure()
    """
    global _jobs, _cache, _progress
    if jobs is not None and not (isinstance(jobs, int) and 1 <= jobs <= 1024):
        raise UsageError(f"jobs: {jobs!r} is not a number of threads from 1 to 1024")
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise UsageError("progress: give True, False or a function")
    _jobs, _cache, _progress = jobs, None if cache is None else os.fspath(cache), progress


def jobs() -> int:
    """As many threads as work is done with."""
    return _jobs or len(os.sched_getaffinity(0))


def cache_folder() -> str | None:
    """Where tasks keep what they prepare; None: nowhere."""
    chosen = _cache or os.environ.get("ASSAY_CACHE")
    if not chosen:
        base = os.environ.get("XDG_CACHE_HOME")
        home = os.environ.get("HOME")
        chosen = os.path.join(base, "assay") if base else os.path.join(home, ".cache", "assay") if home else "none"
    return None if chosen == "none" else chosen


class _Bar:
    """A bar of tqdm, for work that takes more than a second."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Any = None

    def __call__(self, what: str, note: str, done: int, total: int, size: int) -> None:
        if not what or time.monotonic() - self._began < 1:
            return
        if self._bar is None:
            from tqdm.auto import tqdm

            self._bar = tqdm(total=total or None, unit_scale=True)
        self._bar.set_description_str(what, refresh=False)
        self._bar.set_postfix_str(note, refresh=False)
        self._bar.total = total or None
        self._bar.update(max(0, done - self._bar.n))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _wants_bar() -> bool:
    if _progress is False:
        return False
    if _progress is not True and not (hasattr(sys.stderr, "isatty") and sys.stderr.isatty()) and "ipykernel" not in sys.modules:
        return False
    import importlib.util

    return importlib.util.find_spec("tqdm") is not None


class reported:
    """The progress function of one call; bars end with it."""

    def __enter__(self) -> Progress | None:
        self._bar: _Bar | None = None
        if callable(_progress):
            return _progress
        if _wants_bar():
            self._bar = _Bar()
        return self._bar

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} is not a text, a number, a flag, a path or a list or table of these")


def encoded(request: dict[str, Any]) -> str:
    """A request as JSON, without what is None."""
    kept = {key: value for key, value in request.items() if value is not None}
    return json.dumps(kept, default=_plain, allow_nan=False)


def run(verb: str, /, **request: Any) -> Any:
    """Run a verb of the library by name; its document as Python objects. docs/c.md lists verbs and their keys.

    >>> import assay
    >>> [task["name"] for task in assay.run("list")][:2]
    ['scan', 'cfq']
    """
    with reported() as progress:
        return json.loads(_core.run(verb, encoded(request), cache_folder(), jobs(), progress))


def open_source(request: dict[str, Any]) -> _core.Source:
    with reported() as progress:
        return _core.Source(encoded(request), cache_folder(), jobs(), progress)
