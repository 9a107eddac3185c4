// SCAN against the paper, the interpreter and itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/tasks/scan/interpreter/interpreter.h"
#include "assay/tasks/scan/language/language.h"
#include "assay/tasks/scan/scan_task.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

ScanTask make_scan(const std::string& conjunctions = "1") {
  return ScanTask(Params(ScanTask::static_info().params, {{"conjunctions", conjunctions}}, "scan"));
}

std::string tree(const RuleGraph& graph, const RuleTable& table, NodeId node) {
  std::string text(table.name(graph.rule(node)));
  const auto inputs = graph.inputs(node);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text += (i == 0 ? "( " : ", ") + tree(graph, table, inputs[i]);
  }
  return inputs.empty() ? text : text + " )";
}

// The rank of a command, by trying all.
std::string tree_of(const Language& language, const std::string& wanted) {
  std::string command;
  std::string actions;
  RuleGraph graph;
  for (std::uint64_t rank = 0; rank < language.count(); ++rank) {
    language.make(rank, command, actions, nullptr);
    if (command != wanted) continue;
    language.make(rank, command, actions, &graph);
    return tree(graph, language.rules(), graph.root());
  }
  return "no such command";
}

TEST(Language, CountsGrowByTheRecursion) {
  // C_K = 102 (1 + 2 C_(K-1)), C_0 = 102.
  std::uint64_t expected = 102;
  for (int conjunctions = 1; conjunctions <= kMostConjunctions; ++conjunctions) {
    expected = 102 * (1 + 2 * expected);
    EXPECT_EQ(Language(conjunctions).count(), expected) << conjunctions;
  }
  EXPECT_EQ(Language(1).count(), 20910U);
}

// Phrases with fewer or more modifiers are those of all SCAN, with the same actions and rules.
TEST(Language, ModifiersChooseAmongThePhrases) {
  const std::map<std::pair<int, int>, std::uint64_t> phrases{
      {{0, 0}, 14}, {{0, 1}, 62}, {{1, 1}, 48}, {{1, 2}, 88}, {{2, 2}, 40}, {{0, 2}, 102}};
  const Language all(1);
  for (const auto& [range, count] : phrases) {
    const Language some(1, Meanings::kFlat, {range.first, range.second});
    EXPECT_EQ(some.count(), count * (1 + 2 * count)) << range.first << range.second;
    std::string command, actions, same_command, same_actions;
    RuleGraph rules, same_rules;
    for (std::uint64_t rank = 0; rank < some.count(); rank += 7) {
      some.make(rank, command, actions, &rules);
      EXPECT_EQ(some.rank_of(command), rank);
      EXPECT_EQ(interpret(command), actions);
      all.make(all.rank_of(command), same_command, same_actions, &same_rules);
      EXPECT_EQ(tree(rules, some.rules(), rules.root()),
                tree(same_rules, all.rules(), same_rules.root()));
    }
  }
  EXPECT_THROW(Language(1, Meanings::kFlat, {0, 0}).rank_of("jump twice"), Error);
  EXPECT_THROW(ScanTask(Params(ScanTask::static_info().params,
                               {{"least_modifiers", "2"}, {"most_modifiers", "1"}}, "scan")),
               Error);
}

TEST(Language, HasEighteenGrammarAndTwentyMeaningRules) {
  const Language language(1);
  std::map<RuleKind, int> kinds;
  for (RuleId rule = 0; rule < language.rules().size(); ++rule)
    ++kinds[language.rules().kind(rule)];
  EXPECT_EQ(kinds[RuleKind::kGrammar], 18);
  EXPECT_EQ(kinds[RuleKind::kMeaning], 20);
  EXPECT_EQ(kinds[RuleKind::kJoin], 1);
}

TEST(Language, RuleGraphsOfWorkedExamples) {
  const Language language(1);
  const struct {
    const char* command;
    const char* tree;
  } cases[] = {
      {"jump opposite left twice and walk",
       "JOIN( C -> S and S( S -> V twice( V -> D[1] opposite D[2]( D -> U left( U -> jump ) ) ), "
       "S -> V( V -> U( U -> walk ) ) ), "
       "[x1 and x2]( [x twice]( [u opposite left]( [jump] ) ), [walk] ) )"},
      {"turn left", "JOIN( C -> S( S -> V( V -> D( D -> turn left ) ) ), [turn left] )"},
      {"turn opposite right thrice",
       "JOIN( C -> S( S -> V thrice( V -> D[1] opposite D[2]( D -> turn right ) ) ), "
       "[x thrice]( [turn opposite right] ) )"},
      {"run around right after look left",
       "JOIN( C -> S after S( S -> V( V -> D[1] around D[2]( D -> U right( U -> run ) ) ), "
       "S -> V( V -> D( D -> U left( U -> look ) ) ) ), "
       "[x1 after x2]( [u around right]( [run] ), [u left]( [look] ) ) )"},
  };
  for (const auto& each : cases) EXPECT_EQ(tree_of(language, each.command), each.tree);
}

