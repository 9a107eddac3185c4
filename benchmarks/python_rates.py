#!/usr/bin/env python3
"""How fast assay is in Python, on one core: rewards, rows, worlds, and making and scoring beside tasks of reasoning-gym.

    PYTHONPATH=build/dev/python build/integrations/bin/python benchmarks/python_rates.py [SECONDS]

Each rate is the best of five runs of about SECONDS (0.5) of processor time, so that other work on the machine matters little. What needs a package that is not there is left out with a line.
Making and scoring is measured in batches that stay in memory: rows as an Arrow table, answers as a list of texts, scores as one array, found
by the numbers of the rows. reasoning-gym makes an entry and scores it at a time, as its loops do; its answers are the right ones, as ours.
"""

import os
import subprocess
import sys
import time

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before any thread is started

import assay  # noqa: E402

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
BATCH = 10_000
SLOW = ("sokoban", "game_of_life")  # fewer of these are made at once
ORDERS = {"logic": "blocks"}  # a problem with all of its wordings at once
SMALL = {"difficulty": 0}  # the shortest worlds of gSCAN
LARGE = {"min_w": 10, "min_h": 10}  # the largest that sokoban makes if nothing is set
# A task of ours, one of reasoning-gym, and in what they are alike. The first five are of like kind.
PAIRS = (
    ("scan", {}, "bf", {}, "a small program is carried out"),
    ("logic", {}, "knights_knaves", {}, "who lies follows from what is said"),
    ("gscan", SMALL, "sokoban", LARGE, "an agent walks and pushes on a grid"),
    ("gscan", SMALL, "sokoban", {}, "an agent walks and pushes on a grid"),
    ("gscan", {}, "game_of_life", {}, "what becomes of a grid"),
    ("scan", {}, "word_sequence_reversal", {}, "short and plain"),
    ("scan", {}, "caesar_cipher", {}, "short and plain"),
    ("scan", {}, "spell_backward", {}, "short and plain"),
    ("gscan", {}, "shortest_path", {}, "a way through a grid, without things"),
    ("logic", {}, "propositional_logic", {}, "what follows from premises"),
)


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


def in_batches(task, params, prompts):
    """Rows per second: made as an Arrow table, its answers taken out as texts of Python, and judged by their numbers."""
    import pyarrow  # noqa: F401  what to_arrow() needs

    def work():
        data = assay.create_dataset(task, size=BATCH, seed=7, rules=False, order=ORDERS.get(task), **params)
        scores = data.scores(data.to_arrow(prompts=prompts)["target"].to_pylist())
        assert sum(scores) == BATCH, task

    return rate(BATCH, work)


def as_dicts(task, params):
    """The same by dicts of Python, row by row made and in a batch judged."""

    def work():
        rows = assay.create_dataset(task, size=1000, seed=7, rules=False, **params).to_list()
        assay.rewards(rows, [row["target"] for row in rows])

    return rate(1000, work)


def titled(task, params):
    return ", ".join([task] + [f"{name}={value}" for name, value in params.items()])


def lengths(rows, question, answer):
    told = [sum(len(row[key]) for row in rows) / len(rows) for key in (question, answer)]
    return f"question {told[0]:.0f}, answer {told[1]:.0f} characters"


def peers():
    """Each task of assay beside one of reasoning-gym that is like it, and beside others that are only short."""
    try:
        import pyarrow  # noqa: F401
        import reasoning_gym
    except ImportError as problem:
        print(f"{problem.name} is not here: making and scoring beside reasoning-gym is left out")
        return
    ours = {}
    for name, (task, params) in {titled(task, params): (task, params) for task, params, *_ in PAIRS}.items():
        some = assay.create_dataset(task, size=1000, seed=7, rules=False, **params).to_list()
        ours[name] = in_batches(task, params, prompts=False)
        show(f"{name}: made and scored in batches", ours[name], lengths(some, "input", "target"))
        show(f"{name}: the same, with instructions in every question", in_batches(task, params, prompts=True))
        show(f"{name}: made as dicts and scored in batches", as_dicts(task, params))
    for task, params, name, settings, why in PAIRS:
        beside = titled(task, params)
        data = reasoning_gym.create_dataset(name, size=200, seed=7, **settings)
        count = 20 if name in SLOW else 200
        entries = [data[number] for number in range(count)]
        theirs = rate(count, lambda: [data.score_answer((entry := data[number])["answer"], entry) for number in range(count)])
        told = lengths([{key: str(entry[key]) for key in ("question", "answer")} for entry in entries], "question", "answer")
        show(f"reasoning-gym {titled(name, settings)} ({why})", theirs, f"{told}; assay's {beside} is {ours[beside] / theirs:.0f} times faster")


if __name__ == "__main__":
    print(f"assay {assay.__version__}, Python {sys.version.split()[0]}, one core")
    assay.configure(jobs=1, progress=False)
    importing()
    rewards()
    rows()
    worlds()
    peers()
