"""Every task of assay in reasoning-gym, as assay_scan, assay_cfq and so on: importing this registers them.

>>> import reasoning_gym, assay.integrations.reasoning_gym
>>> data = reasoning_gym.create_dataset("assay_scan", size=3, seed=42)
>>> [data.score_answer(entry["answer"], entry) for entry in data]
[1.0, 1.0, 1.0]

Seed and index are separate coordinates here: neighbouring seeds share rows only by chance. An entry holds all that its
score needs. Answers are judged by meaning; one that merely contains the right one gets nothing. reasoning-gym has no way
to leave an answer unscored, so where there is no answer at all the score is 0, as in its own tasks.

Each task has a curriculum of one attribute, `difficulty`: reasoning_gym.factory.create_curriculum("assay_scan").
"""

from __future__ import annotations

import dataclasses
from typing import Any, Iterator, Optional

import reasoning_gym
from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import DATASETS, register_dataset

from assay._calls import run
from assay.dataset import Stream
from assay.errors import AssayError
from assay.judging import judge_for

PREFIX = "assay_"


class AssayDataset(ProceduralDataset):  # type: ignore[misc]
    """Rows of one task; `task` is set by its subclasses."""

    task: str

    def __init__(self, config: Any) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._params = {
            field.name: getattr(config, field.name)
            for field in dataclasses.fields(config)
            if field.name not in ("seed", "size", "prompt") and getattr(config, field.name) != field.default
        }
        self._difficulty = dict(self._params)
        self._rows = Stream({"task": self.task, "params": self._params, "seed": self.seed, "endless": True}, rules=False)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        row = self._rows.with_prompt(idx)
        prompt = row.pop("prompt")
        return {
            "question": prompt if self.config.prompt == "instructed" else row["input"],
            "answer": row["target"],
            "metadata": {
                "source_dataset": PREFIX + self.task,
                "source_index": idx,
                "difficulty": self._difficulty,
                "id": row["id"],
                "params": dict(self._params),
                "row": dict(row),
            },
        }

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """A fresh iterator each time: two loops over one object do not disturb each other."""
        return (self[idx] for idx in range(self.size))

    def score_answer(self, answer: Optional[str], entry: dict[str, Any]) -> float:
        metadata = entry["metadata"]
        score = judge_for(self.task, metadata["params"]).rewards([metadata["row"]], [answer])[0]
        return 0.0 if score is None else score


def _validate(self: Any) -> None:
    assert self.size >= 0, "size must not be negative"
    assert self.seed is None or self.seed >= 0, "seed must not be negative"
    assert self.prompt in ("instructed", "bare"), 'prompt must be "instructed" or "bare"'


def _config(task: str, parameters: list[dict[str, Any]]) -> type:
    fields: list[Any] = [
        ("seed", Optional[int], dataclasses.field(default=None)),
        ("size", int, dataclasses.field(default=500)),
        ("prompt", str, dataclasses.field(default="instructed")),
        ("difficulty", Optional[int], dataclasses.field(default=None)),
    ]
    for parameter in parameters:
        default: Any = parameter["default"]
        if parameter.get("least") is not None:
            default = int(default)
        fields.append((parameter["name"], type(default), dataclasses.field(default=default)))
    name = f"Assay{task.capitalize()}Config"
    made = dataclasses.make_dataclass(name, fields, namespace={"validate": _validate})
    made.__module__ = __name__
    globals()[name] = made  # so that it can be pickled
    return made


class AssayCurriculum(BaseCurriculum):  # type: ignore[misc]
    """Ten levels from easy to hard; `config` is set by its subclasses."""

    config: type
    levels: int

    def __init__(self) -> None:
        super().__init__(type(self).__name__, self.config)
        self._define_attributes(
            ScalarAttributeDefinition(
                name="difficulty",
                field_name="difficulty",
                levels=list(range(self.levels)),
                default_level=0,
                description="a level of assay.describe(task)['difficulty']",
            )
        )


def register() -> list[str]:
    """Register all tasks that are not registered yet; the names of all of them."""
    names = []
    for listed in run("list"):
        task = listed["name"]
        names.append(PREFIX + task)
        if PREFIX + task in DATASETS:
            continue
        class_name = f"Assay{task.capitalize()}Dataset"
        made = type(class_name, (AssayDataset,), {"task": task, "__module__": __name__})
        globals()[class_name] = made
        described = run("describe", task=task)
        config = _config(task, described["parameters"])
        name = f"Assay{task.capitalize()}Curriculum"
        levels = len(described["difficulty"])
        curriculum = type(name, (AssayCurriculum,), {"config": config, "levels": levels, "__module__": __name__})
        globals()[name] = curriculum
        register_dataset(PREFIX + task, made, config, curriculum if levels else None)
    return names


NAMES = register()

__all__ = ["NAMES", "PREFIX", "AssayDataset", "AssayError", "reasoning_gym", "register"]
