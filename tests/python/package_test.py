"""The package as users meet it: data sets, judging, graphs, errors. ASSAY names the program, for the same bytes."""

import doctest
import importlib
import inspect
import json
import multiprocessing
import os
import pickle
import pkgutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import assay

PROGRAM = os.environ["ASSAY"]
HEAVY = ("numpy", "pyarrow", "torch", "datasets", "gymnasium", "reasoning_gym", "tqdm", "multiprocessing", "asyncio")


def by_program(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, check=True).stdout


def first_input(data):
    return data[0]["input"]


class SameBytes(unittest.TestCase):
    def test_rows_are_those_of_the_program(self):
        for task in assay.tasks():
            with self.subTest(task=task):
                size = "60"
                wanted = by_program("generate", task, "-n", size, "--seed", "5")
                self.assertEqual(assay.create_dataset(task, size=60, seed=5).to_jsonl(), wanted)
                rows = [json.loads(line) for line in wanted.splitlines()]
                self.assertEqual(list(assay.create_dataset(task, size=60, seed=5)), rows)

    def test_parameters_count(self):
        wanted = by_program("generate", "scan", "-n", "50", "--set", "conjunctions=2")
        self.assertEqual(assay.create_dataset("scan", size=50, conjunctions=2).to_jsonl(), wanted)

    def test_levels_are_those_of_the_program(self):
        for task in assay.tasks():
            with self.subTest(task=task):
                levels = assay.describe(task)["difficulty"]
                self.assertEqual(len(levels), 10)
                wanted = by_program("generate", task, "-n", "20", "--difficulty", "3")
                self.assertEqual(assay.create_dataset(task, size=20, difficulty=3).to_jsonl(), wanted)
                self.assertEqual(assay.create_dataset(task, size=20, **levels[3]).to_jsonl(), wanted)
                self.assertEqual(assay.stream(task, difficulty=3)[0], json.loads(wanted.splitlines()[0]))
                name, value = list(levels[3].items())[-1]
                self.assertEqual(str(assay.create_dataset(task, size=1, difficulty=9, **{name: value}).params.get(name, value)), value)
        for wrong in (10, -1, "hard", 1.5, True):
            with self.assertRaises(assay.UsageError):
                assay.create_dataset("scan", size=1, difficulty=wrong)

    def test_a_saved_folder_is_the_program_s(self):
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = os.path.join(folder, "a"), os.path.join(folder, "b")
            saved = assay.create_dataset("scan", size=300, seed=2).save(ours)
            by_program("generate", "scan", "-n", "300", "--seed", "2", "--out", theirs, "--quiet")
            for name in ("manifest.json", "README.md", "data/all-00000-of-00001.jsonl"):
                with open(os.path.join(ours, name), "rb") as a, open(os.path.join(theirs, name), "rb") as b:
                    self.assertEqual(a.read(), b.read(), name)
            self.assertTrue(saved.verify()["holds"])
            saved.split("random", name="half", train="50%", test="rest")
            by_program("split", theirs, "--method", "random", "--name", "half", "--train", "50%", "--quiet")
            with open(os.path.join(ours, "splits/half.json"), "rb") as a, open(os.path.join(theirs, "splits/half.json"), "rb") as b:
                self.assertEqual(a.read(), b.read())

    def test_verdicts_are_the_program_s(self):
        for task in ("scan", "logic", "gscan", "cfq"):
            data = assay.create_dataset(task, size=50, seed=3)
            rows = list(data)
            answers = [rows[0]["target"], "", "nonsense", None] + [row["target"] for row in rows[4:49]] + [rows[1]["target"]]
            lines = [json.dumps({**row, "answer": answer}) for row, answer in zip(rows, answers)]
            said = subprocess.run(
                [PROGRAM, "judge", task, "-"], input="\n".join(lines).encode(), stdout=subprocess.PIPE, check=True
            ).stdout
            wanted = [(line["status"], line["score"], line["why"]) for line in map(json.loads, said.splitlines())]
            got = [(verdict.status, verdict.score, verdict.why) for verdict in data.judge_of_task.judge_batch(rows, answers)]
            self.assertEqual(got, wanted, task)


    def test_scores_by_number_are_the_judge_s(self):
        for task in ("scan", "logic", "curi"):
            data = assay.create_dataset(task, size=90, seed=3, rules=False)
            rows = list(data)
            answers = [rows[0]["target"], "", "nonsense", None] + [row["target"] for row in rows[4:80]] + [rows[1]["target"]] * 10
            wanted = assay.rewards(rows, answers)
            got = [None if score != score else score for score in data.scores(answers)]
            self.assertEqual(got, wanted, task)
            self.assertEqual(list(data[4:80].scores(answers[4:80])), [1.0] * 76)
            self.assertEqual(len(data.scores([])), 0)
            for wrong in (answers + [""], [1], 3, [b""]):
                with self.assertRaises((TypeError, ValueError)):
                    data.scores(wrong)


