"""What can go wrong, by kind. Each is also the built-in exception that fits, so both may be caught.

>>> import assay
>>> try:
...     assay.create_dataset("scna")
... except assay.UsageError as problem:
...     print(problem)
there is no task "scna"; did you mean "scan"?
"""

from __future__ import annotations

__all__ = [
    "AssayError",
    "BugError",
    "DataError",
    "EmptyRowError",
    "EndpointError",
    "Stopped",
    "StorageError",
    "UnsupportedError",
    "UsageError",
]


class AssayError(Exception):
    """Any error of assay."""


class UsageError(AssayError, ValueError):
    """Something was asked for that does not exist or does not fit: a task, a parameter, a split."""


class DataError(AssayError, ValueError):
    """Data that was read is damaged or of another kind: a data set, predictions, a row."""


class StorageError(AssayError, OSError):
    """The disk or its rights: full, denied, a folder in use."""


class EndpointError(AssayError, OSError):
    """A remote service failed."""


class UnsupportedError(AssayError, NotImplementedError):
    """A sensible wish that this build or this task cannot fulfil."""


class EmptyRowError(AssayError, LookupError):
    """No example stands at this number: nothing satisfies its unit. Iterating passes over such numbers."""


class Stopped(AssayError):
    """Work was stopped on request; what was finished is kept."""


class BugError(AssayError, RuntimeError):
    """A mistake of assay itself; please report it."""