TEST(Language, NestedConjunctionsEndInASingleOne) {
  const Language language(2);
  std::string command;
  std::string actions;
  RuleGraph graph;
  language.make(0, command, actions, &graph);
  EXPECT_EQ(command,
            "walk opposite left twice and walk opposite left twice and walk opposite left twice");
  const std::string text = tree(graph, language.rules(), graph.root());
  EXPECT_TRUE(text.starts_with("JOIN( C -> S and C( S -> V twice(")) << text;
  EXPECT_NE(text.find("C -> S( S -> V twice("), std::string::npos) << text;
}

TEST(Interpreter, ReadsThePapersExamples) {
  const struct {
    const char* command;
    const char* actions;
  } cases[] = {
      {"jump", "I_JUMP"},
      {"jump left", "I_TURN_LEFT I_JUMP"},
      {"jump around right",
       "I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP"},
      {"turn left twice", "I_TURN_LEFT I_TURN_LEFT"},
      {"jump thrice", "I_JUMP I_JUMP I_JUMP"},
      {"jump opposite left and walk thrice", "I_TURN_LEFT I_TURN_LEFT I_JUMP I_WALK I_WALK I_WALK"},
      {"jump opposite left after walk around left",
       "I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT "
       "I_TURN_LEFT I_JUMP"},
      // From the right: [walk after [look and run]], [walk and [look after run]].
      {"walk after look and run", "I_LOOK I_RUN I_WALK"},
      {"walk and look after run", "I_WALK I_RUN I_LOOK"},
  };
  for (const auto& each : cases) EXPECT_EQ(interpret(each.command), each.actions) << each.command;
}

TEST(Interpreter, NamesTheWordWhereReadingStops) {
  const struct {
    const char* command;
    const char* says;
  } cases[] = {
      {"", "the command ends where walk, look, run, jump or turn should follow"},
      {"turn", "the command ends where \"left\" or \"right\" should follow"},
      {"jump up",
       "word 2 of the command is \"up\", but \"and\", \"after\" or the end was expected"},
      {"walk around twice", "word 3 of the command is \"twice\", but \"left\" or \"right\""},
      {"walk and", "the command ends where walk"},
      {"jump twice twice", "word 3 of the command is \"twice\""},
  };
  for (const auto& each : cases) {
    try {
      interpret(each.command);
      FAIL() << each.command;
    } catch (const Error& problem) {
      EXPECT_NE(std::string(problem.what()).find(each.says), std::string::npos) << problem.what();
    }
  }
}

TEST(Witness, AgreesOnAllOfScan) {
  const Language language(1);
  std::string command;
  std::string actions;
  std::set<std::string> commands;
  for (std::uint64_t rank = 0; rank < language.count(); ++rank) {
    language.make(rank, command, actions, nullptr);
    ASSERT_EQ(interpret(command), actions) << command;
    commands.insert(command);
  }
  EXPECT_EQ(commands.size(), 20910U);
}

TEST(Witness, AgreesOnSamplesOfEveryDepth) {
  for (int conjunctions = 2; conjunctions <= kMostConjunctions; ++conjunctions) {
    const Language language(conjunctions);
    Stream stream(stream_key(9, "scan"), {.unit = static_cast<std::uint64_t>(conjunctions)});
    std::string command;
    std::string actions;
    for (int i = 0; i < 3000; ++i) {
      language.make(stream.below(language.count()), command, actions, nullptr);
      ASSERT_EQ(interpret(command), actions) << command;
    }
  }
}

TEST(TextReader, DerivesAllOfScan) {
  const ScanTask task = make_scan();
  const auto source = task.open(0);
  Example made;
  Example derived;
  for (std::uint64_t rank = 0; rank < 20910; ++rank) {
    source->unit(rank)->make(0, {}, made);
    task.derive(made.input(), derived);
    ASSERT_EQ(derived, made) << made.input();  // rank, target and rules
  }
}

TEST(TextReader, DerivesSamplesOfThreeConjunctions) {
  const ScanTask task = make_scan("3");
  const auto source = task.open(0);
  Stream stream(stream_key(10, "scan"), {});
  Example made;
  Example derived;
  for (int i = 0; i < 500; ++i) {
    source->unit(stream.below(*source->unit_count()))->make(0, {}, made);
    task.derive(made.input(), derived);
    ASSERT_EQ(derived, made) << made.input();
  }
}

