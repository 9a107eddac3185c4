"""assay inside the packages of others, with these packages themselves."""

import asyncio
import doctest
import importlib
import json
import pickle
import unittest
import warnings

import gymnasium
import numpy as np
import pyarrow
import reasoning_gym
from gymnasium.utils.env_checker import check_env
from reasoning_gym.composite import CompositeConfig, DatasetSpec

import assay
import assay.integrations.gymnasium
import assay.integrations.reasoning_gym as registered
from assay.integrations import trl, verl


class Arrow(unittest.TestCase):
    def test_tables_have_the_rows(self):
        for task in assay.tasks():
            data = assay.create_dataset(task, size=100, seed=2)
            self.assertEqual(pyarrow.table(data).to_pylist(), list(data), task)

    def test_stored_rows_and_polars(self):
        import polars

        data = assay.create_dataset("reascan", size=300, seed=2)
        split = data.split("random", train="50%", test="rest")
        self.assertEqual(polars.DataFrame(split.train).to_dicts(), list(split.train))


class ReasoningGym(unittest.TestCase):
    def test_every_task_in_its_own_loop(self):
        self.assertEqual(registered.register(), ["assay_" + task for task in assay.tasks()])
        for name in registered.NAMES:
            data = reasoning_gym.create_dataset(name, size=20, seed=42)
            entries = list(data)
            self.assertEqual(entries[3], data[3], name)
            for entry in entries:
                self.assertEqual(data.score_answer(entry["answer"], entry), 1.0, name)
                self.assertEqual(data.score_answer(None, entry), 0.0)
                self.assertEqual(data.score_answer("this is no answer at all", entry), 0.0)
                json.dumps(entry)
            self.assertEqual(reasoning_gym.get_score_answer_fn(name)(entries[0]["answer"], entries[0]), 1.0)

    def test_composite(self):
        specs = [DatasetSpec("assay_scan", 1, {}), DatasetSpec("assay_logic", 2, {}), DatasetSpec("leg_counting", 1, {})]
        data = reasoning_gym.composite.CompositeDataset(CompositeConfig(size=60, seed=1, datasets=specs))
        entries = list(data)
        self.assertEqual({entry["metadata"]["source_dataset"] for entry in entries}, {"assay_scan", "assay_logic", "leg_counting"})
        self.assertEqual([data.score_answer(entry["answer"], entry) for entry in entries], [1.0] * 60)
        data.update_dataset_config("assay_scan", {"conjunctions": 2})
        self.assertEqual(data.datasets["assay_scan"].config.conjunctions, 2)

    def test_neighbouring_seeds_share_rows_only_by_chance(self):
        texts = [{entry["answer"] for entry in reasoning_gym.create_dataset("assay_logic", size=200, seed=seed)} for seed in (1, 2)]
        self.assertLess(len(texts[0] & texts[1]), 60)

    def test_verdicts_equal_those_of_the_judge(self):
        data = reasoning_gym.create_dataset("assay_scan", size=1000, seed=3, prompt="bare")
        entries = list(data)
        answers = [entries[(place + place % 2) % 1000]["answer"] for place in range(1000)]
        rows = [entry["metadata"]["row"] for entry in entries]
        wanted = assay.Judge("scan").rewards(rows, answers)
        self.assertEqual([data.score_answer(answer, entry) for answer, entry in zip(answers, entries)], wanted)
        self.assertGreater(sum(wanted), 400)


class Rewards(unittest.TestCase):
    def test_trl(self):
        rows = trl.rows_for_trl("scan", 5, seed=1) + trl.rows_for_trl("gscan", 5, seed=1)
        column = [row["assay_row"] for row in rows]
        texts = [row["target"] for row in rows]
        self.assertEqual(trl.reward(completions=texts, assay_row=column, prompts=[""] * 10), [1.0] * 10)
        chat = [[{"role": "assistant", "content": f"<answer>{text}</answer>"}] for text in texts]
        self.assertEqual(trl.reward(completions=chat, assay_row=column), [1.0] * 10)
        self.assertEqual(trl.reward(completions=[None] * 10, assay_row=column), [None] * 10)

    def test_verl(self):
        for row in verl.rows_for_verl("cfq", 5, seed=1):
            told = {"data_source": row["data_source"], "ground_truth": row["reward_model"]["ground_truth"], "extra_info": row["extra_info"]}
            self.assertEqual(verl.compute_score(solution_str=told["ground_truth"], **told)["score"], 1.0)
            self.assertEqual(verl.compute_score(solution_str="SELECT", **told)["score"], 0.0)
            self.assertEqual(verl.compute_score(solution_str="", **told)["status"], "no_answer")


