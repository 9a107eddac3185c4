"""verl: rows in its form and its reward function.

Set `custom_reward_function.path` to this file; its name is the default one, compute_score.

>>> from assay.integrations.verl import compute_score, rows_for_verl
>>> row = rows_for_verl("scan", 1, seed=7)[0]
>>> told = {key: row["reward_model"][key] for key in ("ground_truth",)}
>>> compute_score(row["data_source"], "<answer>I_WALK</answer>", extra_info=row["extra_info"], **told)["score"]
0.0
"""

from __future__ import annotations

import json
from typing import Any

from assay.dataset import create_dataset
from assay.judging import judge_for


def rows_for_verl(task: str, size: int, *, seed: int = 0, split: str = "train", **params: Any) -> list[dict[str, Any]]:
    """Rows with the columns that verl reads from Parquet."""
    made = []
    data = create_dataset(task, size=size, seed=seed, rules=False, params=params)
    for index, row in enumerate(data.with_prompts()):
        prompt = row.pop("prompt")
        made.append(
            {
                "data_source": "assay/" + task,
                "prompt": [{"role": "user", "content": prompt}],
                "ability": "compositional generalisation",
                "reward_model": {"style": "rule", "ground_truth": row["target"]},
                "extra_info": {
                    "split": split,
                    "index": index,
                    "id": row["id"],
                    "row": json.dumps(dict(row)),
                    "params": json.dumps(params),
                },
            }
        )
    return made


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: dict[str, Any] | None = None, **_: Any
) -> dict[str, Any]:
    """The score with what else is worth logging. A solution is the policy's own text, so an empty one is a wrong answer:
    its score is 0 and its status no_answer."""
    if not extra_info or "row" not in extra_info:
        raise ValueError("extra_info has no row; make rows with assay.integrations.verl.rows_for_verl")
    judge = judge_for(data_source.removeprefix("assay/"), json.loads(extra_info.get("params", "{}")))
    verdict = judge.judge(extra_info["row"], solution_str)
    return {"score": verdict.score or 0.0, "right": float(bool(verdict)), "status": verdict.status}
