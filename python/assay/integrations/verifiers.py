"""An endless task set for verifiers (v1).

>>> from assay.integrations.verifiers import AssayConfig, AssayTaskset
>>> taskset = AssayTaskset(AssayConfig(task_name="scan", seed=7))
>>> [task.data.answer for task in taskset.take(1)]
['I_TURN_RIGHT I_TURN_RIGHT I_LOOK I_TURN_RIGHT I_TURN_RIGHT I_LOOK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK']
"""

from __future__ import annotations

import json
from typing import Any, Iterator

import verifiers.v1 as vf

from assay.dataset import Stream
from assay.judging import judge_for


class AssayData(vf.TaskData):  # type: ignore[misc]
    """A row: what is asked, the reference answer and all that judging needs."""

    answer: str
    row: str
    task_name: str
    params: str = "{}"


class AssayTask(vf.Task[AssayData]):  # type: ignore[misc]
    """One row, answered in one turn."""

    @property
    def key(self) -> str:
        return str(self.data.id)

    @vf.stop
    async def single_turn(self, trace: vf.Trace) -> bool:
        return bool(trace.num_turns >= 1)

    @vf.reward(weight=1.0)
    async def correct(self, trace: vf.Trace) -> float:
        score = judge_for(self.data.task_name, json.loads(self.data.params)).rewards([self.data.row], [trace.last_reply])[0]
        if score is None:  # nothing was said: unscored, not wrong
            raise vf.TaskError("there is no answer to judge")
        return score


class AssayConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which task, with which parameters and seed."""

    task_name: str = "scan"
    seed: int = 0
    params: dict[str, str | int] = {}


class AssayTaskset(vf.Taskset[AssayTask, AssayConfig]):  # type: ignore[misc]
    """Rows of one task for ever, in the same order for the same seed."""

    INFINITE = True

    def load(self) -> Iterator[AssayTask]:
        config = self.config
        request: dict[str, Any] = {"task": config.task_name, "params": config.params, "seed": config.seed, "endless": True}
        rows = Stream(request, rules=False)
        number = 0
        while True:
            row = rows.with_prompt(number)
            number += 1
            prompt = row.pop("prompt")
            data = AssayData(
                id=row["id"],
                prompt=prompt,
                answer=row["target"],
                row=json.dumps(dict(row)),
                task_name=config.task_name,
                params=json.dumps(config.params),
            )
            yield AssayTask(data, config.task)


__all__ = ["AssayConfig", "AssayData", "AssayTask", "AssayTaskset"]
