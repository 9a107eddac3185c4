// Answers in every clothing that models give them are read right, and what only contains the right
// answer never is. docs/answers.md lists the forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/pipeline/judge_rows.h"
#include "conformance_subject.h"
#include "conformance_variants.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kAnswers = 200;

// X is the right answer, Y that of another row.
struct Form {
  const char* name;  // as docs/answers.md has it
  std::string (*dress)(const std::string& x, const std::string& y);
};

std::string json_text(const std::string& text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

std::string half(const std::string& text) {
  const auto words = split_words(text);
  std::string some;
  for (std::size_t i = 0; i < words.size() / 2; ++i) {
    if (i > 0) some += ' ';
    some += words[i];
  }
  return some;
}

using Text = const std::string&;

// As TeX writes it.
std::string with_escapes(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '_') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

const Form kRight[] = {
    {"bare", [](Text x, Text) { return x; }},
    {"reasoning and tags",
     [](Text x, Text y) {
       return "<think>\nIs it " + y + "?\nNo, <answer>" + y +
              "</answer> is wrong.\n</think>\n\n<answer>\n" + x + "\n</answer>";
     }},
    {"fence",
     [](Text x, Text) { return "Here it is:\n\n```text\n" + x + "\n```\n\nI hope that helps."; }},
    {"boxed", [](Text x, Text) { return "Therefore: $\\boxed{" + x + "}$."; }},
    {"lead", [](Text x, Text) { return "Let us see. The final answer is " + x; }},
    {"full stop", [](Text x, Text) { return x + "."; }},
    {"JSON",
     [](Text x, Text) {
       return "{\"thought\": \"one by one\", \"answer\": " + json_text(x) + "}";
     }},
    {"markdown", [](Text x, Text) { return "**" + x + "**"; }},
    {"several lines",
     [](Text x, Text) {
       return "First I look at the words.\nThen I put them together.\n\n**Answer:**\n" + x + "\n";
     }},
    {"bold lead", [](Text x, Text) { return "So it goes.\n\n**Final Answer: " + x + "**"; }},
    {"underscores", [](Text x, Text) { return "__" + x + "__"; }},
    {"boxed letters",
     [](Text x, Text) { return "\\[ \\boxed{\\texttt{" + with_escapes(x) + "}} \\]"; }},
    {"tildes", [](Text x, Text) { return "Here it is:\n~~~\n" + x + "\n~~~\n"; }},
    {"said twice",
     [](Text x, Text) { return "<answer>" + x + "</answer>\nSo the answer is **" + x + "**."; }},
    {"denied before",
     [](Text x, Text y) { return "Wrong answer: " + y + "\n\n<answer>" + x + "</answer>"; }},
    {"other reasoning",
     [](Text x, Text y) {
       return "<thought >Is it <answer>" + y + "</answer>?</thought >[THINK]" + y + "[/THINK]" + x;
     }},
    {"channels",
     [](Text x, Text y) {
       return "<|channel|>analysis<|message|>Is it " + y +
              "?<|end|><|start|>assistant<|channel|>final<|message|>" + x + "<|return|>";
     }},
};

const Form kWrong[] = {
    {"denied after a lead", [](Text x, Text) { return "The answer is not " + x; }},
    {"denied", [](Text x, Text) { return "not " + x; }},
    {"excluded", [](Text x, Text) { return "Answer: anything but " + x; }},
    {"two tags that differ",
     [](Text x, Text y) { return "<answer>" + y + "</answer> <answer>" + x + "</answer>"; }},
    {"two boxes that differ",
     [](Text x, Text y) { return "\\boxed{" + y + "} or \\boxed{" + x + "}"; }},
    {"two fences that differ",
     [](Text x, Text y) { return "```\n" + y + "\n```\nor\n```\n" + x + "\n```"; }},
    {"two leads that differ",
     [](Text x, Text y) { return "The answer is " + x + "\nThe answer is " + y; }},
    {"only in reasoning", [](Text x, Text) { return "<think>" + x + "</think>"; }},
    {"tagged in reasoning",
     [](Text x, Text) { return "<think><answer>" + x + "</answer></think>\nI do not know."; }},
    {"reasoning that never ends", [](Text x, Text) { return "<think>The answer is " + x; }},
    {"buried in text",
     [](Text x, Text) { return "I believe it is " + x + " but I am not sure of it."; }},
    {"text behind it", [](Text x, Text) { return x + " or something like that"; }},
    {"text in front of it", [](Text x, Text) { return "Sure, here you are: " + x; }},
    {"joined with another", [](Text x, Text y) { return x + " and " + y; }},
    {"as one of two", [](Text x, Text y) { return x + " or " + y; }},
    {"tags with more in them", [](Text x, Text) { return "<answer>maybe " + x + "</answer>"; }},
    {"empty tags", [](Text x, Text) { return x + "\n<answer></answer>"; }},
    {"another in tags", [](Text x, Text y) { return x + "\n<answer>" + y + "</answer>"; }},
    {"another after a lead", [](Text x, Text y) { return x + "\nThe answer is " + y; }},
    {"JSON with another key", [](Text x, Text) { return "{\"result\": " + json_text(x) + "}"; }},
    {"JSON with two answers",
     [](Text x, Text y) { return "{\"answer\": [" + json_text(x) + ", " + json_text(y) + "]}"; }},
    {"wrong answer", [](Text x, Text) { return "Wrong answer: " + x; }},
    {"incorrect answer", [](Text x, Text) { return "The incorrect answer is " + x; }},
    {"denied before a lead", [](Text x, Text) { return "This is not the answer: " + x; }},
    {"denied tags", [](Text x, Text) { return "The answer is not <answer>" + x + "</answer>"; }},
    {"denied box", [](Text x, Text) { return "It is definitely not \\boxed{" + x + "}."; }},
    {"denied fence", [](Text x, Text) { return "The answer is not\n```\n" + x + "\n```"; }},
    {"excluded fence", [](Text x, Text) { return "Anything but this:\n```\n" + x + "\n```"; }},
    {"denied behind tags", [](Text x, Text) { return "<answer>" + x + "</answer> is wrong."; }},
    {"an open tag behind",
     [](Text x, Text y) { return "<answer>" + x + "</answer> No, wait: <answer>" + y; }},
    {"an open tag before",
     [](Text x, Text y) { return "<answer>" + y + "<answer>" + x + "</answer>"; }},
    {"an open box behind", [](Text x, Text y) { return "\\boxed{" + x + "} no: \\boxed{" + y; }},
    {"tags, then a lead",
     [](Text x, Text y) { return "<answer>" + x + "</answer>\nSorry, the answer is " + y; }},
    {"a box, then a lead",
     [](Text x, Text y) { return "\\boxed{" + x + "}\nThe final answer is " + y; }},
    {"tags, then a box",
     [](Text x, Text y) { return "<answer>" + x + "</answer>\n\\boxed{" + y + "}"; }},
    {"tags, then a fence",
     [](Text x, Text y) { return "<answer>" + x + "</answer>\n```\n" + y + "\n```"; }},
    {"JSON with the key twice",
     [](Text x, Text y) {
       return "{\"answer\": " + json_text(y) + ", \"answer\": " + json_text(x) + "}";
     }},
    {"such JSON in tags",
     [](Text x, Text y) {
       return "<answer>{\"answer\": " + json_text(y) + ", \"answer\": " + json_text(x) +
              "}</answer>";
     }},
    {"thought alone",
     [](Text x, Text) { return "<thought><answer>" + x + "</answer></thought> I do not know."; }},
    {"thinking with a blank",
     [](Text x, Text) { return "<think ><answer>" + x + "</answer></think > I do not know."; }},
    {"thinking in brackets",
     [](Text x, Text) { return "[THINK]<answer>" + x + "</answer>[/THINK] I do not know."; }},
    {"another channel",
     [](Text x, Text) {
       return "<|channel|>analysis<|message|><answer>" + x + "</answer><|end|>";
     }},
    {"half of it", [](Text x, Text) { return half(x); }},
};

JudgedSample judged(const Task& task, const Example& row, std::string text,
                    ExtractRule rule = ExtractRule::kAuto) {
  std::string buffer;
  return judge_sample(task, row, {Sample::State::kSaid, std::move(text)}, rule, buffer);
}

// What the solver says, or the target where a question has many answers that it cannot know.
std::string answer_of(const Task& task, const Example& row) {
  try {
    std::string answer = task.solve(row.input());
    if (task.judge(row, answer).status == Status::kRight) return answer;
  } catch (const Error&) {
  }
  return row.target();
}

// Defaults, and other kinds of targets.
std::vector<Variant> chosen_variants() {
  std::vector<Variant> chosen;
  for (Variant& variant : all_variants()) {
    if (variant.name == variant.task || variant.params.contains("target"))
      chosen.push_back(std::move(variant));
  }
  return chosen;
}

class Clothing : public ::testing::TestWithParam<Variant> {
 protected:
  // see(row, x, y) for rows with a right answer x and a wrong one y.
  template <typename See>
  void each_answer(See see) {
    const auto task = make(GetParam());
    const Subject subject(*task, kAnswers);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < subject.rows().size(); ++i) {
      const Example& row = subject.rows()[i];
      std::string y;
      for (std::size_t k = 1; k < subject.rows().size() && y.empty(); ++k) {
        const Example& other = subject.rows()[(i + k) % subject.rows().size()];
        if (task->judge(row, other.target()).status == Status::kWrong) y = other.target();
      }
      if (y.empty()) continue;
      see(*task, row, answer_of(*task, row), y);
      if (HasFatalFailure()) return;
      ++seen;
    }
    EXPECT_GT(seen, kAnswers / 2);
  }
};

