#include "assay/base/byte_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

class ByteSourceTest : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    return folder_.put(name, bytes);
  }
  std::string packed(const std::string& text) const {
    std::string path = folder_ / "packing.gz";
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    std::ifstream bytes(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(bytes), {}};
  }

 private:
  ScratchFolder folder_;
};

std::string zstd_packed(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

std::string all_of(ByteSource& source, std::size_t most) {
  std::string text;
  std::string chunk(most, ' ');
  for (std::size_t got = source.read(chunk.data(), most); got > 0;
       got = source.read(chunk.data(), most)) {
    text.append(chunk, 0, got);
  }
  return text;
}

std::string all_of(const std::string& path, std::size_t most) {
  ByteSource source(path);
  return all_of(source, most);
}

std::string numbers() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + "\n";
  return text;
}

TEST_F(ByteSourceTest, ReadsPlainAndPackedFilesAlike) {
  const std::string text = numbers();
  const std::string plain = write("plain", text);
  const std::string one = write("one.gz", packed(text));
  const std::string two = write("two", packed(text.substr(0, 777)) + packed(text.substr(777)));
  const std::string zstd = write("three", zstd_packed(text));
  const std::string four =
      write("four", zstd_packed(text.substr(0, 777)) + zstd_packed(text.substr(777)));
  for (const std::size_t most : {7U, 1000U, 1U << 20U}) {
    EXPECT_EQ(all_of(zstd, most), text);
    EXPECT_EQ(all_of(four, most), text);
    EXPECT_EQ(all_of(plain, most), text);
    EXPECT_EQ(all_of(one, most), text);
    EXPECT_EQ(all_of(two, most), text);
  }
  EXPECT_EQ(all_of(write("empty", ""), 10), "");
  for (const char* begun : {"\x1f", "\x28\xb5", "(", "\x28\xb5\x2f"}) {
    EXPECT_EQ(all_of(write("begun", begun), 10), begun);
  }
}

TEST_F(ByteSourceTest, NamesWhatIsWrong) {
  const std::string bytes = packed(numbers());
  const std::string cut = write("cut.gz", bytes.substr(0, bytes.size() - 9));
  EXPECT_THAT([&] { all_of(cut, 1000); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("cut.gz: the packed file ends")));
  std::string changed = bytes;
  changed[bytes.size() / 2] = static_cast<char>(changed[bytes.size() / 2] ^ 0x55);
  const std::string bad = write("bad.gz", changed);
  EXPECT_THAT([&] { all_of(bad, 1000); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("bad.gz: the packed file is")));
  const std::string zstd = zstd_packed(numbers());
  const std::string short_zstd = write("cut.zst", zstd.substr(0, zstd.size() - 9));
  EXPECT_THAT([&] { all_of(short_zstd, 1000); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("cut.zst: the packed file ends")));
  std::string changed_zstd = zstd;
  changed_zstd[5] = static_cast<char>(changed_zstd[5] ^ 0x55);
  const std::string bad_zstd = write("bad.zst", changed_zstd);
  EXPECT_THAT([&] { all_of(bad_zstd, 1000); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("bad.zst: the packed file is")));
  EXPECT_THAT([] { ByteSource("/"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("neither a plain file nor a pipe")));
  EXPECT_THAT([] { ByteSource("/does/not/exist"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("cannot read: No such file")));
}

TEST_F(ByteSourceTest, BytesAtHandAreReadLikeAFile) {
  const std::string text = numbers();
  for (const std::string& bytes : {text, packed(text), zstd_packed(text)}) {
    ByteSource source("a\nb", bytes);
    EXPECT_EQ(source.name(), "a\\x0ab");
    EXPECT_EQ(all_of(source, 1000), text);
  }
}

}  // namespace
}  // namespace assay
