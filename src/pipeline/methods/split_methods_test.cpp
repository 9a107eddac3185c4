#include "assay/pipeline/methods/split_methods.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/split_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// The claim that a recipe with these values records.
std::string claim_of(const std::string& text) {
  const SplitSpec spec = split_spec_from_json(Json::parse(text));
  const SplitForm& form = find_split_method(spec.method).form;
  check_values(form, spec);
  return to_json(recorded(form, spec)).dump();
}

TEST(SplitMethods, AreWellFormed) {
  std::set<std::string> names;
  std::map<std::string, ParamKind> kinds;  // by flag: methods that share one read it alike
  for (const SplitMethod& method : split_methods()) {
    const SplitForm& form = method.form;
    EXPECT_TRUE(names.insert(form.name).second) << form.name;
    EXPECT_FALSE(form.summary.empty()) << form.name;
    EXPECT_NE(static_cast<bool>(method.deal), static_cast<bool>(method.deal_data_set)) << form.name;
    std::set<std::string> params;
    for (const SplitParam& param : form.params) {
      EXPECT_TRUE(params.insert(param.spec.name).second) << form.name << " " << param.spec.name;
      EXPECT_FALSE(param.spec.summary.empty()) << param.spec.name;
      const std::string& flag = param.flag.empty() ? param.spec.name : param.flag;
      EXPECT_EQ(kinds.emplace(flag, param.spec.kind).first->second, param.spec.kind)
          << form.name << " " << flag;
      if (const auto value = default_value(param.spec)) {
        EXPECT_EQ(value_defect(param.spec, *value), "");
      }
    }
    EXPECT_EQ(&find_split_method(form.name), &method);
  }
}

TEST(SplitMethods, ThatAreNotThereAreNamed) {
  try {
    find_split_method("rndom");
    FAIL();
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), ErrorKind::kUsage);
    EXPECT_STREQ(problem.what(), "there is no split method \"rndom\"; did you mean \"random\"?");
  }
}

// Claims stand in files: what they hold, and in which order, does not change.
TEST(SplitMethods, RecordWhatTheyAlwaysDid) {
  for (
      const char* claim :
      {R"({"method":"random","seed":0})",
       R"({"method":"random","seed":3,"train":"80%","dev":"0","test":"rest","dev_from":"train"})",
       R"({"method":"group","seed":1,"train":"10","dev":"0","test":"rest"})",
       R"({"method":"length","by":"input","longest":22})",
       R"({"method":"length","by":"output","longest":5,"seed":0,"train":"40%","dev":"10%","test":"5%","dev_from":"test"})",
       R"({"method":"pattern","by":"output","seed":0,"train":"40%","dev":"5%","test":"5%"})",
       R"({"method":"holdout","holdout":"primitive","set":{"words":"jump"},"repeat_percent":10})",
       R"({"method":"holdout","holdout":"primitive","set":{},"shots":4,"seed":9})",
       R"({"method":"holdout","holdout":"random","set":{},"seed":9,"train":"1","dev":"2","test":"3","dev_from":"test","shots":4,"repeat_percent":10})",
       R"({"method":"mcd","seed":0,"max_atom_divergence":0.02,"effort":"quick"})",
       R"({"method":"mcd","seed":7,"train":"1","dev":"2","test":"3","dev_from":"train","target_compound_divergence":0.0,"max_atom_divergence":1.0,"effort":"thorough","three_way":true,"leaders":true,"define":{"nodes":"3"}})",
       R"({"method":"follow","of":"hard"})"}) {
    EXPECT_EQ(claim_of(claim), claim);
  }
}

TEST(SplitMethods, RecordNothingThatDoesNotCount) {
  EXPECT_EQ(claim_of(R"({"method":"length","longest":3,"seed":5})"),
            R"({"method":"length","by":"output","longest":3})");
  EXPECT_EQ(claim_of(R"({"repeat_percent":0,"method":"holdout","holdout":"h","seed":5,"shots":0})"),
            R"({"method":"holdout","holdout":"h","set":{}})");
  EXPECT_EQ(claim_of(R"({"method":"mcd","three_way":false,"define":{}})"),
            R"({"method":"mcd","seed":0,"max_atom_divergence":0.02,"effort":"quick"})");
  EXPECT_EQ(claim_of(R"({"method":"import","index":"a.json","of":"b.txt"})"),
            R"({"method":"import"})");
}

// The cells of a line of a table, without the bars.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (const std::string_view cell : split_text(line, '|')) {
    const std::size_t begin = cell.find_first_not_of(' ');
    if (begin == std::string_view::npos) continue;
    cells.emplace_back(cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
  }
  return cells;
}

// The words in backticks.
std::vector<std::string> names_in(const std::string& cell) {
  std::vector<std::string> names;
  const auto pieces = split_text(cell, '`');
  for (std::size_t i = 1; i < pieces.size(); i += 2) names.emplace_back(pieces[i]);
  return names;
}

TEST(SplitMethods, StandInTheReference) {
  std::ifstream file(ASSAY_REFERENCE);
  std::map<std::string, std::vector<std::string>> rows;
  bool in_table = false;
  for (std::string line; std::getline(file, line);) {
    in_table = line.starts_with("| `method` | further keys") || (in_table && line.starts_with("|"));
    const auto cells = cells_of(line);
    if (in_table && cells.size() == 3 && !names_in(cells[0]).empty()) {
      rows[names_in(cells[0])[0]] = cells;
    }
  }
  for (const SplitMethod& method : split_methods()) {
    std::vector<std::string> wanted;
    for (const SplitParam& param : method.form.params) {
      if (param.recorded != Recorded::kNever) wanted.push_back(param.spec.name);
    }
    if (method.form.name == "import") wanted = {"members"};  // of the file, not of its making
    const auto& cells = rows[method.form.name];
    ASSERT_EQ(cells.size(), 3U) << "ARCHITECTURE.md needs the row | `" << method.form.name
                                << "` | `" << fmt::format("{}", fmt::join(wanted, "`, `")) << "` | "
                                << method.form.summary << " |";
    EXPECT_EQ(names_in(cells[1]), wanted) << method.form.name;
    EXPECT_EQ(cells[2], method.form.summary) << method.form.name;
  }
  EXPECT_EQ(rows.size(), split_methods().size() + 1);  // with the heading
}

}  // namespace
}  // namespace assay
