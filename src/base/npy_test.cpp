// Files are spelled out byte by byte from the description of the format: magic, version, length of
// the header, the header as a Python dictionary, the numbers.
#include "assay/base/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using namespace std::string_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Property;

class Npy : public testing::Test {
 protected:
  std::string put(const std::string& bytes) const { return folder_.put("a.npy", bytes); }

  static std::string dictionary(const std::string& type, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  }

  static std::string version_1(std::string header, const std::string& numbers) {
    header += '\n';
    return "\x93NUMPY\x01\x00"s + static_cast<char>(header.size() % 256) +
           static_cast<char>(header.size() / 256) + header + numbers;
  }

  static std::string version_2(std::string header, const std::string& numbers, char major) {
    header += '\n';
    return "\x93NUMPY"s + major + "\x00"s + static_cast<char>(header.size() % 256) +
           static_cast<char>(header.size() / 256) + "\x00\x00"s + header + numbers;
  }

  template <typename Number = double>
  std::vector<Number> row(const NpyArray& array, std::uint64_t number) const {
    std::vector<Number> values(array.columns());
    array.read_row(number, std::span<Number>(values));
    return values;
  }

  void expect_refused(const std::string& bytes, const std::string& why) const {
    const std::string path = put(bytes);
    EXPECT_THAT([&] { NpyArray array(path); },
                testing::Throws<Error>(
                    AllOf(Property(&Error::kind, ErrorKind::kInput),
                          Property(&Error::what, AllOf(HasSubstr("a.npy: "), HasSubstr(why),
                                                       HasSubstr(";"), Not(HasSubstr("\n")))))))
        << why;
  }

  ScratchFolder folder_;
};

// 1.0, -2.5 and 0.1 as float32; 1.0 and -2.5 as float64.
const std::string kFloats = "\x00\x00\x80\x3f\x00\x00\x20\xc0\xcd\xcc\xcc\x3d"s;
const std::string kDoubles = "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x04\xc0"s;

TEST_F(Npy, ReadsEveryTypeOfNumber) {
  const NpyArray floats(put(version_1(dictionary("<f4", "(1, 3)"), kFloats)));
  EXPECT_EQ(floats.type(), NpyArray::Type::kFloat32);
  EXPECT_EQ(floats.axes(), 2);
  EXPECT_EQ(floats.rows(), 1U);
  EXPECT_EQ(floats.columns(), 3U);
  EXPECT_THAT(row<float>(floats, 0), ElementsAre(1.0F, -2.5F, 0.1F));
  EXPECT_THAT(row(floats, 0), ElementsAre(1.0, -2.5, static_cast<double>(0.1F)));

  const NpyArray doubles(put(version_1(dictionary("<f8", "(2, 1)"), kDoubles)));
  EXPECT_THAT(row(doubles, 0), ElementsAre(1.0));
  EXPECT_THAT(row<float>(doubles, 1), ElementsAre(-2.5F));

  const NpyArray bytes(put(version_1(dictionary("|i1", "(1, 2)"), "\x7f\x80")));
  EXPECT_THAT(row(bytes, 0), ElementsAre(127, -128));
  const NpyArray unsigned_bytes(put(version_1(dictionary("|u1", "(1, 2)"), "\x7f\x80")));
  EXPECT_THAT(row(unsigned_bytes, 0), ElementsAre(127, 128));
  const NpyArray truths(put(version_1(dictionary("|b1", "(1, 3)"), "\x01\x00\x02"s)));
  EXPECT_THAT(row(truths, 0), ElementsAre(1, 0, 1));
}

TEST_F(Npy, ReadsEveryVersion) {
  const std::string header = dictionary("<f4", "(3, 1)");
  for (const std::string& bytes : {version_1(header, kFloats), version_2(header, kFloats, '\x02'),
                                   version_2(header, kFloats, '\x03')}) {
    const NpyArray array(put(bytes));
    EXPECT_EQ(array.rows(), 3U);
    EXPECT_THAT(row<float>(array, 2), ElementsAre(0.1F));
  }
}

