// The file format of the published data: TFRecords of tf.train.Example with two bytes features.
#pragma once

#include <string>
#include <string_view>

namespace assay::logic {

// Appends one record: its length, the Example {inputs, targets}, and the checksums of both.
void append_tfrecord(std::string& out, std::string_view inputs, std::string_view targets);

}  // namespace assay::logic
