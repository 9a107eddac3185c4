"""Thousands of random wrong calls: exceptions are fine, a crash or a leak is not. WRONG_CALLS says how many, MEMORY=off leaves the leak out."""

import gc
import os
import random
import resource
import threading
import unittest

import assay
from assay import _core

CALLS = int(os.environ.get("WRONG_CALLS", "3000"))

VALUES = [
    None, True, -1, 0, 1, 7, 2**31, 2**63, 2**64, -(2**70), 0.5, float("nan"), float("inf"), "", "scan", "gscan", "x" * 5000,
    "\x00", "\ud800", "ü", b"", b"\x06\x06", b"\xff", [], [1], ["a", None], [[]], {}, {"input": "jump"}, {"a": {"b": [1]}}, (), ("input",),
    ("input", "target"), object(), int, len, lambda *a: 1 / 0, {"input": "jump", "target": "I_JUMP"}, {"input": 3, "target": []},
    '{"task":"scan","rows":5}', '{"task":"gscan","rows":5}', '{"task":"scan","endless":true}', '{"data":"/"}', "{", "[" * 500, range(3),
]  # fmt: skip


def objects():
    scan = _core.Source('{"task":"scan","rows":50}')
    grid = _core.Source('{"task":"gscan","rows":50}')
    return [scan, grid, _core.Worlds(grid, 2, 10), assay.create_dataset("scan", size=20), assay.stream("scan"), assay.Judge("scan")]


def calls():
    made = objects()
    found = [_core.run, _core.Source, _core.Worlds, assay.judge, assay.rewards, assay.create_dataset, assay.stream, assay.Judge,
             assay.Worlds, assay.open, assay.describe, assay.solve, assay.RuleGraph, assay.Row]  # fmt: skip
    for thing in made:
        for name in dir(thing):
            if name.startswith("_") and name not in ("__getitem__", "__arrow_c_stream__", "__contains__", "__reduce__"):
                continue
            if name in ("save", "export", "report", "split", "baseline", "score", "compare", "measure", "verify", "part", "splits"):
                continue  # these write files; package_test.py tries them
            if callable(getattr(thing, name, None)):
                found.append(getattr(thing, name))
    return found


class WrongCalls(unittest.TestCase):
    def attack(self, seed, count):
        chance = random.Random(seed)
        everything = calls()
        raised = 0
        for _ in range(count):
            call = chance.choice(everything)
            words = [chance.choice(VALUES) for _ in range(chance.randrange(5))]
            if call is assay.Worlds or call is _core.Worlds:  # a million worlds are allowed, but slow
                words = [word for word in words if not (isinstance(word, int) and word > 100)]
            if getattr(call, "__name__", "") in ("batches", "with_prompts", "take", "lines", "index", "count", "__contains__"):
                words = [word for word in words[:1] if not (isinstance(word, int) and word > 1000)]
            try:
                result = call(*words)
                if hasattr(result, "__next__"):
                    next(iter(result), None)
            except (MemoryError, RecursionError, KeyboardInterrupt):
                raise
            except Exception as problem:
                raised += 1
                self.assertNotIsInstance(problem, assay.BugError)
        return raised

    def test_one_thread(self):
        self.assertGreater(self.attack(1, CALLS), CALLS // 4)

    def test_many_threads(self):
        problems = []

        def work(seed):
            try:
                self.attack(seed, CALLS // 10)
            except BaseException as problem:  # a failed assertion as well
                problems.append(problem)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])

    @unittest.skipIf(os.environ.get("MEMORY") == "off", "a sanitizer keeps what was freed")
    def test_memory_is_flat(self):
        self.attack(2, CALLS // 3)
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.attack(2, CALLS // 3)
        gc.collect()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 40_000)  # KiB


if __name__ == "__main__":
    unittest.main()