TEST_F(Npy, ReadsHeadersOfOtherWriters) {
  const std::string numbers = "\x01\x02\x03\x04\x05\x06";
  for (const std::string header :
       {"{'shape':(2,3),'fortran_order':False,'descr':'|u1'}",
        "{\"descr\": \"|u1\", \"fortran_order\": False, \"shape\": (2, 3)}          ",
        " { 'fortran_order' : False , 'shape' : ( 2 , 3 , ) , 'descr' : '|u1' , } "}) {
    const NpyArray array(put(version_1(header, numbers)));
    EXPECT_THAT(row(array, 1), ElementsAre(4, 5, 6)) << header;
  }
}

TEST_F(Npy, OneAxisHasARowForEachNumber) {
  const NpyArray array(put(version_1(dictionary("|u1", "(3,)"), "\x05\x06\x07")));
  EXPECT_EQ(array.axes(), 1);
  EXPECT_EQ(array.rows(), 3U);
  EXPECT_EQ(array.columns(), 1U);
  EXPECT_THAT(row(array, 1), ElementsAre(6));
}

TEST_F(Npy, TakesEmptyArrays) {
  EXPECT_EQ(NpyArray(put(version_1(dictionary("<f4", "(0, 3)"), ""))).rows(), 0U);
  const NpyArray wide(put(version_1(dictionary("<f4", "(3, 0)"), "")));
  EXPECT_EQ(row(wide, 2), std::vector<double>{});
  EXPECT_EQ(NpyArray(put(version_1(dictionary("<f4", "(0,)"), ""))).rows(), 0U);
}

TEST_F(Npy, RefusesRowsThatAreNotThere) {
  const NpyArray array(put(version_1(dictionary("|u1", "(2, 2)"), "\x01\x02\x03\x04")));
  std::vector<double> values(2);
  EXPECT_THROW(array.read_row(2, std::span<double>(values)), Bug);
  values.resize(3);
  EXPECT_THROW(array.read_row(0, std::span<double>(values)), Bug);
}

TEST_F(Npy, RefusesOtherFiles) {
  expect_refused("", "is no NumPy array file");
  expect_refused("\x93NUMP", "is no NumPy array file");
  expect_refused("0.5\n0.25\n", "write it by numpy.save");
  expect_refused("PK\x03\x04", "write one array by numpy.save");
  EXPECT_THAT([&] { NpyArray array(folder_ / "none.npy"); },
              testing::Throws<Error>(Property(&Error::kind, ErrorKind::kIo)));
  EXPECT_THAT([&] { NpyArray array(folder_.path()); },
              testing::Throws<Error>(Property(&Error::kind, ErrorKind::kIo)));
}

TEST_F(Npy, RefusesEveryFileThatWasCutOff) {
  for (const std::string& whole : {version_1(dictionary("<f4", "(1, 3)"), kFloats),
                                   version_2(dictionary("<f4", "(1, 3)"), kFloats, '\x03')}) {
    NpyArray array(put(whole));  // as it should be
    for (std::size_t length = 6; length < whole.size(); ++length) {
      const std::string path = put(whole.substr(0, length));
      EXPECT_THROW(NpyArray cut(path), Error) << length;
    }
    expect_refused(whole + "x", "has 13 bytes of numbers, but 1 x 3 of type <f4 need 12");
  }
}

