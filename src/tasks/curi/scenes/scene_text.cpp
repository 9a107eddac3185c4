#include "assay/tasks/curi/scenes/scene_text.h"

#include <fmt/format.h>

#include <span>
#include <tuple>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/scenes/bins.h"

namespace assay::curi {

namespace {

class Reader {
 public:
  Reader(std::string_view text, std::uint8_t first_bin) : text_(text), first_bin_(first_bin) {}

  LooksText read() {
    LooksText out;
    do {
      if (out.looks.count == kMostThings) {
        refuse("the end");
        break;
      }
      read_look(out.looks.things[out.looks.count++]);
    } while (accept("; "));
    if (at_ != text_.size()) refuse("\"; \" or the end");
    out.problem = problem_;
    return out;
  }

 private:
  void read_look(Look& look) {
    look[Property::kSize] = one_of(kSizeWords, "size");
    expect(" ");
    look[Property::kColor] = one_of(kColorWords, "colour");
    expect(" ");
    look[Property::kMaterial] = one_of(kMaterialWords, "material");
    expect(" ");
    look[Property::kShape] = one_of(kShapeWords, "shape");
    expect(" at (");
    look[Property::kLocationX] = bin();
    expect(", ");
    look[Property::kLocationY] = bin();
    expect(")");
  }

  std::uint8_t one_of(std::span<const std::string_view> words, std::string_view what) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (accept(words[i])) return static_cast<std::uint8_t>(i);
    }
    refuse(fmt::format("a {} such as \"{}\"", what, words.front()));
    return 0;
  }

  std::uint8_t bin() {
    const int found = at_ < text_.size() ? text_[at_] - '0' : -1;
    if (found < first_bin_ || found > kLastBin) {
      refuse(fmt::format("a number from {} to {}", first_bin_, kLastBin));
      return first_bin_;
    }
    if (ok()) ++at_;
    return static_cast<std::uint8_t>(found);
  }

  bool ok() const { return problem_.empty(); }
  bool accept(std::string_view words) {
    if (!ok() || !text_.substr(at_).starts_with(words)) return false;
    at_ += words.size();
    return true;
  }
  void expect(std::string_view words) {
    if (!accept(words)) refuse(fmt::format("\"{}\"", words));
  }
  void refuse(std::string_view wanted) {
    if (!ok()) return;
    constexpr std::size_t kShown = 20;
    problem_ = fmt::format("expected {} at byte {}: \"{}\"", wanted, at_,
                           printable(text_.substr(at_, kShown)));
  }

  std::string_view text_;
  std::uint8_t first_bin_;
  std::size_t at_ = 0;
  std::string problem_;
};

void append_digit(std::string& out, std::uint8_t digit) { out += static_cast<char>('0' + digit); }

}  // namespace

Looks in_order(const Looks& scene) {
  const auto rank = [](const Look& look) {
    return std::tuple(look[Property::kLocationX], look[Property::kLocationY], look.values);
  };
  Looks ordered;
  for (const Look& look : scene) {
    std::size_t at = ordered.count++;
    for (; at > 0 && rank(look) < rank(ordered.things[at - 1]); --at) {
      ordered.things[at] = ordered.things[at - 1];
    }
    ordered.things[at] = look;
  }
  return ordered;
}

void append_look(std::string& out, const Look& look) {
  out += kSizeWords[look[Property::kSize]];
  out += ' ';
  out += kColorWords[look[Property::kColor]];
  out += ' ';
  out += kMaterialWords[look[Property::kMaterial]];
  out += ' ';
  out += kShapeWords[look[Property::kShape]];
}

void append_looks(std::string& out, const Looks& scene) {
  ASSAY_CHECK(scene.count > 0);
  std::string_view between;
  for (const Look& look : in_order(scene)) {
    out += between;
    between = "; ";
    append_look(out, look);
    out += " at (";
    append_digit(out, look[Property::kLocationX]);
    out += ", ";
    append_digit(out, look[Property::kLocationY]);
    out += ')';
  }
}

LooksText read_looks(std::string_view text, std::uint8_t first_bin) {
  return Reader(text, first_bin).read();
}

}  // namespace assay::curi
