// Many concepts decided on 512 scenes at once.
//
// A plan holds every distinct part of the concepts once: parts are worked out for a block of scenes
// as planes, one for each thing that x may be, or a single one where x is not spoken of; concepts
// then combine them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "assay/tasks/curi/language/concept.h"
#include "assay/tasks/curi/language/tree.h"
#include "assay/tasks/curi/planes/scene_planes.h"

namespace assay::curi {

class PlanePlan {
 public:
  explicit PlanePlan(std::span<const Concept> concepts);

  std::size_t concepts() const { return roots_.size(); }
  std::size_t parts() const { return parts_.size(); }

  // What one thread needs beside the plan; large, so keep it.
  struct Scratch {
    ScenePlanes scenes;
    std::vector<Plane> slots;
  };

  // Takes up to 512 scenes in; then any concept can be asked about them.
  void load(std::span<const Looks> scenes, Scratch& scratch) const;
  // Where a concept holds; never in a scene without things.
  Plane truth(std::size_t index, const Scratch& scratch) const;

 private:
  using PartId = std::uint32_t;

  enum class Op : std::uint8_t {
    kHas,      // x's property is a constant
    kSame,     // x's property is another of x
    kAbove,    // x's property is above a constant
    kBelow,    // x's property is below a constant
    kExceeds,  // x's property is above another of x
    kAll,
    kAny,
    kCount,   // a number: three planes where others have one
    kNumber,  // a constant number
    kNumberEqual,
    kNumberGreater,
    kAnd,
    kOr,
    kNot,
    kItself,  // only of a root: the part as it is
  };

  struct Part {
    Op op = Op::kItself;
    bool of_x = false;       // one value for each x
    bool others = false;     // kAll, kAny, kCount: of S without x
    bool against_x = false;  // the same: compared with x's property `second`
    Property property = Property::kColor;
    Property second = Property::kColor;
    std::uint8_t value = 0;
    PartId left = 0;
    PartId right = 0;
    friend auto operator<=>(const Part&, const Part&) = default;
  };

  struct Root {
    Part part;
    Quantifier quantifier = Quantifier::kNone;
  };

  Part describe(const Tree& tree, const Node& node);
  Part compare(const Tree& tree, const Node& node);
  PartId part_of(const Tree& tree, std::uint8_t node);

  bool of_x(PartId part) const { return parts_[part].of_x; }
  const Plane* slot(PartId part, std::size_t x, const Scratch& scratch) const;
  void work_out(PartId id, Scratch& scratch) const;
  template <typename Planes>
  void work_out_set(const Part& part, const ScenePlanes& scenes, Plane* out, std::size_t width,
                    Planes planes) const;

  std::map<Part, PartId> ids_;
  std::vector<Part> parts_;
  std::vector<std::size_t> places_;  // of each part in the slots
  std::size_t slots_ = 0;
  std::vector<Root> roots_;
};

}  // namespace assay::curi
