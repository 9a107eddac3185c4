#include "assay/store/data_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "assay/base/random.h"
#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A data set of these files; the part of a file is its name up to the dash.
class DataSetOnDisk : public testing::Test {
 protected:
  struct File {
    std::string name;
    std::string bytes;
  };

  Manifest put(const std::vector<File>& files) const {
    Manifest manifest;
    manifest.recipe.task = "fake";
    manifest.columns = FakeTask().schema();
    for (const auto& [name, bytes] : files) {
      const auto rows = static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
      const std::string part = name.substr(0, name.find('-'));
      manifest.files.push_back({"data/" + name, part, 0, rows, rows, bytes.size(), ""});
      if (manifest.parts.empty() || manifest.parts.back().name != part) {
        manifest.parts.push_back({part, 0, {}});
      }
      manifest.parts.back().rows += rows;
      folder_.put("data/" + name, bytes);
    }
    folder_.put(kManifestName, manifest_text(manifest));
    return manifest;
  }
  DataSet open() const { return DataSet(folder_.path()); }
  std::string path(const std::string& name) const { return folder_.path() + "/data/" + name; }

  ScratchFolder folder_;
};

TEST_F(DataSetOnDisk, KnowsItsPartsAndRows) {
  put({{"train-0", "a\nb\n"}, {"train-1", "c\n"}, {"test-0", "d\n"}});
  const DataSet data = open();
  EXPECT_EQ(data.rows(), 4U);
  EXPECT_EQ(data.open_file(1).read_all(), "c\n");
  const auto parts = data.parts();
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].name, "train");
  EXPECT_EQ(parts[0].begin, 0U);
  EXPECT_EQ(parts[0].end, 3U);
  EXPECT_EQ(parts[1].begin, 3U);
  EXPECT_EQ(parts[1].end, 4U);
}

TEST_F(DataSetOnDisk, SaysWhichFileIsDamaged) {
  put({{"all-0", "one\ntwo\n"}, {"all-1", "three\n"}});
  folder_.put("data/all-1", "thre");
  EXPECT_THAT([&] { open(); },
              fails(ErrorKind::kInput,
                    path("all-1") + ": has 4 bytes, but the manifest says 6; the file is damaged"));
  folder_.put("data/all-1", "three\nfour\n");
  EXPECT_THAT([&] { open(); }, fails(ErrorKind::kInput, path("all-1") + ": has 11 bytes"));
  folder_.put("data/all-1", "");
  EXPECT_THAT([&] { open(); }, fails(ErrorKind::kInput, path("all-1") + ": has 0 bytes"));
  std::filesystem::remove(path("all-1"));
  EXPECT_THAT([&] { open(); }, fails(ErrorKind::kInput, path("all-1") + ": is missing"));
  std::filesystem::create_symlink("all-0", path("all-1"));
  EXPECT_THAT([&] { open(); }, fails(ErrorKind::kIo, "symbolic link"));
}

TEST_F(DataSetOnDisk, NeedsAFolderWithAManifest) {
  EXPECT_THAT([&] { open(); }, fails(ErrorKind::kInput, "is not a data set of assay"));
  EXPECT_THAT([&] { DataSet(folder_.path() + "/none"); },
              fails(ErrorKind::kIo, "there is no such folder"));
}

TEST_F(DataSetOnDisk, BlocksCoverAllBytesOnLineBorders) {
  Stream stream(stream_key(1, "blocks"), {});
  std::vector<File> files;
  for (int file = 0; file < 4; ++file) {
    std::string bytes;
    const std::uint64_t lines = file == 2 ? 0 : stream.below(60);
    for (std::uint64_t i = 0; i < lines; ++i) bytes += std::string(stream.below(30), 'x') + '\n';
    files.push_back({"all-" + std::to_string(file), bytes});
  }
  put(files);
  const DataSet data = open();
  for (const std::size_t about : {0U, 1U, 7U, 30U, 31U, 100U, 1U << 20U}) {
    std::vector<std::string> joined(files.size());
    DataReader reader(data);
    for (const Block& block : data.blocks(about)) {
      const std::string_view bytes = reader.read(block);
      ASSERT_FALSE(bytes.empty());
      EXPECT_EQ(bytes.back(), '\n');
      EXPECT_EQ(block.offset, joined[block.file].size());
      EXPECT_LE(bytes.size(), about + 31) << "a line more than asked for at most";
      joined[block.file] += bytes;
    }
    for (std::size_t file = 0; file < files.size(); ++file) {
      EXPECT_EQ(joined[file], files[file].bytes);
    }
  }
}

TEST_F(DataSetOnDisk, BlocksKeepALastLineWithoutNewline) {
  Manifest manifest = put({{"all-0", "a\nbbbb\nc"}});
  const DataSet data(folder_.path(), manifest);
  std::string joined;
  DataReader reader(data);
  for (const Block& block : data.blocks(1)) joined += reader.read(block);
  EXPECT_EQ(joined, "a\nbbbb\nc");
}

TEST_F(DataSetOnDisk, PlaceNamesFileAndLine) {
  put({{"all-0", "a\nb\n"}, {"all-1", "c\nd\n"}});
  const DataSet data = open();
  EXPECT_EQ(data.place_of(1, 0), path("all-1") + ":1");
  EXPECT_EQ(data.place_of(1, 2), path("all-1") + ":2");
}

