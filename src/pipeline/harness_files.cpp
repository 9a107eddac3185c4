#include "assay/pipeline/harness_files.h"

#include <fmt/format.h>

#include <string_view>

#include "assay/base/json.h"

namespace assay {

namespace {

// What stands for @NAME@ in the texts below.
using Values = std::map<std::string, std::string>;

std::string filled(std::string_view text, const Values& values) {
  std::string out(text);
  for (const auto& [name, value] : values) {
    const std::string place = fmt::format("@{}@", name);
    for (std::size_t at = out.find(place); at != std::string::npos;
         at = out.find(place, at + value.size())) {
      out.replace(at, place.size(), value);
    }
  }
  return out;
}

// The words after the program's name, as a list of Python.
std::string judge_words(const PromptedRows& rows) {
  std::string words = "[\"judge\", ";
  append_json_string(words, rows.shape.task);
  for (const auto& [key, value] : rows.params) {
    words += ", \"--set\", ";
    append_json_string(words, fmt::format("{}={}", key, value));
  }
  return words + ']';
}

constexpr std::string_view kYaml = R"(# Made by assay export. Run it with
#   lm-eval run --include_path FOLDER --tasks @NAME@ --model ...
# where FOLDER holds this file. The scorer starts assay: put it on PATH, or its path into ASSAY.
task: @NAME@
custom_dataset: !function assay_scorer.load
test_split: @PART@
output_type: generate_until
doc_to_text: "{{prompt}}"
doc_to_target: "{{target}}"
target_delimiter: ""
generation_kwargs:
  until: @UNTIL@
  do_sample: false
  max_gen_toks: 2048
process_results: !function assay_scorer.process_results
metric_list:
  - metric: right
    aggregation: mean
    higher_is_better: true
  - metric: unparsable
    aggregation: mean
    higher_is_better: false
  - metric: no_answer
    aggregation: mean
    higher_is_better: false
metadata:
  version: 1.0
  content_hash: "@HASH@"
)";

// Both programs: one process that judges all answers.
constexpr std::string_view kJudge = R"(

class Judge:
    """One process of assay: a row and its answer in, a verdict out."""

    def __init__(self):
        self.process = None
        self.lock = threading.Lock()

    def start(self):
        program = os.environ.get("ASSAY", "assay")
        try:
            self.process = subprocess.Popen(
                [program, *WORDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as problem:
            raise RuntimeError(
                f"cannot start {program}: {problem}; put assay on PATH, or its path into ASSAY"
            ) from problem

    def verdict(self, row, answer):
        line = json.dumps({**json.loads(row), "answer": answer})
        with self.lock:
            if self.process is None:
                self.start()
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            reply = self.process.stdout.readline()
        if not reply:
            raise RuntimeError("assay judge has ended; its message stands above")
        verdict = json.loads(reply)
        if "error" in verdict:
            raise RuntimeError(f"assay judge: {verdict['error']}")
        return verdict


JUDGE = Judge()
)";

constexpr std::string_view kLmEvalHead =
    R"("""Rows and verdicts of @NAME@ for the lm-evaluation-harness. Made by assay export."""

import json
import os
import subprocess
import threading
from pathlib import Path

import datasets

ROWS = Path(__file__).parent / "@PART@.jsonl"
WORDS = @WORDS@
)";

constexpr std::string_view kLmEvalTail = R"(

def load(**_):
    with open(ROWS, encoding="utf-8") as lines:
        return {"@PART@": datasets.Dataset.from_list([json.loads(line) for line in lines])}


def process_results(doc, results):
    status = JUDGE.verdict(doc["row"], results[0])["status"]
    return {name: float(status == name) for name in ("right", "unparsable", "no_answer")}
)";

constexpr std::string_view kInspectHead =
    R"("""The task @NAME@ for Inspect. Made by assay export. Run it with

    inspect eval FOLDER/@NAME@.py --model ...

The scorer starts assay: put it on PATH, or its path into ASSAY.
"""

import asyncio
import json
import os
import subprocess
import threading
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer, stderr
from inspect_ai.solver import generate

ROWS = Path(__file__).parent / "@PART@.jsonl"
WORDS = @WORDS@
)";

constexpr std::string_view kInspectTail = R"(

@scorer(metrics=[accuracy(), stderr()])
def assay_judge():
    async def score(state, target):
        answer = state.output.completion
        verdict = await asyncio.to_thread(JUDGE.verdict, state.metadata["row"], answer)
        status = verdict["status"]
        said = {
            "answer": verdict.get("extracted"),
            "explanation": verdict.get("why") or status,
            "metadata": verdict,
        }
        if status == "no_answer":  # never counted as wrong
            return Score.unscored(reason=status, **said)
        return Score(value=CORRECT if status == "right" else INCORRECT, **said)

    return score


@task
def @NAME@():
    return Task(dataset=json_dataset(str(ROWS)), solver=generate(), scorer=assay_judge())
)";

Values values_of(const PromptedRows& rows) {
  return {{"NAME", rows.name},
          {"PART", rows.part},
          {"HASH", rows.content_hash},
          {"WORDS", judge_words(rows)},
          {"UNTIL", rows.hand_over == HandOver::kAlone ? R"(["\n\n"])" : "[]"}};
}

}  // namespace

std::string lm_eval_yaml(const PromptedRows& rows) { return filled(kYaml, values_of(rows)); }

std::string lm_eval_scorer(const PromptedRows& rows) {
  const Values values = values_of(rows);
  return filled(kLmEvalHead, values) + std::string(kJudge) + filled(kLmEvalTail, values);
}

std::string inspect_task(const PromptedRows& rows) {
  const Values values = values_of(rows);
  return filled(kInspectHead, values) + std::string(kJudge) + filled(kInspectTail, values);
}

}  // namespace assay
