// A program that links nothing of the tasks reads what the tasks wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> printed_rows(const std::string& words) {
  FILE* pipe = ::popen((ASSAY_READ_ROWS " " + words).c_str(), "r");
  std::string text;
  std::array<char, 4096> bytes{};
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(bytes.data(), 1, bytes.size(), pipe);
    text.append(bytes.data(), got);
  }
  EXPECT_EQ(::pclose(pipe), 0);
  return text_lines(text);
}

// A row of `export --format jsonl` as that program prints it.
std::string printed(const std::string& part, const Json& row) {
  Json line = {part, row["id"], row["input"], row["target"]};
  for (const Json& node : row["rules"]) line.push_back(node);
  return line.dump();
}

class ReadRows : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const Outcome made = assay({"generate", "-q", GetParam(), "-n", "60", "--out", data_});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  std::vector<std::string> rows_of(const std::string& part,
                                   const std::vector<std::string>& words) const {
    std::vector<std::string> all = {"export", data_, "--format", "jsonl"};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<std::string> rows;
    for (const std::string& line : text_lines(assay(all).out)) {
      rows.push_back(printed(part, Json::parse(line)));
    }
    return rows;
  }

  ScratchFolder scratch_;
  std::string data_ = scratch_ / "data";
};

TEST_P(ReadRows, PrintsEveryRow) {
  const auto rows = rows_of("all", {});
  ASSERT_EQ(rows.size(), 60U);
  EXPECT_EQ(printed_rows(data_), rows);
}

TEST_P(ReadRows, PrintsThePartsOfASplit) {
  ASSERT_EQ(assay({"split", data_, "-q", "--method", "random", "--train", "40", "--test", "rest",
                   "--name", "s"})
                .exit_code,
            0);
  std::vector<std::string> rows;
  for (const char* part : {"train", "dev", "test"}) {
    for (std::string& row : rows_of(part, {"--split", "s", "--part", part})) {
      rows.push_back(std::move(row));
    }
  }
  EXPECT_EQ(printed_rows(data_ + " s"), rows);
}

INSTANTIATE_TEST_SUITE_P(OfTasks, ReadRows, ::testing::Values("scan", "curi"));

}  // namespace
}  // namespace assay::testing
