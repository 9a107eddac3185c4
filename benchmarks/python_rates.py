#!/usr/bin/env python3
"""How fast assay is in Python, on one core: rewards, rows, worlds, and making and scoring beside three tasks of reasoning-gym.

    PYTHONPATH=build/dev/python build/integrations/bin/python benchmarks/python_rates.py [SECONDS]

Each rate is the best of five runs of about SECONDS (0.5) of processor time, so that other work on the machine matters little. What needs a package that is not there is left out with a line.
The three tasks of reasoning-gym also rewrite a short text token by token; their mean lengths are printed, and differ from SCAN's.
"""

import os
import subprocess
import sys
import time

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before any thread is started

import assay  # noqa: E402

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
PEERS = ("word_sequence_reversal", "caesar_cipher", "spell_backward")


def rate(count, work):
    """Best of five: things per second of work(), which does `count` of them."""
    best = 0.0
    for _ in range(5):
        done, began = 0, time.process_time()
        while (passed := time.process_time() - began) < SECONDS:
            work()
            done += count
        best = max(best, done / passed)
    return best


def show(what, per_second, note=""):
    print(f"{what:<58} {per_second:>12,.0f} per second  {note}", flush=True)


def importing():
    def seconds(code):
        before = os.times()
        subprocess.run([sys.executable, "-c", code], check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    bare = min(seconds("pass") for _ in range(10))
    print(f"import assay, beyond Python's own start: {1000 * (min(seconds('import assay') for _ in range(10)) - bare):.0f} ms", flush=True)


def rewards():
    rows = list(assay.create_dataset("scan", size=1000, seed=7, rules=False))
    answers = [row["target"] if number % 2 else "I_WALK I_JUMP" for number, row in enumerate(rows)]
    judge = assay.Judge("scan")
    show("SCAN: rewards in batches of 1,000", rate(1000, lambda: judge.rewards(rows, answers)))
    show("SCAN: rewards one by one", rate(1000, lambda: [judge.rewards([row], [text]) for row, text in zip(rows, answers)]))
    show("SCAN: verdicts with reasons one by one", rate(1000, lambda: [assay.judge(row, text) for row, text in zip(rows, answers)]))
    grid = list(assay.create_dataset("gscan", size=1000, seed=7, rules=False))
    texts = [row["target"] for row in grid]
    show("gSCAN: rewards in batches of 1,000", rate(1000, lambda: assay.rewards(grid, texts)))


def rows():
    for rules in (True, False):
        data = assay.create_dataset("scan", size=20_000, seed=7, rules=rules)
        told = "with rules" if rules else "without rules"
        native = rate(20_000, data.to_jsonl)
        show(f"SCAN: rows as bytes, {told} (native)", native)
        show(f"SCAN: rows as dicts, {told}", rate(20_000, data.to_list))
        try:
            import pyarrow
        except ImportError:
            print("pyarrow is not here: Arrow is left out")
            continue
        arrow = rate(20_000, lambda: pyarrow.table(data))
        show(f"SCAN: rows as Arrow, {told}", arrow, f"{arrow / native:.2f} of native")


def worlds():
    for task in ("gscan", "reascan"):
        many = assay.Worlds(assay.stream(task, rules=False), 1024, 10**6)
        turns = bytes([4, 5] * 512)
        show(f"{task}: steps of 1,024 worlds, turning", rate(1024, lambda: many.step(turns)))
    try:
        import numpy as np

        from assay.integrations.gymnasium import GridVectorEnv
    except ImportError:
        print("gymnasium is not here: its environments are left out")
        return
    chance = np.random.default_rng(0)
    actions = [chance.integers(7, size=1024) for _ in range(64)]
    for missions in (False, True):
        envs = GridVectorEnv(1024, "gscan", missions=missions)
        envs.reset(seed=1)
        told = "with missions" if missions else "without missions"
        show(f"gymnasium: random steps, episodes begin again, {told}", rate(64 * 1024, lambda: [envs.step(some) for some in actions]))


def peers():
    try:
        import reasoning_gym
    except ImportError:
        print("reasoning-gym is not here: it is left out")
        return

    def in_batches():
        data = assay.create_dataset("scan", size=5000, seed=7, rules=False).to_list()
        assay.rewards(data, [row["target"] for row in data])

    ours = rate(5000, in_batches)
    some = assay.create_dataset("scan", size=1000, seed=7, rules=False).to_list()
    lengths = [sum(len(row[key]) for row in some) / 1000 for key in ("input", "target")]
    show("SCAN: made and scored in batches", ours, f"question {lengths[0]:.0f}, answer {lengths[1]:.0f} characters")
    for name in PEERS:
        data = reasoning_gym.create_dataset(name, size=200, seed=7)
        entries = [data[number] for number in range(200)]
        theirs = rate(200, lambda: [data.score_answer((entry := data[number])["answer"], entry) for number in range(200)])
        lengths = [sum(len(entry[key]) for entry in entries) / 200 for key in ("question", "answer")]
        told = f"question {lengths[0]:.0f}, answer {lengths[1]:.0f} characters; assay is {ours / theirs:.0f} times faster"
        show(f"reasoning-gym {name}: made and scored", theirs, told)


if __name__ == "__main__":
    print(f"assay {assay.__version__}, Python {sys.version.split()[0]}, one core")
    assay.configure(jobs=1, progress=False)
    importing()
    rewards()
    rows()
    worlds()
    peers()
