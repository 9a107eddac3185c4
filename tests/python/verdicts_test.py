"""Verdicts inside the packages of others are those of the program, for every task. VERDICT_ROWS says on how many rows (1,000)."""

import asyncio
import json
import math
import os
import subprocess
import tempfile
import unittest

import assay

PROGRAM = os.environ["ASSAY"]
ROWS = int(os.environ.get("VERDICT_ROWS", "1000"))
FORMS = 7


def said(rows):
    """What a model might say: right answers in several forms, and four kinds of failure."""
    answers = []
    for number, row in enumerate(rows):
        right, other = row["target"], rows[(number + 1) % len(rows)]["target"]
        forms = [
            right,
            f"<answer>{right}</answer>",
            f"<think>It may be {other}.</think>\n<answer>{right}</answer>",
            f"<answer>{other}</answer>",
            f"I would say {right}, but who knows?",
            "",
            "%%% !!!",
        ]
        assert len(forms) == FORMS
        answers.append(forms[number % FORMS])
    return answers


def by_program(task, rows, answers):
    """Status and score of each, by `assay judge`."""
    lines = [json.dumps({**row, "answer": answer}) for row, answer in zip(rows, answers)]
    done = subprocess.run([PROGRAM, "judge", task, "-"], input="\n".join(lines).encode(), stdout=subprocess.PIPE, check=True)
    return [(verdict["status"], verdict["score"]) for verdict in map(json.loads, done.stdout.splitlines())]


class Case:
    def __init__(self, task):
        self.task = task
        self.data = assay.create_dataset(task, size=ROWS, seed=9, rules=False)
        self.rows = list(self.data)
        self.answers = said(self.rows)
        self.wanted = by_program(task, self.rows, self.answers)
        self.statuses = [status for status, _ in self.wanted]
        self.scores = [score for _, score in self.wanted]


CASES = {}


def cases():
    for task in assay.tasks():
        if task not in CASES:
            CASES[task] = Case(task)
        yield CASES[task]


