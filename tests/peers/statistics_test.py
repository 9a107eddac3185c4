"""The statistics of assay against those of SciPy, on 100 random cases of each kind.

    python3 tests/peers/statistics_test.py [PROGRAM]

PROGRAM is assay_statistics_cases of a build; without, that of the build of $ASSAY. tests/peers/run makes the
environment and calls this. What can be computed must agree to 1e-9, absolutely and of itself; the bootstrap,
which is drawn, to what the draws allow.
"""

import json
import math
import os
import random
import subprocess
import sys

import numpy
import scipy.optimize
import scipy.stats

CASES = 100
BOUND = 1e-9
CONFIDENCE = 0.95


def log_uniform(draw, low, high):
    return math.exp(draw.uniform(math.log(low), math.log(high)))


def tallies(draw, most):
    return [draw.randint(0, int(log_uniform(draw, 2, most))) for _ in range(4)]


# Each kind: a case from a stream of random numbers, and the figure of that case by SciPy or by the definition.

def normal_case(draw):
    tail = log_uniform(draw, 1e-12, 0.5)
    return tail if draw.random() < 0.5 else 1 - tail


def normal(share):
    return scipy.stats.norm.ppf(share)


def student_case(draw):
    return [draw.choice([0.9, 0.95, 0.975, 0.995, draw.uniform(0.01, 0.99)]), float(draw.randint(1, 200))]


def student(case):
    return scipy.stats.t.ppf(case[0], case[1])


def tosses_case(draw):
    tosses = int(log_uniform(draw, 1, 1e6))
    middle = tosses / 2 - abs(draw.gauss(0, 3)) * math.sqrt(tosses) / 2
    return [min(tosses, max(0, int(middle))), tosses]


def tosses(case):
    return scipy.stats.binom.cdf(case[0], case[1], 0.5)


def wilson_case(draw):
    rows = int(log_uniform(draw, 1, 1e7))
    right = draw.choice([0, rows, draw.randint(0, rows)])
    return [right, rows, draw.choice([0.5, 0.9, 0.95, 0.99])]


def wilson(case):
    interval = scipy.stats.binomtest(case[0], case[1]).proportion_ci(case[2], method="wilson")
    return [interval.low, interval.high]


def effective_case(draw):
    sizes = [draw.randint(1, 20) for _ in range(draw.randint(2, 200))]
    return [[size, draw.randint(0, size)] for size in sizes]


def effective(groups):
    rows, right = numpy.array(groups, dtype=float).T
    share = right.sum() / rows.sum()
    # The variance of a ratio: that of the mean of what each group is off, n - 1 in the denominator.
    off = (right - share * rows) / rows.mean()
    variance = scipy.stats.sem(off) ** 2
    return min(rows.sum(), share * (1 - share) / variance)


def groups_case(draw):
    return [[draw.randint(0, 4), draw.randint(0, 3), draw.randint(0, 2), draw.randint(1, 4)]
            for _ in range(draw.randint(20, 120))]


def effective_pairs(groups):
    counts = numpy.array(groups, dtype=float)
    rows, surplus = counts.sum(axis=1), counts[:, 1] - counts[:, 2]
    mean = surplus.sum() / rows.sum()
    # Of single rows: 1, -1 or 0 each.
    variance = (counts[:, 1] + counts[:, 2]).sum() / rows.sum() - mean**2
    off = (surplus - mean * rows) / rows.mean()
    return min(rows.sum(), variance / scipy.stats.sem(off) ** 2)


def runs_case(draw):
    return [draw.uniform(0, 1) for _ in range(draw.randint(2, 12))]


def runs(values):
    mean, error = numpy.mean(values), scipy.stats.sem(values)
    low, high = scipy.stats.t.interval(CONFIDENCE, len(values) - 1, loc=mean, scale=error)
    return {"mean": mean, "deviation": numpy.std(values, ddof=1), "interval": [low, high]}


def line_case(draw):
    slope, noise = draw.uniform(-2, 2), log_uniform(draw, 1e-3, 2)
    x = [draw.uniform(0, 1) for _ in range(draw.randint(3, 50))]
    return {"x": x, "y": [slope * each + draw.gauss(0, noise) for each in x]}


def line(points):
    fit = scipy.stats.linregress(points["x"], points["y"])
    return {"slope": fit.slope, "intercept": fit.intercept, "r_squared": fit.rvalue**2}


def mcnemar_case(draw):
    counts = tallies(draw, 1e5)
    if draw.random() < 0.5:  # nearly as good as each other
        counts[2] = max(0, counts[1] + int(draw.gauss(0, 2) * math.sqrt(counts[1] + 1)))
    return counts


def mcnemar(case):
    discordant = case[1] + case[2]
    return scipy.stats.binomtest(case[1], discordant).pvalue if discordant else 1.0


