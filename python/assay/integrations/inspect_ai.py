"""Tasks of Inspect, judged in its own process.

>>> from assay.integrations.inspect_ai import assay_rows
>>> len(assay_rows("scan", size=4, seed=7).dataset)
4

`inspect_ai.eval(assay_rows("logic", size=200, difficulty=3), model=...)`. A row without an answer is unscored: Inspect
leaves it out of accuracy and counts it by itself.
"""

from __future__ import annotations

import json
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer, stderr
from inspect_ai.solver import generate

from assay.dataset import create_dataset
from assay.judging import judge_for


@scorer(metrics=[accuracy(), stderr()])
def assay_judge(name: str, params: dict[str, Any] | None = None, extract: str = "auto") -> Any:
    """Judges what was said last, by meaning; needs the row in the metadata of the sample."""
    judge = judge_for(name, params)

    async def score(state: Any, target: Any) -> Score:
        verdict = judge.judge(state.metadata["row"], state.output.completion, extract=extract)
        said: dict[str, Any] = {
            "answer": verdict.extracted,
            "explanation": verdict.why or verdict.status,
            "metadata": {"status": verdict.status, "score": verdict.score, **verdict.marks},
        }
        if verdict.score is None:
            return Score.unscored(reason=verdict.status, **said)
        return Score(value=CORRECT if verdict else INCORRECT, **said)

    return score


@task
def assay_rows(name: str, size: int = 100, seed: int = 0, difficulty: int | None = None, params: dict[str, Any] | None = None) -> Task:
    """Rows of one task with its instructions; `-T name=scan` on the command line of Inspect."""
    data = create_dataset(name, size=size, seed=seed, rules=False, difficulty=difficulty, params=params)
    samples = []
    for row in data.with_prompts():
        prompt = row.pop("prompt")
        samples.append(Sample(id=row["id"], input=prompt, target=row["target"], metadata={"row": json.dumps(dict(row))}))
    return Task(dataset=MemoryDataset(samples, name=f"assay_{name}"), solver=generate(), scorer=assay_judge(name, data.params))


__all__ = ["assay_judge", "assay_rows"]