class Verdicts(unittest.TestCase):
    def test_there_are_all_kinds(self):
        for case in cases():
            self.assertEqual(len(case.wanted), len(case.rows))
            self.assertGreaterEqual(set(case.statuses), {"right", "wrong", "no_answer"}, case.task)

    def test_assay_itself(self):
        for case in cases():
            self.assertEqual(assay.rewards(case.rows, case.answers), case.scores, case.task)
            if len(case.rows) == ROWS:  # a row for each number
                got = [None if math.isnan(score) else score for score in case.data.scores(case.answers)]
                self.assertEqual(got, case.scores, case.task)

    def test_arrow_and_hugging_face(self):
        from assay.integrations.huggingface import to_dataset

        for case in cases():
            rows = list(to_dataset(case.data))
            self.assertEqual(assay.rewards(rows, case.answers), case.scores, case.task)

    def test_torch(self):
        from torch.utils.data import DataLoader

        for case in cases():
            loader = DataLoader(case.data, batch_size=100, collate_fn=list, num_workers=2)
            rows = [row for batch in loader for row in batch]
            self.assertEqual(assay.rewards(rows, case.answers), case.scores, case.task)

    def test_reasoning_gym(self):
        import reasoning_gym

        import assay.integrations.reasoning_gym

        for task in assay.tasks():
            data = reasoning_gym.create_dataset("assay_" + task, size=ROWS, seed=9)
            entries = list(data)
            rows = [entry["metadata"]["row"] for entry in entries]
            answers = said(rows)
            wanted = [score or 0.0 for _, score in by_program(task, rows, answers)]
            self.assertEqual([data.score_answer(answer, entry) for answer, entry in zip(answers, entries)], wanted, task)

    def test_trl(self):
        from assay.integrations.trl import reward, rows_for_trl

        for case in cases():
            rows = rows_for_trl(case.task, ROWS, seed=9)
            self.assertEqual([row["id"] for row in rows], [row["id"] for row in case.rows])
            column = [row["assay_row"] for row in rows]
            self.assertEqual(reward(completions=case.answers, assay_row=column), case.scores, case.task)

    def test_verl(self):
        from assay.integrations.verl import compute_score, rows_for_verl

        for case in cases():
            for row, answer, (status, score) in zip(rows_for_verl(case.task, ROWS, seed=9), case.answers, case.wanted):
                got = compute_score(row["data_source"], answer, row["reward_model"]["ground_truth"], row["extra_info"])
                self.assertEqual((got["status"], got["score"]), (status, score or 0.0), case.task)

    def test_verifiers(self):
        import verifiers.v1 as vf

        from assay.integrations.verifiers import AssayConfig, AssayTaskset

        class Trace:
            num_turns = 1

            def __init__(self, reply):
                self.last_reply = reply

        async def score(task, answer):
            try:
                return await task.correct(Trace(answer))
            except vf.TaskError:
                return None

        async def scores(tasks, answers):
            return [await score(task, answer) for task, answer in zip(tasks, answers)]

        for name in assay.tasks():
            tasks = list(AssayTaskset(AssayConfig(task_name=name, seed=9)).take(ROWS))
            rows = [json.loads(task.data.row) for task in tasks]
            answers = said(rows)
            wanted = [score for _, score in by_program(name, rows, answers)]
            self.assertEqual(asyncio.run(scores(tasks, answers)), wanted, name)

    def test_lm_eval(self):
        import lm_eval
        from lm_eval.api.model import LM

        from assay.integrations.lm_eval import harness_task

        class Dummy(LM):
            def __init__(self, replies):
                super().__init__()
                self.replies = replies

            def generate_until(self, requests, disable_tqdm=False):
                return [self.replies[request.args[0]] for request in requests]

            def loglikelihood(self, requests, disable_tqdm=False):
                raise NotImplementedError

            loglikelihood_rolling = loglikelihood

        for case in cases():
            prompts = [row["prompt"] for row in case.data.with_prompts()]
            replies = dict(zip(prompts, case.answers))  # where two rows are equal, the last one's answer
            wanted = by_program(case.task, case.rows, [replies[prompt] for prompt in prompts])
            done = lm_eval.simple_evaluate(
                model=Dummy(replies), tasks=[harness_task(case.task, size=ROWS, seed=9)], log_samples=True, bootstrap_iters=0
            )
            name = "assay_" + case.task
            statuses = {}
            for sample in done["samples"][name]:
                told = [status for status in ("right", "unparsable", "no_answer") if sample[status] == 1.0]
                statuses[sample["doc"]["id"]] = told[0] if told else "wrong"
            self.assertEqual(statuses, {row["id"]: status for row, (status, _) in zip(case.rows, wanted)}, case.task)
            right = sum(status == "right" for status, _ in wanted) / len(wanted)
            self.assertAlmostEqual(done["results"][name]["right,none"], right)

    def test_inspect(self):
        from inspect_ai import eval as inspect_eval
        from inspect_ai.model import ModelAPI, ModelOutput, get_model, modelapi

        from assay.integrations.inspect_ai import assay_rows

        replies = {}

        @modelapi(name="assay_listener")
        class Dummy(ModelAPI):
            async def generate(self, input, tools, tool_choice, config):
                return ModelOutput.from_content(self.model_name, replies[input[-1].text])

        for case in cases():
            prompts = [row["prompt"] for row in case.data.with_prompts()]
            replies.clear()
            replies.update(zip(prompts, case.answers))
            wanted = by_program(case.task, case.rows, [replies[prompt] for prompt in prompts])
            with tempfile.TemporaryDirectory() as folder:
                task = assay_rows(case.task, size=ROWS, seed=9)
                log = inspect_eval(task, model=get_model("assay_listener/dummy"), log_dir=folder, display="none")[0]
                samples = list(log.samples or [])  # read when they are asked for
            self.assertEqual(log.status, "success", log.error)
            by_id = {}
            for sample in samples:
                score = sample.scores["assay_judge"]
                by_id[sample.id] = score.metadata["status"]
                if score.metadata["status"] == "no_answer":
                    self.assertTrue(math.isnan(score.value))
                else:
                    self.assertEqual(score.value == "C", score.metadata["status"] == "right")
            self.assertEqual(by_id, {row["id"]: status for row, (status, _) in zip(case.rows, wanted)}, case.task)
            judged = [status for status, _ in wanted if status != "no_answer"]
            right = sum(status == "right" for status in judged) / len(judged)
            self.assertAlmostEqual(log.results.scores[0].metrics["accuracy"].value, right)

    def test_gymnasium(self):
        import gymnasium

        import assay.integrations.gymnasium

        actions = assay.worlds.ACTIONS
        for task, name in (("gscan", "assay/GScan-v1"), ("reascan", "assay/ReaScan-v1")):
            env = gymnasium.make(name)
            rows = assay.stream(task, rules=False).take(ROWS)
            ways = []
            for number, row in enumerate(rows):
                way = rows[(number + number % 2) % len(rows)]["target"].split(",")
                ways.append(way[:-1] if number % 5 == 0 else way)
            wanted = [score or 0.0 for _, score in by_program(task, rows, [",".join(way) for way in ways])]
            got = []
            for number, way in enumerate(ways):
                env.reset(options={"row": number})
                total, ended = 0.0, False
                for word in [*way, "stop"]:
                    if ended:
                        break
                    _, reward, terminated, truncated, _ = env.step(actions.index(word))
                    total, ended = total + reward, terminated or truncated
                got.append(total)
            self.assertEqual(got, wanted, task)
            self.assertTrue(0.3 < sum(got) / len(got) < 0.9)


if __name__ == "__main__":
    unittest.main()
