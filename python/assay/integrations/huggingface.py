"""Data sets of Hugging Face. A folder that assay wrote is read by `datasets.load_dataset(DIR)` as it is.

>>> import assay
>>> from assay.integrations.huggingface import to_dataset
>>> to_dataset(assay.create_dataset("scan", size=100, seed=7)).num_rows
100
"""

from __future__ import annotations

from typing import Any, Iterator

import datasets

from assay.dataset import Dataset, stream


def to_dataset(rows: Dataset) -> Any:
    """The rows as a datasets.Dataset, by Arrow."""
    return datasets.Dataset(rows.to_arrow())


def _endless(task: str, seed: int, params: dict[str, Any], shards: list[int]) -> Iterator[dict[str, Any]]:
    at_once = 64
    rows = stream(task, seed=seed, params=params)
    step = 0
    while True:
        for shard in shards:
            rows.seek((step * _SHARDS + shard) * at_once)
            yield from (dict(row) for row in rows.take(at_once))
        step += 1


_SHARDS = 64


def to_iterable(task: str, *, seed: int = 0, **params: Any) -> Any:
    """Rows without end as a datasets.IterableDataset of 64 shards."""
    arguments = {"task": task, "seed": seed, "params": params, "shards": list(range(_SHARDS))}
    return datasets.IterableDataset.from_generator(_endless, gen_kwargs=arguments)
