"""Rewards for TRL's trainers.

>>> from assay.integrations.trl import reward, rows_for_trl
>>> rows = rows_for_trl("scan", 4, seed=7)
>>> columns = {name: [row[name] for row in rows] for name in rows[0]}
>>> reward(prompts=columns.pop("prompt"), completions=[row["target"] for row in rows], **columns)
[1.0, 1.0, 1.0, 1.0]

`trainer = GRPOTrainer(..., reward_funcs=[reward], train_dataset=Dataset.from_list(rows_for_trl("scan", 10_000)))`
"""

from __future__ import annotations

import json
from typing import Any, Sequence

from assay.dataset import create_dataset
from assay.judging import judge_for

Completion = str | Sequence[dict[str, Any]] | None


def rows_for_trl(task: str, size: int, *, seed: int = 0, **params: Any) -> list[dict[str, Any]]:
    """Rows with a `prompt`, as a data set of TRL needs them, and `assay_row`, which the reward needs."""
    made = []
    for row in create_dataset(task, size=size, seed=seed, rules=False, params=params).with_prompts():
        prompt = row.pop("prompt")
        told = {"task": task, "params": params, "row": dict(row)}
        made.append({"prompt": prompt, "id": row["id"], "target": row["target"], "assay_row": json.dumps(told)})
    return made


def _text(completion: Completion) -> str | None:
    """The text of a completion: as it is, or what the last message says."""
    if completion is None or isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else None
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content


def reward(completions: Sequence[Completion], assay_row: Sequence[str], **_: Any) -> list[float | None]:
    """1 for right, 0 for wrong or unreadable, None where there is nothing to judge: TRL leaves such out."""
    told = [json.loads(text) for text in assay_row]
    rewards: list[float | None] = [None] * len(told)
    places: dict[str, list[int]] = {}
    for place, each in enumerate(told):
        places.setdefault(json.dumps([each["task"], each["params"]], sort_keys=True), []).append(place)
    for key, some in places.items():
        task, params = json.loads(key)
        texts = [_text(completions[place]) for place in some]
        scores = judge_for(task, params).rewards([told[place]["row"] for place in some], texts)
        for place, score in zip(some, scores):
            rewards[place] = score
    return rewards
