// Verbs that read single rows of a damaged data set say where the row stands, as those do that read
// all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;

class DamagedRow : public ::testing::Test {
 protected:
  // The column "target" of row 4 gets another name of the same length.
  void make(const std::string& task) {
    ASSERT_EQ(assay({"generate", task, "-n", "8", "-q", "--out", data_}).exit_code, 0);
    const std::string file = data_ + "/data/all-00000-of-00001.jsonl";
    std::vector<std::string> rows = text_lines(read_file(file));
    id_ = Json::parse(rows.at(4))["id"];
    rows[4].replace(rows[4].find("\"target\""), 8, "\"tarXet\"");
    std::string bytes;
    for (const std::string& row : rows) bytes += row + '\n';
    write_file(file, bytes);
  }
  static void expect_place(const std::vector<std::string>& words) {
    SCOPED_TRACE(::testing::PrintToString(words));
    expect_one_line(assay(words), 3, "data/all-00000-of-00001.jsonl:5: unknown key \"tarXet\"");
  }

  ScratchFolder scratch_;
  std::string data_ = scratch_ / "data_set";
  std::string id_;
};

TEST_F(DamagedRow, IsNamedWhereOneIsShown) {
  make("scan");
  expect_place({"show", data_, "--row", "4"});
  expect_place({"show", data_, "--id", id_});
  expect_place({"show", data_, "-n", "8"});
  expect_place({"explain", data_, id_});
}

TEST_F(DamagedRow, IsNamedWhereOneIsDrawn) {
  make("gscan");
  expect_place({"render", data_, "--row", "4", "--out", scratch_ / "picture"});
  expect_place({"render", data_, "-n", "8", "--out", scratch_ / "pictures"});
}

TEST_F(DamagedRow, IsNamedWhereShotsAreDrawn) {
  make("scan");
  expect_place({"prompt", data_, "--shots", "7"});
}

TEST_F(DamagedRow, IsNamedWhereAllAreRead) {
  make("scan");
  expect_place({"split", data_, "--method", "random", "--name", "r"});
  expect_place({"export", data_, "--format", "jsonl"});
  expect_place({"report", data_, "--out", scratch_ / "page.html"});
}

}  // namespace
}  // namespace assay::testing