def detectable_case(draw):
    return [log_uniform(draw, 20, 1e6), draw.uniform(0.001, 0.6)]


def detectable(case):
    rows, discordant = case
    level, power = scipy.stats.norm.ppf(0.975), scipy.stats.norm.ppf(0.8)

    def lacks(difference):
        spread = math.sqrt(max(0.0, discordant - difference**2))
        return difference * math.sqrt(rows) - level * math.sqrt(discordant) - power * spread

    if lacks(discordant) < 0:
        return None
    return scipy.optimize.brentq(lacks, 0, discordant, xtol=1e-15, rtol=1e-14)


def holm_case(draw):
    return [log_uniform(draw, 1e-8, 1) for _ in range(draw.randint(1, 30))]


def holm(probabilities):
    # By its definition: closed testing with Bonferroni, from the smallest on.
    order = numpy.argsort(probabilities, kind="stable")
    scaled = numpy.array(probabilities)[order] * (len(order) - numpy.arange(len(order)))
    adjusted = numpy.empty(len(order))
    adjusted[order] = numpy.minimum(1, numpy.maximum.accumulate(scaled))
    return adjusted.tolist()


def bootstrap(groups):
    counts = numpy.array(groups, dtype=float)
    surplus, rows = counts[:, 1] - counts[:, 2], counts.sum(axis=1)

    def difference(surplus, rows, axis=-1):
        return surplus.sum(axis=axis) / rows.sum(axis=axis)

    result = scipy.stats.bootstrap((surplus, rows), difference, paired=True, vectorized=True, n_resamples=10000,
                                   method="percentile", random_state=1)
    interval = result.confidence_interval
    # The ends of both are drawn: five times what an end of 10,000 draws varies.
    slack = 5 * math.sqrt(2) * result.standard_error * math.sqrt(0.025 * 0.975 / 10000) / scipy.stats.norm.pdf(1.96)
    return [interval.low, interval.high], slack


KINDS = [("normal", normal_case, normal), ("student", student_case, student), ("tosses", tosses_case, tosses),
         ("wilson", wilson_case, wilson), ("effective", effective_case, effective),
         ("effective_pairs", groups_case, effective_pairs), ("runs", runs_case, runs),
         ("line", line_case, line), ("mcnemar", mcnemar_case, mcnemar),
         ("detectable", detectable_case, detectable), ("holm", holm_case, holm),
         ("bootstrap", groups_case, bootstrap)]


def flat(figure):
    if isinstance(figure, dict):
        return [value for key in sorted(figure) for value in flat(figure[key])]
    if isinstance(figure, (list, tuple)):
        return [value for each in figure for value in flat(each)]
    return [figure]


def distance(ours, theirs):
    """The largest difference, absolute or of the figure itself, whichever is larger; infinite for another shape."""
    ours, theirs = flat(ours), flat(theirs)
    if len(ours) != len(theirs):
        return math.inf
    worst = 0.0
    for one, other in zip(ours, theirs):
        if one is None or other is None:
            worst = max(worst, 0.0 if one is other else math.inf)
            continue
        off = abs(one - other)
        worst = max(worst, off, off / abs(other) if other else off)
    return worst


def ask(program, cases):
    lines = "".join(json.dumps({"figure": kind, "of": case}) + "\n" for kind, case in cases)
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(text) for text in done.stdout.splitlines()]


def program_of_build():
    if len(sys.argv) > 1:
        return sys.argv[1]
    build = os.path.dirname(os.path.dirname(os.environ["ASSAY"]))
    return os.path.join(build, "tests", "assay_statistics_cases")


def main():
    program = program_of_build()
    if not os.access(program, os.X_OK):
        print(f"statistics: there is no program {program}; build assay_statistics_cases first", file=sys.stderr)
        return 2
    failures = 0
    for number, (kind, make, theirs) in enumerate(KINDS):
        draw = random.Random(number)
        cases = [make(draw) for _ in range(CASES)]
        answers = ask(program, [(kind, case) for case in cases])
        assert len(answers) == CASES
        worst, bound = 0.0, 1.0 if kind == "bootstrap" else BOUND
        for case, ours in zip(cases, answers):
            if kind == "bootstrap":
                expected, slack = theirs(case)
                off = max(abs(one - other) for one, other in zip(ours, expected)) / slack
            else:
                expected = theirs(case)
                off = distance(ours, expected)
            worst = max(worst, off)
            if off > bound:
                failures += 1
                print(f"{kind} of {json.dumps(case)[:200]}: {ours}, SciPy {expected}")
        unit = "of what the draws allow" if kind == "bootstrap" else "at most apart"
        print(f"{kind:15} {CASES} cases, {worst:.2g} {unit}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
