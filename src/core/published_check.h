// Published files, record by record: what a task says of a record in the format of its authors.
//
// A record is derived anew as far as its own words allow, and compared aspect by aspect: what the
// command means, its text, the actions and so on.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct AspectFinding {
  enum class State {
    kMatches,
    kDiffers,
    kAbsent,  // the record does not have it, or does not tell enough to judge it
  };
  State state = State::kMatches;
  std::string why;  // one line; empty when it matches
};

// What a document says around its examples: JSON text by key.
using DocumentValues = std::map<std::string, std::string, std::less<>>;

// Made by a task and independent of it.
class PublishedChecker {
 public:
  virtual ~PublishedChecker() = default;

  virtual const std::vector<std::string>& aspects() const = 0;

  // Called before the records with what stands before them; with nothing when the file has no
  // document around them.
  virtual void begin(const DocumentValues& before) = 0;
  // Overwrites `out`: one finding for each aspect. Threads may share it. Throws Error(kInput) for
  // text that is no JSON object.
  virtual void check(std::string_view record, std::vector<AspectFinding>& out) const = 0;
  // Called behind the records with all that the document says: what of it goes against what they
  // were compared with; empty when nothing.
  virtual std::string end(const DocumentValues& all) const = 0;
};

}  // namespace assay
