// show: a few examples.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/picture.h"
#include "assay/verbs/rows.h"

namespace assay::verbs {

struct ShowRequest {
  RowChoice rows;
  Reveal reveal = Reveal::kAnswer;
};

struct ShownRow {
  std::string id;  // empty: a text of one's own, which has none
  std::string input;
  std::optional<std::string> target;  // absent: not to be revealed
  std::optional<std::string> sketch;  // lines of ASCII, where the task draws its rows
};

// Calls take() for each row, in order.
void show(const ShowRequest& request, const Workplace& workplace,
          const std::function<void(const ShownRow&)>& take);

// The same rows whole, as they are stored: a JSON line a call, with its newline.
void show_lines(const RowChoice& rows, const Workplace& workplace,
                const std::function<void(std::string_view)>& write);

}  // namespace assay::verbs
