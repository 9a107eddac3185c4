"""Rewards inside TRL's own trainer, on a model that is tiny and made here; a curriculum in reasoning-gym's own experiment; verl's reward manager;
verifiers' own evaluation, against a server on this machine."""

import glob
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import assay


def tiny_model(texts):
    """A model of two layers with random weights, and a tokenizer of the words of these texts."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel(unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.train_from_iterator(texts, trainers.WordLevelTrainer(special_tokens=["<unk>", "<pad>", "<eos>"]))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>", pad_token="<pad>", eos_token="<eos>")
    torch.manual_seed(1)
    size = GPT2Config(
        vocab_size=len(tokenizer), n_positions=2048, n_embd=16, n_layer=2, n_head=2, bos_token_id=2, eos_token_id=2, pad_token_id=1
    )
    return GPT2LMHeadModel(size), tokenizer


class Trl(unittest.TestCase):
    def test_rewards_reach_the_trainer(self):
        try:
            import torch
            from datasets import Dataset
            from trl import GRPOConfig, GRPOTrainer
        except ImportError as problem:
            self.skipTest(str(problem))
        from assay.integrations.trl import reward, rows_for_trl

        rows = rows_for_trl("scan", 8, seed=1, difficulty=0) + rows_for_trl("logic", 8, seed=1)
        model, tokenizer = tiny_model([row["prompt"] + row["target"] for row in rows])
        seen = []

        def judged(completions, assay_row, **more):
            # Every fourth completion is the reference answer, every fifth is silent.
            texts = list(completions)
            for place in range(0, len(texts), 4):
                texts[place] = more["target"][place]
            for place in range(1, len(texts), 4):
                texts[place] = ""
            scores = reward(completions=texts, assay_row=assay_row, **more)
            seen.append(scores)
            return scores

        with tempfile.TemporaryDirectory() as folder:
            settings = GRPOConfig(
                output_dir=folder, per_device_train_batch_size=8, num_generations=4, max_completion_length=8, max_steps=2,
                report_to=[], use_cpu=True, logging_steps=1, save_strategy="no", disable_tqdm=True, seed=1,
            )  # fmt: skip
            trainer = GRPOTrainer(
                model=model, reward_funcs=[judged, reward], args=settings, train_dataset=Dataset.from_list(rows), processing_class=tokenizer
            )
            before = [parameter.detach().clone() for parameter in model.parameters()]
            trainer.train()
        self.assertGreaterEqual(len(seen), 2)
        for scores in seen:
            self.assertEqual(scores[0::4], [1.0] * (len(scores) // 4))
            self.assertEqual(scores[1::4], [None] * (len(scores) // 4))
        logged = [line for line in trainer.state.log_history if "rewards/judged/mean" in line]
        self.assertEqual(len(logged), 2)
        for line in logged:  # what is not judged is left out of the mean: 1 of 3 is right, not 1 of 4
            self.assertAlmostEqual(line["rewards/judged/mean"], 1 / 3, places=4)
        self.assertTrue(any(not torch.equal(a, b) for a, b in zip(before, model.parameters())))


class Verl(unittest.TestCase):
    def test_rewards_reach_its_manager(self):
        try:
            import torch
            from verl import DataProto
            from verl.workers.reward_manager import NaiveRewardManager
        except ImportError as problem:
            self.skipTest(str(problem))
        import numpy as np

        from assay.integrations.verl import compute_score, rows_for_verl

        rows = rows_for_verl("scan", 8, seed=1, difficulty=2)
        right = [row["reward_model"]["ground_truth"] for row in rows]
        said = [text if place % 2 else "I_WALK" for place, text in enumerate(right)]
        _, tokenizer = tiny_model([*right, "I_WALK"])
        numbers = [tokenizer(text)["input_ids"] for text in said]
        longest = max(map(len, numbers))
        responses = torch.tensor([each + [1] * (longest - len(each)) for each in numbers])
        prompts = torch.zeros((len(rows), 2), dtype=torch.long)
        mask = torch.cat([torch.ones_like(prompts), (responses != 1).long()], dim=1)
        keys = ("data_source", "reward_model", "extra_info")
        data = DataProto.from_dict(
            tensors={"prompts": prompts, "responses": responses, "attention_mask": mask},
            non_tensors={key: np.array([row[key] for row in rows], dtype=object) for key in keys},
        )
        told = NaiveRewardManager(tokenizer=tokenizer, num_examine=0, compute_score=compute_score)(data, return_dict=True)
        self.assertEqual(told["reward_tensor"].sum(dim=1).tolist(), [float(text == target) for text, target in zip(said, right)])
        self.assertEqual(list(told["reward_extra_info"]["status"]), ["right" if text == target else "wrong" for text, target in zip(said, right)])


class Server(http.server.BaseHTTPRequestHandler):
    """Answers prompts that it knows, in the form of OpenAI's streams."""

    replies = {}

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        content = asked["messages"][-1]["content"]
        if isinstance(content, list):
            content = "".join(part.get("text", "") for part in content)
        head = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "dummy"}
        said = {"index": 0, "delta": {"role": "assistant", "content": self.replies[content]}, "finish_reason": None}
        end = {"index": 0, "delta": {}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        events = [{**head, "choices": [said]}, {**head, "choices": [end]}, {**head, "choices": [], "usage": usage}]
        stream = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.write(stream.encode())

    def log_message(self, *words):
        pass


class Verifiers(unittest.TestCase):
    def test_its_own_evaluation(self):
        from assay.integrations.verifiers import AssayConfig, AssayTaskset

        count = 9
        tasks = list(AssayTaskset(AssayConfig(task_name="scan", seed=5, params={"difficulty": 2})).take(count))
        said = [[task.data.answer, "I_WALK", ""][number % 3] for number, task in enumerate(tasks)]
        Server.replies = {task.data.prompt: text for task, text in zip(tasks, said)}
        wanted = {task.data.id: [1.0, 0.0, None][number % 3] for number, task in enumerate(tasks)}
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryDirectory() as folder:
            # Its ids of task sets are names of modules without dots.
            with open(os.path.join(folder, "my_rows.py"), "w") as file:
                file.write('from assay.integrations.verifiers import AssayTaskset\n\n__all__ = ["AssayTaskset"]\n')
            programs = os.path.dirname(sys.executable)
            paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
            place = {**os.environ, "HOME": folder, "DUMMY_KEY": "none", "PATH": programs + os.pathsep + os.environ["PATH"]}
            words = [
                os.path.join(programs, "vf-eval"), "my_rows", "-n", str(count), "--model", "dummy", "--client.api-key-var", "DUMMY_KEY",
                "--client.base-url", f"http://127.0.0.1:{server.server_port}/v1", "--env.taskset.seed", "5", "--env.taskset.params.difficulty", "2",
                "--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess", "--no-push", "--no-rich", "-o", folder,
            ]  # fmt: skip
            done = subprocess.run(words, env={**place, "PYTHONPATH": os.pathsep.join(paths)}, capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            found = {}
            for path in glob.glob(os.path.join(folder, "**", "traces.jsonl"), recursive=True):
                with open(path) as lines:
                    for line in lines:
                        rollout = json.loads(line)["traces"][0]
                        reward = rollout["rewards"]["correct"]
                        found[rollout["task"]["data"]["id"]] = None if reward is None else reward["score"]
                        self.assertEqual(rollout["ok"], reward is not None)  # without a verdict: an error, not a zero
        server.shutdown()
        self.assertEqual(found, wanted)


class Curricula(unittest.TestCase):
    def test_levels_rise_in_its_own_experiment(self):
        import reasoning_gym
        from reasoning_gym.coaching import CurriculumExperiment, CurriculumExperimentConfig
        from reasoning_gym.coaching.curriculum_config import CurriculumAttributeConfig
        from reasoning_gym.factory import create_curriculum

        import assay.integrations.reasoning_gym as registered

        for name in registered.NAMES:
            task = name.removeprefix(registered.PREFIX)
            curriculum = create_curriculum(name)
            levels = assay.describe(task)["difficulty"]
            for level in range(10):
                self.assertEqual(curriculum.get_attr_level("difficulty"), level)
                config = curriculum.generate_configuration({"size": 2, "seed": 5})
                data = reasoning_gym.create_dataset(name, **{field: getattr(config, field) for field in ("size", "seed", "difficulty")})
                entry = data[0]
                self.assertEqual(entry["metadata"]["difficulty"], {"difficulty": level})
                self.assertEqual(entry["metadata"]["row"]["id"], assay.stream(task, seed=5, rules=False, **levels[level]).with_prompt(0)["id"])
                self.assertEqual(data.score_answer(entry["answer"], entry), 1.0)
                self.assertEqual(curriculum.increment_attr_level("difficulty"), level < 9)

        wanted = {"assay_scan": CurriculumAttributeConfig(attribute_levels={"*": 0}, weight=1.0)}
        experiment = CurriculumExperiment(
            name="levels", config=CurriculumExperimentConfig(curricula=wanted), size=20, seed=3
        )
        for level in range(3):
            for index in range(4):
                entry = experiment.get_dataset_entry(index)
                self.assertEqual(entry["metadata"]["difficulty"], {"difficulty": level})
                self.assertEqual(experiment.score_answer_with_id(entry["answer"], entry["metadata"]["entry_id"]), 1.0)
            experiment.update_difficulty("assay_scan", "increment")


if __name__ == "__main__":
    unittest.main()
