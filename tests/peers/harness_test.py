"""Exports run inside lm-evaluation-harness and Inspect: their verdicts are those of assay score.

The model is a dummy: it gives the reference solver's answers, some of them spoiled. ASSAY names the program.
"""

import json
import math
import os
import subprocess
import tempfile
from pathlib import Path

import lm_eval
from inspect_ai import eval as inspect_eval
from inspect_ai.log import write_eval_log
from inspect_ai.model import ModelAPI, ModelOutput, get_model, modelapi
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

TASKS = {"scan": [], "logic": ["--shots", "2", "--shots-from", "train"]}
ROWS = 120


def assay(*words):
    done = subprocess.run([os.environ["ASSAY"], *words], capture_output=True, text=True)
    assert done.returncode == 0, f"assay {' '.join(words)}: {done.stderr}"
    return done.stdout


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def spoiled(number, answer, other):
    """What a model might say: right answers in several forms, and four kinds of failure."""
    forms = [
        answer,
        f"<answer>{answer}</answer>",
        f"<think>It may be {other}.</think>\n<answer>{answer}</answer>",
        f"<answer>{other}</answer>",
        f"I would say {answer}, but who knows?",
        "",
        "%%% !!!",
    ]
    return forms[number % len(forms)]


class DummyLM(LM):
    """Answers prompts that it knows."""

    def __init__(self, replies):
        super().__init__()
        self.replies = replies

    def generate_until(self, requests, disable_tqdm=False):
        return [self.replies[request.args[0]] for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        raise NotImplementedError


REPLIES = {}


@modelapi(name="assay_dummy")
class DummyAPI(ModelAPI):
    """The same for Inspect."""

    async def generate(self, input, tools, tool_choice, config):
        return ModelOutput.from_content(self.model_name, REPLIES[input[-1].text])


def lm_eval_statuses(folder, name, replies):
    done = lm_eval.simple_evaluate(
        model=DummyLM(replies),
        tasks=[name],
        task_manager=TaskManager(include_path=str(folder), include_defaults=False),
        log_samples=True,
        bootstrap_iters=0,
    )
    samples = done["samples"][name]
    statuses = {}
    for sample in samples:
        told = [key for key in ("right", "unparsable", "no_answer") if sample[key] == 1.0]
        statuses[sample["doc"]["id"]] = told[0] if told else "wrong"
    right = sum(status == "right" for status in statuses.values())
    assert math.isclose(done["results"][name]["right,none"], right / len(statuses))
    return statuses, samples


def inspect_statuses(folder, name, replies):
    REPLIES.clear()
    REPLIES.update(replies)
    logs = inspect_eval(
        os.path.relpath(folder / f"{name}.py"),  # Inspect takes no other paths
        model=get_model("assay_dummy/dummy"),
        log_dir=str(folder / "logs"),
        display="none",
    )
    assert logs[0].status == "success", logs[0].error
    statuses = {}
    for sample in logs[0].samples:
        score = sample.scores["assay_judge"]
        statuses[sample.id] = score.metadata["status"]
        if score.metadata["status"] == "no_answer":
            assert math.isnan(score.value)
        else:
            assert (score.value == "C") == (score.metadata["status"] == "right")
    return statuses, logs[0]


def statuses_of_score(data, predictions, place):
    verdicts = place / "verdicts.jsonl"
    assay("score", str(data), str(predictions), "--split", "r", "--verdicts", str(verdicts))
    return {each["id"]: each["status"] for each in json_lines(verdicts.read_text())}


def check_task(task, flags, place):
    data = place / task
    assay("generate", task, "-n", str(ROWS), "-q", "--out", str(data))
    assay("split", str(data), "--method", "random", "--name", "r", "--train", "40%", "-q")
    prompts = json_lines(assay("export", str(data), "--split", "r", "--prompt", "instructed", *flags))
    solved = {each["id"]: each["answer"] for each in json_lines(assay("solve", task, str(data)))}
    said = {}
    for number, line in enumerate(prompts):
        other = solved[prompts[(number + 1) % len(prompts)]["id"]]
        said[line["id"]] = spoiled(number, solved[line["id"]], other)
    replies = {line["prompt"]: said[line["id"]] for line in prompts}
    assert len(replies) == len(prompts), "two rows have the same prompt"

    ours = place / f"{task}.jsonl"
    ours.write_text("".join(json.dumps({"id": id, "answer": text}) + "\n" for id, text in said.items()))
    expected = statuses_of_score(data, ours, place)
    assert len(expected) == len(prompts)
    assert set(expected.values()) == {"right", "wrong", "unparsable", "no_answer"}, expected

    name = f"assay_{task}_r"
    for program, run in {"lm-eval": lm_eval_statuses, "inspect": inspect_statuses}.items():
        folder = place / f"{task}_{program}"
        assay("export", str(data), "--split", "r", "--prompt", "instructed", *flags, "--format", program,
              "--out", str(folder), "-q")
        statuses, log = run(folder, name, replies)
        different = {id: (statuses.get(id), status) for id, status in expected.items() if statuses.get(id) != status}
        assert not different, f"{task} in {program}: {different}"
        # What the other program logged is read back with the same verdicts.
        written = place / f"{task}_{program}.json"
        if program == "inspect":
            write_eval_log(log, str(written), format="json")
        else:
            written.write_text("".join(json.dumps(sample, default=str) + "\n" for sample in log))
        assert statuses_of_score(data, written, place) == expected, f"{task}: the log of {program}"
        print(f"{task} in {program}: {len(expected)} verdicts are the same, and so are those of its log")


def main():
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        for task, flags in TASKS.items():
            check_task(task, flags, Path(place))


if __name__ == "__main__":
    main()