TEST_F(Npy, RefusesDamagedHeaders) {
  expect_refused("\x93NUMPY\x04\x00\x10\x00"s, "has format version 4.0");
  expect_refused("\x93NUMPY\x01\x01\x10\x00"s, "has format version 1.1");
  expect_refused("\x93NUMPY\x00\x00\x10\x00"s, "has format version 0.0");
  expect_refused("\x93NUMPY\x01\x00\x10\x00{"s, "ends inside its header");
  expect_refused("\x93NUMPY\x02\x00\xff\xff\xff\xff{}"s, "ends inside its header");
  expect_refused("\x93NUMPY\x01\x00\x00\x00"s, "at byte 0 a { is missing");
  const std::string four = "\x01\x02\x03\x04";
  for (const auto& [header, why] : std::vector<std::pair<std::string, std::string>>{
           {"", "at byte 1 a { is missing"},
           {"{}", "the key \"descr\" is missing"},
           {"{'descr': '|u1', 'shape': (2, 2)}", "the key \"fortran_order\" is missing"},
           {"{'descr': '|u1', 'fortran_order': False}", "the key \"shape\" is missing"},
           {dictionary("|u1", "(2, 2)") + "x", "something follows the dictionary"},
           {"{'descr': '|u1', 'descr': '|u1'}", "the key \"descr\" is unknown or repeated"},
           {"{'colour': 3}", "the key \"colour\" is unknown or repeated"},
           {"{'co\nlour': 3}", "the key \"co\\x0alour\" is unknown"},
           {"{descr: '|u1'}", "at byte 1 a ' is missing"},
           {"{'descr", "a text does not end"},
           {"{'descr' '|u1'}", "a : is missing"},
           {"{'descr': '|u1' 'shape': (2, 2)}", "a , is missing"},
           {"{'descr': '|u1', 'fortran_order': 0}", "is neither True nor False"},
           {"{'shape': 4}", "a ( is missing"},
           {"{'shape': (-2, 2)}", "the shape is not a tuple of whole numbers"},
           {"{'shape': (2.0, 2)}", "a , is missing"},
           {"{'shape': (2, 2", "a , is missing"},
           {"{'shape': (99999999999999999999, 2)}", "the shape is not a tuple of whole numbers"}}) {
    expect_refused(version_1(header, four), why);
  }
}

TEST_F(Npy, RefusesOtherArrays) {
  expect_refused(version_1(dictionary(">f4", "(1, 1)"), "\x3f\x80\x00\x00"s),
                 "holds values of type >f4; write numpy.save(file, array.astype('<f4'))");
  expect_refused(version_1(dictionary("<i8", "(1, 1)"), std::string(8, '\0')), "of type <i8");
  expect_refused(
      version_1("{'descr': [('a', [('b', '<f4')])], 'fortran_order': False, 'shape': (3,)}",
                kFloats),
      "holds values of type record;");
  expect_refused(version_1("{'descr': [('a', '<f4')", kFloats), "a list does not end");
  expect_refused(version_1("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 3)}", kFloats),
                 "lies in Fortran order; write numpy.save(file, numpy.ascontiguousarray(array))");
  expect_refused(version_1(dictionary("|u1", "()"), "\x01"), "has 0 axes, not 1 or 2");
  expect_refused(version_1(dictionary("|u1", "(1, 1, 1)"), "\x01"), "has 3 axes, not 1 or 2");
  expect_refused(version_1(dictionary("<f4", "(4294967296, 4294967296)"), ""),
                 "need more than any file has");
  expect_refused(version_1(dictionary("<f8", "(2305843009213693952, 1)"), ""),
                 "need more than any file has");
}

TEST_F(Npy, WritesWhatTheFormatSays) {
  const std::vector<float> values = {1.0F, -2.5F, 0.1F};
  const std::string bytes = npy_bytes(values, 1, 3);
  const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }";
  // 10 bytes, 59 of the dictionary, a newline: the numbers begin at 128.
  ASSERT_EQ(text.size(), 59U);
  EXPECT_EQ(bytes, "\x93NUMPY\x01\x00\x76\x00"s + text + std::string(58, ' ') + '\n' + kFloats);
}

TEST_F(Npy, WritesWhatItReads) {
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> values = {0, -0.0F, kMost, kNan, 1e-45F, 3};
  const std::string bytes = npy_bytes(values, 3, 2);
  EXPECT_EQ((bytes.size() - 24) % 64, 0U);
  const NpyArray array(put(bytes));
  EXPECT_EQ(array.rows(), 3U);
  EXPECT_TRUE(std::signbit(row<float>(array, 0)[1]));
  EXPECT_EQ(row<float>(array, 1)[0], kMost);
  EXPECT_TRUE(std::isnan(row(array, 1)[1]));
  EXPECT_THAT(row<float>(array, 2), ElementsAre(1e-45F, 3));
  EXPECT_EQ(NpyArray(put(npy_bytes({}, 0, 7))).columns(), 7U);
  EXPECT_THROW(npy_bytes(values, 2, 2), Bug);
}

}  // namespace
}  // namespace assay
