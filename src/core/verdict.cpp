#include "assay/core/verdict.h"

namespace assay {

std::string_view name_of(Status status) {
  switch (status) {
    case Status::kRight:
      return "right";
    case Status::kWrong:
      return "wrong";
    case Status::kUnparsable:
      return "unparsable";
    case Status::kNoAnswer:
      return "no_answer";
  }
  return "";
}

}  // namespace assay
