#include "fuzz_promises.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "assay/base/scratch_folder_testing.h"

namespace assay::fuzz {

namespace {

const ScratchFolder& scratch() {
  static const ScratchFolder kFolder;
  return kFolder;
}

bool is_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7f;
}

}  // namespace

void require(bool holds, const char* promise) {
  if (!holds) throw Broken(promise);
}

bool is_one_line(std::string_view text) {
  return !text.empty() && std::ranges::none_of(text, is_control);
}

void require_refusal(const Error& refusal) {
  if (!is_one_line(refusal.what())) {
    throw Broken(std::string("a refusal is one line that can be printed: ") + refusal.what());
  }
  if (refusal.kind() == ErrorKind::kIo || refusal.kind() == ErrorKind::kEndpoint) {
    throw Broken(std::string("bad input is not called a fault of the machine: ") + refusal.what());
  }
}

void require_sound(const Verdict& verdict) {
  const bool right = verdict.status == Status::kRight;
  require(verdict.score.has_value() == (verdict.status != Status::kNoAnswer),
          "there is a score where there is an answer");
  if (verdict.score) {
    require(std::isfinite(*verdict.score) && *verdict.score >= 0 && *verdict.score <= 1,
            "a score is from 0 to 1");
    require(right == (*verdict.score == 1.0), "a score of 1 means right");
  }
  require(right ? verdict.why.empty() : is_one_line(verdict.why),
          "what is not right has a reason on one line");
  for (const auto& [name, mark] : verdict.marks) {
    require(!name.empty() && std::isfinite(mark), "marks have names and are finite");
  }
}

std::size_t Input::choose(std::size_t count) {
  if (rest_.empty()) return 0;
  const auto byte = static_cast<unsigned char>(rest_.front());
  rest_.remove_prefix(1);
  constexpr unsigned kLetters = 32;
  return ((byte + kLetters - static_cast<unsigned char>('a') % kLetters) % kLetters) % count;
}

const std::string& put_file(const std::string& name, std::string_view bytes) {
  static std::map<std::string, std::string> paths;
  std::string& path = paths[name];
  path = scratch().put(name, std::string(bytes));
  return path;
}

const std::string& file_folder() { return scratch().path(); }

}  // namespace assay::fuzz
