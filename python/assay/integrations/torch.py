"""Data loaders of PyTorch. A Dataset of assay is a map-style one already; this is the endless kind.

>>> from assay.integrations.torch import EndlessRows
>>> from torch.utils.data import DataLoader
>>> loader = DataLoader(EndlessRows("scan", seed=7), batch_size=4, collate_fn=list)
>>> len(next(iter(loader)))
4
"""

from __future__ import annotations

from typing import Any, Iterator

from torch.utils.data import IterableDataset, get_worker_info

from assay.dataset import stream
from assay.row import Row

_AT_ONCE = 64


class EndlessRows(IterableDataset[Row]):
    """Rows without end. Workers share them: each takes every n-th stretch, so no row comes twice."""

    def __init__(self, task: str, *, seed: int = 0, first: int = 0, rules: bool = False, **params: Any) -> None:
        super().__init__()
        self._rows = stream(task, seed=seed, rules=rules, params=params)
        self._first = first

    def __iter__(self) -> Iterator[Row]:
        worker = get_worker_info()
        number, workers = (0, 1) if worker is None else (worker.id, worker.num_workers)
        place = self._first + number * _AT_ONCE
        while True:
            self._rows.seek(place)
            yield from self._rows.take(_AT_ONCE)
            place += workers * _AT_ONCE