class Environments(unittest.TestCase):
    def test_the_checker_is_silent(self):
        for name in ("assay/GScan-v1", "assay/ReaScan-v1"):
            for mode in ("ansi", "rgb_array"):
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    check_env(gymnasium.make(name, render_mode=mode).unwrapped)

    def test_one_world_does_what_many_do(self):
        for task, name in (("gscan", "assay/GScan-v1"), ("reascan", "assay/ReaScan-v1")):
            env = gymnasium.make(name)
            rows = assay.stream(task, rules=False)
            for number in range(30):
                observation, info = env.reset(options={"row": number})
                self.assertEqual(info["id"], rows[number]["id"])
                self.assertEqual(observation["mission"], rows[number]["command"])
                total = 0.0
                for word in [*rows[number]["target"].split(","), "stop"]:
                    observation, reward, terminated, truncated, _ = env.step(assay.worlds.ACTIONS.index(word))
                    self.assertTrue(env.observation_space.contains(observation))
                    total += reward
                self.assertEqual((total, terminated, truncated), (1.0, True, False), (task, number))

    def test_vectorised(self):
        envs = gymnasium.make_vec("assay/GScan-v1", num_envs=16, vectorization_mode="vector_entry_point")
        first, _ = envs.reset(seed=3)
        again, _ = envs.reset(seed=3)
        np.testing.assert_array_equal(first["image"], again["image"])
        chance = np.random.default_rng(0)
        for _ in range(200):
            observation, rewards, terminated, truncated, _ = envs.step(chance.integers(7, size=16))
            self.assertTrue(envs.observation_space.contains(observation))
            self.assertFalse((terminated & truncated).any())
            self.assertTrue(((rewards == 0) | (rewards == 1)).all())


class TaskSets(unittest.TestCase):
    def test_verifiers(self):
        try:
            from assay.integrations.verifiers import AssayConfig, AssayTaskset
        except ImportError as problem:
            self.skipTest(str(problem))

        class Trace:
            def __init__(self, reply):
                self.last_reply, self.num_turns = reply, 1

        for name in assay.tasks():
            tasks = list(AssayTaskset(AssayConfig(task_name=name, seed=5)).take(5))
            self.assertEqual([task.data.idx for task in tasks], list(range(5)))
            self.assertEqual(len({task.key for task in tasks}), 5)
            for task in tasks:
                self.assertEqual(asyncio.run(task.correct(Trace(task.data.answer))), 1.0)
                self.assertTrue(asyncio.run(task.single_turn(Trace(""))))
                with self.assertRaises(Exception):
                    asyncio.run(task.correct(Trace("")))

    def test_torch(self):
        try:
            from torch.utils.data import DataLoader
        except ImportError as problem:
            self.skipTest(str(problem))
        from assay.integrations.torch import EndlessRows

        data = assay.create_dataset("scan", size=40, seed=1)
        for workers in (0, 2):
            loader = DataLoader(data, batch_size=8, collate_fn=list, num_workers=workers)
            self.assertEqual([row for batch in loader for row in batch], list(data))
        loader = DataLoader(EndlessRows("logic", seed=1), batch_size=64, collate_fn=list, num_workers=2)
        batches = iter(loader)
        ids = [row["id"] for _ in range(6) for row in next(batches)]
        self.assertEqual(len(set(ids)), len(ids))

    def test_hugging_face(self):
        import itertools

        import datasets

        from assay.integrations.huggingface import to_dataset, to_iterable

        data = assay.create_dataset("gscan", size=200, seed=1)
        self.assertEqual(list(to_dataset(data)), list(data))
        endless = to_iterable("scan", seed=1)
        self.assertEqual(len({row["id"] for row in itertools.islice(endless, 200)}), 200)
        import os, tempfile

        with tempfile.TemporaryDirectory() as folder:
            data.save(os.path.join(folder, "set"))
            loaded = datasets.load_dataset(os.path.join(folder, "set"), cache_dir=os.path.join(folder, "cache"))
            self.assertEqual(list(loaded["full"]), list(data))

    def test_examples_in_help_texts(self):
        for name in ("reasoning_gym", "trl", "verl", "gymnasium", "torch", "huggingface", "verifiers"):
            try:
                module = importlib.import_module("assay.integrations." + name)
            except ImportError as problem:
                print("skipped:", name, problem)
                continue
            results = doctest.testmod(module)
            self.assertEqual((results.failed, results.attempted > 0), (0, True), name)

    def test_registered_classes_are_pickled(self):
        data = reasoning_gym.create_dataset("assay_scan", size=5, seed=1)
        self.assertEqual(list(pickle.loads(pickle.dumps(data))), list(data))


if __name__ == "__main__":
    unittest.main()