TEST_F(DataSetOnDisk, RowIndexFindsLines) {
  put({{"train-0", "zero\none\n"}, {"train-1", ""}, {"train-2", "\n"}, {"test-0", "three\n"}});
  const DataSet data = open();
  const RowIndex index(data);
  EXPECT_EQ(index.line(0), "zero");
  EXPECT_EQ(index.line(1), "one");
  EXPECT_EQ(index.line(2), "");
  EXPECT_EQ(index.line(3), "three");
  EXPECT_EQ(index.place(1), path("train-0") + ":2");
  EXPECT_EQ(index.place(3), path("test-0") + ":1");
}

TEST_F(DataSetOnDisk, RowIndexRefusesAnotherNumberOfRows) {
  Manifest manifest = put({{"all-0", "a\nb\n"}, {"all-1", "c\n"}});
  manifest.files[1].rows = 2;
  manifest.parts[0].rows = 4;
  const DataSet data(folder_.path(), manifest);
  EXPECT_THAT([&] { RowIndex index(data); },
              fails(ErrorKind::kInput, path("all-1") + ": has 1 rows, but the manifest says 2"));
}

// Row numbers run to the sum of the parts, so a larger one would lead beyond the last line.
TEST_F(DataSetOnDisk, PartsThatAreNotTheSumOfTheirFilesAreRefused) {
  for (const std::uint64_t rows : {2ULL, 4ULL, 1ULL << 62}) {
    Manifest manifest = put({{"all-0", "a\nb\nc\n"}});
    manifest.parts[0].rows = rows;
    folder_.put(kManifestName, manifest_text(manifest));
    const auto use = [&] {
      const DataSet data = open();
      const RowIndex index(data);
    };
    EXPECT_THAT(use, fails(ErrorKind::kInput, folder_.path())) << rows;
  }
}

TEST_F(DataSetOnDisk, RowIndexRefusesALastLineWithoutNewline) {
  Manifest manifest = put({{"all-0", "a\n" + std::string(4094, 'x')}});
  manifest.files[0].rows = 2;
  manifest.parts[0].rows = 2;
  const DataSet data(folder_.path(), manifest);
  EXPECT_THAT([&] { RowIndex index(data); },
              fails(ErrorKind::kInput, path("all-0") + ": does not end in a newline"));
}

// Forwards, backwards, by leaps and twice the same, in files of many stretches.
TEST_F(DataSetOnDisk, RowLinesAreThoseOfTheIndexInAnyOrder) {
  Stream stream(stream_key(2, "lines"), {});
  std::vector<std::string> lines;
  std::vector<File> files;
  for (int file = 0; file < 3; ++file) {
    files.push_back({"all-" + std::to_string(file), ""});
    for (int i = 0; i < 400; ++i) {
      lines.push_back(std::to_string(lines.size()) + std::string(stream.below(3000), 'x'));
      files.back().bytes += lines.back() + '\n';
    }
  }
  put(files);
  const DataSet data = open();
  const RowIndex index(data);
  RowLines some(index);
  for (std::uint64_t row = 0; row < lines.size(); ++row) ASSERT_EQ(some.line(row), lines[row]);
  for (std::uint64_t row = lines.size(); row-- > 0;) ASSERT_EQ(some.line(row), lines[row]);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t row = stream.below(lines.size());
    ASSERT_EQ(some.line(row), lines[row]);
    ASSERT_EQ(index.line(row), lines[row]);
  }
}

TEST_F(DataSetOnDisk, AFileThatIsCutOffMeanwhileIsAnErrorThatNamesIt) {
  std::string bytes;
  for (int i = 0; i < 50'000; ++i) bytes += "a line of some length\n";
  put({{"all-0", bytes}});
  const DataSet data = open();
  const RowIndex index(data);
  RowLines lines(index);
  DataReader reader(data);
  const std::vector<Block> blocks = data.blocks();
  EXPECT_EQ(lines.line(0), "a line of some length");
  EXPECT_EQ(reader.read(blocks[0]).size(), blocks[0].length);
  std::filesystem::resize_file(path("all-0"), 100);
  EXPECT_THAT([&] { lines.line(40'000); },
              fails(ErrorKind::kIo, path("all-0") + ": became shorter while it was read"));
  EXPECT_THAT([&] { reader.read(blocks[0]); }, fails(ErrorKind::kIo, path("all-0")));
  EXPECT_THAT([&] { DataReader(data).read(blocks[0]); },
              fails(ErrorKind::kInput, path("all-0") + ": has 100 bytes"));
}

TEST(ForEachLine, GivesLinesWithoutNewlines) {
  const auto lines = [](std::string_view text) {
    std::vector<std::string> found;
    for_each_line(text, [&](std::string_view line) { found.emplace_back(line); });
    return found;
  };
  EXPECT_THAT(lines(""), IsEmpty());
  EXPECT_THAT(lines("a"), ElementsAre("a"));
  EXPECT_THAT(lines("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines("\n"), ElementsAre(""));
  EXPECT_THAT(lines("a\n\nb\n"), ElementsAre("a", "", "b"));
}

}  // namespace
}  // namespace assay
