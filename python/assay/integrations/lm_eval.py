"""Tasks of the lm-evaluation-harness, judged in its own process.

>>> from assay.integrations.lm_eval import harness_task
>>> harness_task("scan", size=4, seed=7).has_test_docs()
True

`lm_eval.simple_evaluate(model=..., tasks=[harness_task("logic", size=200, difficulty=3)])`. The harness knows only numbers:
`right` is the accuracy among all rows, and `no_answer` beside it says how many of them had no answer to judge.
"""

from __future__ import annotations

import json
from typing import Any

import datasets
from lm_eval.api.task import ConfigurableTask

from assay.dataset import create_dataset
from assay.judging import judge_for

_STATUSES = ("right", "unparsable", "no_answer")


def harness_task(
    name: str, *, size: int = 100, seed: int = 0, difficulty: int | None = None, extract: str = "auto", **params: Any
) -> Any:
    """Rows of one task with its instructions, as a task called assay_<name>."""
    data = create_dataset(name, size=size, seed=seed, rules=False, difficulty=difficulty, params=params)
    judge = judge_for(name, data.params)

    def load(**_: Any) -> dict[str, Any]:
        rows = []
        for row in data.with_prompts():
            prompt = row.pop("prompt")
            rows.append({"id": row["id"], "prompt": prompt, "target": row["target"], "row": json.dumps(dict(row))})
        return {"test": datasets.Dataset.from_list(rows)}

    def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
        status = judge.judge(doc["row"], results[0], extract=extract).status
        return {each: float(status == each) for each in _STATUSES}

    metrics = [{"metric": each, "aggregation": "mean", "higher_is_better": each == "right"} for each in _STATUSES]
    return ConfigurableTask(
        config={
            "task": "assay_" + name,
            "custom_dataset": load,
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "{{prompt}}",
            "doc_to_target": "{{target}}",
            "target_delimiter": "",
            "generation_kwargs": {"until": [], "do_sample": False, "max_gen_toks": 2048},
            "process_results": process_results,
            "metric_list": metrics,
            "metadata": {"version": 1.0},
        }
    )


__all__ = ["harness_task"]