TEST(TextReader, HasOneReadingOfACommand) {
  const ScanTask task = make_scan();
  EXPECT_THAT(task.readings("jump twice"), ElementsAre("I_JUMP I_JUMP"));
}

TEST(TextReader, NamesTheWordThatIsWrong) {
  const ScanTask task = make_scan();
  const struct {
    const char* command;
    const char* says;
  } cases[] = {
      {"jump twice twice",
       "\"jump twice twice\" is no command: word 3 is \"twice\", expected: after, and, end of "
       "text"},
      {"fly", "\"fly\" is no command: word 1 is \"fly\", expected: "},
      {"turn", "\"turn\" is no command: the text ends after word 1, expected: "},
      {"", "\"\" is no command: the text ends after word 0, expected: "},
  };
  Example row;
  for (const auto& each : cases) {
    EXPECT_THAT([&] { task.derive(each.command, row); },
                ThrowsMessage<Error>(HasSubstr(each.says)));
  }
}

TEST(TextReader, KeepsToTheConjunctionsOfTheTask) {
  const std::string command = "jump and walk and run";
  Example row;
  make_scan("3").derive(command, row);
  EXPECT_EQ(row.target(), "I_JUMP I_WALK I_RUN");
  EXPECT_THAT([&] { make_scan("1").derive(command, row); },
              ThrowsMessage<Error>(HasSubstr("is no command: word 4 is \"and\"")));
}

// A mutant is a sequence that is not the target: one action dropped, doubled, exchanged, two
// swapped, the tail cut, another row's target, the case changed or text put around it.
std::string mutate(const std::vector<std::string_view>& target, Stream& stream) {
  std::vector<std::string> actions(target.begin(), target.end());
  const std::size_t at = stream.below(actions.size());
  switch (stream.below(7)) {
    case 0:
      actions.erase(actions.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      actions.insert(actions.begin() + static_cast<std::ptrdiff_t>(at), actions[at]);
      break;
    case 2:
      actions[at] = std::string(kPrimitiveActions[stream.below(4)]);
      break;
    case 3:
      std::swap(actions[at], actions[stream.below(actions.size())]);
      break;
    case 4:
      actions.resize(at);
      break;
    case 5:
      actions[at] = actions[at].substr(2);
      break;
    default:
      actions.insert(actions.begin(), "Answer:");
  }
  std::string text;
  for (const std::string& action : actions) text += (text.empty() ? "" : " ") + action;
  return text;
}

TEST(Judge, NoMutantIsRight) {
  const ScanTask task = make_scan();
  const auto source = task.open(0);
  Example row;
  int judged = 0;
  for (std::uint64_t round = 0; judged < 200'000; ++round) {
    Stream own(stream_key(1, "mutants"), {.unit = round});
    source->unit(own.below(20910))->make(0, {.rules = false}, row);
    const std::string answer = mutate(split_words(row.target()), own);
    if (answer == row.target()) continue;  // swapping equals changes nothing
    ++judged;
    ASSERT_NE(task.judge(row, answer).status, Status::kRight) << row.input() << " / " << answer;
  }
}

TEST(Judge, TellsTheFirstWrongStep) {
  const ScanTask task = make_scan();
  Example row;
  reset(row, task.schema());
  row.fields[kTargetField] = std::string("I_WALK I_RUN I_JUMP");
  EXPECT_EQ(task.judge(row, "I_WALK  I_RUN\tI_JUMP\n").status, Status::kRight);
  const Verdict wrong = task.judge(row, "I_WALK I_LOOK I_JUMP");
  EXPECT_EQ(wrong.status, Status::kWrong);
  EXPECT_EQ(wrong.why, "step 2 is I_LOOK, not I_RUN");
  EXPECT_EQ(task.judge(row, "I_WALK I_RUN").why, "step 3 is missing, not I_JUMP");
  EXPECT_EQ(task.judge(row, "I_WALK I_RUN I_JUMP I_RUN").why, "step 4 is I_RUN, not the end");
  EXPECT_EQ(task.judge(row, "I_WALK I_FLY").status, Status::kUnparsable);
}

TEST(Features, CollapseWordsToPatterns) {
  const ScanTask task = make_scan();
  Example row;
  reset(row, task.schema());
  row.fields[kInputField] = std::string("jump around left twice after turn right");
  row.fields[kTargetField] = std::string("I_TURN_RIGHT I_JUMP");
  const Features features = task.features(row);
  EXPECT_EQ(features.input_pattern, "V M D N after turn D");
  EXPECT_EQ(features.output_pattern, "D A");
  EXPECT_EQ(features.input_length, 7U);
  EXPECT_EQ(features.output_length, 2U);
}

}  // namespace
}  // namespace assay::scan