class Datasets(unittest.TestCase):
    def setUp(self):
        self.data = assay.create_dataset("scan", size=1000, seed=7)

    def test_numbers_and_slices(self):
        rows = list(self.data)
        self.assertEqual(len(rows), 1000)
        self.assertEqual(self.data[-1], rows[999])
        self.assertEqual(list(self.data[10:20]), rows[10:20])
        self.assertEqual(list(self.data[990::-330]), rows[990::-330])
        self.assertEqual(self.data[10:20][2:4][1], rows[13])
        self.assertEqual(len(self.data[5:5]), 0)
        for wrong in (1000, -1001):
            with self.assertRaises(IndexError):
                self.data[wrong]
        with self.assertRaises(TypeError):
            self.data["1"]

    def test_repr_makes_it_again(self):
        more = assay.create_dataset("scan", size=50, seed=3, rules=False, conjunctions=2)
        for data in (self.data, more, self.data[3:9]):
            self.assertEqual(list(eval(repr(data))), list(data))

    def test_pickled_and_in_workers(self):
        for data in (self.data, self.data[5:10], assay.create_dataset("logic", size=20, rules=False)):
            again = pickle.loads(pickle.dumps(data))
            self.assertEqual(again, data)
            self.assertEqual(list(again), list(data))
        row = pickle.loads(pickle.dumps(self.data[0]))
        self.assertEqual((row, row.task), (self.data[0], "scan"))
        for method in ("spawn", "fork"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(first_input, [self.data[n:] for n in range(4)]), [self.data[n]["input"] for n in range(4)])

    def test_a_hundred_threads(self):
        wanted = self.data.to_jsonl()
        row, wrong = self.data[0], []

        def read(number):
            if self.data.to_jsonl() != wanted or not assay.judge(row, row["target"]) or self.data[number] != json.loads(wanted.splitlines()[number]):
                wrong.append(number)

        threads = [threading.Thread(target=read, args=(number,)) for number in range(100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_streams_seek_and_never_end(self):
        stream = assay.stream("logic", seed=3)
        first = stream.take(5)
        self.assertEqual([stream[n] for n in range(5)], first)
        stream.seek(2)
        self.assertEqual(next(pickle.loads(pickle.dumps(stream))), first[2])
        self.assertEqual(stream.tell(), 2)
        finite = assay.stream("scan", seed=1)
        self.assertEqual(finite[3], finite[3 + 20910])
        self.assertEqual(finite[10**12]["id"].split(":")[0], "scan")

    def test_splits_and_reports(self):
        split = self.data.split("mcd", name="hard", train="40%", test="40%", effort="quick")
        self.assertEqual(len(split.train), split.rows["train"])
        self.assertEqual(self.data.splits, ["hard"])
        self.assertIn("pairs", split.measure())
        answers = [row["target"] for row in split.test]
        self.assertEqual(split.score(answers)["accuracy"], 1.0)
        worse = ["I_WALK"] + answers[1:]
        compared = self.data.compare(answers, worse, split="hard")
        self.assertTrue(compared)
        page = self.data.report()
        self.assertIn("<html", page.html)
        self.assertIn("iframe", page._repr_html_())
        with self.assertRaises(assay.UsageError):
            self.data[3:5].split("random")

    def test_graphs_and_pictures(self):
        row = self.data[0]
        graph = row.graph
        self.assertEqual(len(graph), len(row["rules"]))
        self.assertTrue(all(used < user for user, used in graph.edges()))
        self.assertIn(graph.root.rule, graph.tree().splitlines()[0])
        self.assertTrue(graph._repr_svg_().lstrip().startswith("<"))
        without = assay.create_dataset("scan", size=1000, seed=7, rules=False)[0]
        self.assertEqual(list(without.graph), list(graph))
        world = assay.create_dataset("gscan", size=1, seed=1)[0]
        self.assertIn("<svg", world.picture()._repr_svg_())
        self.assertIn("agent", world.sketch(question=True))
        with self.assertRaises(assay.UnsupportedError):
            row.picture()
        self.assertIn("<table>", row._repr_html_())


class Judging(unittest.TestCase):
    def test_a_row_is_enough(self):
        for task in assay.tasks():
            with self.subTest(task=task):
                row = assay.create_dataset(task, size=2, seed=1)[1]
                plain = json.loads(json.dumps(row))
                self.assertTrue(assay.judge(plain, plain["target"]))
                self.assertIsNone(assay.judge(plain, None).score)
                self.assertEqual(assay.rewards([plain, plain], [plain["target"], None]), [1.0, None])

    def test_other_parameters_are_asked_for(self):
        row = dict(assay.create_dataset("scan", size=1, conjunctions=3)[0])
        assay.judging._judges.clear()
        with self.assertRaisesRegex(assay.UsageError, "give params="):
            assay.judge(row, "I_JUMP")
        self.assertTrue(assay.judge(row, row["target"], params={"conjunctions": 3}))
        self.assertTrue(assay.judge(row, row["target"]))

    def test_worlds_reward_what_is_right(self):
        data = assay.create_dataset("reascan", size=20, seed=1)
        worlds = assay.Worlds(data, 20, most_steps=200)
        plans = [[assay.worlds.ACTIONS.index(word) for word in row["target"].split(",")] + [6] for row in data]
        total = [0.0] * 20
        for step in range(200):
            worlds.step(plan[step] if step < len(plan) else 3 for plan in plans)
            total = [sum(pair) for pair in zip(total, memoryview(worlds.rewards).cast("f"))]
        self.assertEqual(total, [1.0] * 20)


class Errors(unittest.TestCase):
    def test_kinds(self):
        cases = [
            (assay.UsageError, ValueError, lambda: assay.create_dataset("scna")),
            (assay.UsageError, ValueError, lambda: assay.create_dataset("scan", size=30_000)),
            (assay.UsageError, ValueError, lambda: assay.create_dataset("scan", conjunction=1)),
            (assay.UsageError, ValueError, lambda: assay.run("nothing")),
            (assay.StorageError, OSError, lambda: assay.open("/nowhere")),
            (assay.DataError, ValueError, lambda: assay.open("/")),
            (assay.DataError, ValueError, lambda: assay.judge({"id": "scan:0:1:0", "input": "x"}, "y", task="scan")),
            (assay.UnsupportedError, NotImplementedError, lambda: assay.run("digests", task="scan")),
            (assay.StorageError, OSError, lambda: assay.create_dataset("scan", size=3).save("/proc/none/scan")),
        ]
        for kind, builtin, call in cases:
            with self.assertRaises(kind) as caught:
                call()
            self.assertIsInstance(caught.exception, builtin)
            self.assertNotIn("\n", str(caught.exception))

    def test_a_missing_column_is_named(self):
        with self.assertRaisesRegex(assay.DataError, 'the row lacks the column "target"'):
            assay.Judge("scan").rewards([{"input": "jump"}], ["I_JUMP"])

    def test_what_a_callback_raises_comes_out(self):
        def progress(*_):
            raise ZeroDivisionError

        with tempfile.TemporaryDirectory() as folder:
            assay.configure(progress=progress)
            try:
                with self.assertRaises(ZeroDivisionError):
                    assay.create_dataset("scan", size=None, conjunctions=2).save(os.path.join(folder, "x"))
            finally:
                assay.configure()

    def test_ctrl_c_is_answered(self):
        code = """
            import assay, os, sys, tempfile
            print("ready", flush=True)
            try:
                assay.create_dataset("cfq", size=3_000_000).save(os.path.join(sys.argv[1], "cfq"))
            except KeyboardInterrupt:
                print("stopped", flush=True)
        """
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [sys.executable, "-c", textwrap.dedent(code), folder],
                stdout=subprocess.PIPE,
                text=True,
                # What runs in the background of a script ignores Ctrl-C, and hands that down.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
            self.assertEqual(child.stdout.readline(), "ready\n")
            time.sleep(1)
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.communicate(timeout=60)[0], "stopped\n")
            self.assertEqual(child.returncode, 0)


class Package(unittest.TestCase):
    def test_examples_in_help_texts(self):
        names = [name for _, name, _ in pkgutil.walk_packages(assay.__path__, "assay.") if "integrations" not in name]
        self.assertIn("assay.dataset", names)
        tried = 0
        for name in ["assay", *names]:
            if name.endswith("_core"):
                continue
            results = doctest.testmod(importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
            self.assertEqual(results.failed, 0, name)
            tried += results.attempted
        self.assertGreater(tried, 30)

    def test_the_first_lines_of_the_page(self):
        page = os.path.join(os.path.dirname(__file__), "../../docs/python.md")
        with open(page, encoding="utf-8") as file:
            code = file.read().split("```python\n")[1].split("```")[0]
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
            self.assertTrue(os.path.exists(os.path.join(folder, "scan", "manifest.json")))
        self.assertIn("[1.0, None]", run.stdout)
        self.assertTrue(run.stdout.endswith("True\n"), run.stdout)

    def test_everything_public_says_what_it_is(self):
        for name in assay.__all__:
            self.assertTrue(inspect.getdoc(getattr(assay, name)), name)

    def test_import_is_light(self):
        code = "import sys, assay; print([m for m in sys.argv[1:] if m in sys.modules])"
        said = subprocess.run([sys.executable, "-c", code, *HEAVY], stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertEqual(said, "[]\n")

    def test_version_is_the_program_s(self):
        self.assertIn(f"assay {assay.__version__}\n".encode(), by_program("--version"))

    def test_the_stub_names_what_the_module_has(self):
        with open(os.path.join(os.path.dirname(assay.__file__), "_core.pyi"), encoding="utf-8") as file:
            stub = file.read()
        for name in dir(assay._core):
            if not name.startswith("_"):
                self.assertRegex(stub, rf"(def|class) {name}\b")
                for method in [] if not inspect.isclass(getattr(assay._core, name)) else vars(getattr(assay._core, name)):
                    if not method.startswith("_"):
                        self.assertRegex(stub, rf"def {method}\b")


if __name__ == "__main__":
    unittest.main()