TEST_P(Clothing, IsTakenOff) {
  each_answer([](const Task& task, const Example& row, Text x, Text y) {
    for (const Form& form : kRight) {
      const std::string text = form.dress(x, y);
      const JudgedSample sample = judged(task, row, text);
      ASSERT_EQ(sample.verdict.status, Status::kRight)
          << form.name << ": " << sample.verdict.why << "\n--- text\n"
          << text << "\n--- read as\n"
          << sample.answer;
    }
    ASSERT_EQ(judged(task, row, x, ExtractRule::kStrict).verdict.status, Status::kRight);
  });
}

TEST_P(Clothing, IsNotTakenForTheAnswer) {
  each_answer([](const Task& task, const Example& row, Text x, Text y) {
    for (const Form& form : kWrong) {
      const std::string text = form.dress(x, y);
      const JudgedSample sample = judged(task, row, text);
      ASSERT_NE(sample.verdict.status, Status::kRight) << form.name << "\n--- text\n"
                                                       << text << "\n--- read as\n"
                                                       << sample.answer;
    }
  });
}

// A bare answer is never cut, whatever words the task has.
TEST_P(Clothing, BareTargetsStayWhole) {
  const auto task = make(GetParam());
  const Subject subject(*task, 1);
  subject.each_row(3000, [&](const Example& row) {
    const JudgedSample sample = judged(*task, row, row.target());
    EXPECT_EQ(sample.mark, AnswerMark::kBare);
    EXPECT_EQ(sample.answer, row.target());
    return !::testing::Test::HasFailure();
  });
}

TEST(ClothingPage, ListsEveryForm) {
  std::ifstream file(ASSAY_ANSWERS_PAGE);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const auto forms : {std::span<const Form>(kRight), std::span<const Form>(kWrong)}) {
    for (const Form& form : forms) {
      EXPECT_NE(page.find(std::string("| ") + form.name + " |"), std::string::npos) << form.name;
    }
  }
  EXPECT_GE(std::size(kWrong), 20U);
}

constexpr auto kVariantName = [](const auto& variant) { return variant.param.name; };

INSTANTIATE_TEST_SUITE_P(EveryTask, Clothing, ::testing::ValuesIn(chosen_variants()), kVariantName);

}  // namespace
}  // namespace assay::conformance
