#include "assay/tasks/logic/tfrecord.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::logic {
namespace {

// The bytes of {inputs: "a", targets: "b"}, worked out bit by bit by another program from the
// definitions of TFRecord, CRC-32C (whose check value e3069283 it gave) and protocol buffers.
TEST(Tfrecord, IsAMessageWithItsLengthAndChecksums) {
  std::string record;
  append_tfrecord(record, "a", "b");
  std::string hex;
  for (const char c : record) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  EXPECT_EQ(hex,
            "2500000000000000eabc36f30a230a0f0a06696e7075747312050a030a01610a100a077461726765"
            "747312050a030a0162402c46e3");
}

TEST(Tfrecord, HoldsLongTexts) {
  std::string record;
  const std::string text(1'000, 'x');
  append_tfrecord(record, text, text);
  EXPECT_EQ(static_cast<unsigned char>(record[0]) + 256 * static_cast<unsigned char>(record[1]),
            static_cast<int>(record.size()) - 16);
}

}  // namespace
}  // namespace assay::logic
