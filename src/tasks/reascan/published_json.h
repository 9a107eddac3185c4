// The authors' files: one JSON document with all examples by set, as Python's json.dump with indent
// 4 writes it, and the compact lines that models train on.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/core/task.h"
#include "assay/grounded/errand.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

struct PublishedExample {
  std::string_view command;
  std::string_view pattern;
  std::string_view actions;
  const Structure& structure;
  const grounded::Errand& errand;  // the target is its first thing
  const DistractorMetadata& metadata;
  const WorldSettings& settings;
};

// With 24 members, in the order of the authors.
void append_published(std::string& out, const PublishedExample& example);

// What stands before, between and behind sets and examples.
void append_frame(std::string& out, int grid, FormatEdge edge, std::span<const FormatPart> parts,
                  std::size_t at);

// {"input": [words], "target": [actions], "situation": rows of columns of 17 numbers}: bits of the
// thing and of the box that begins there, of the agent, and of where it faces, added up.
void append_compact(std::string& out, std::string_view command, std::string_view actions,
                    const world::World& world);

}  // namespace assay::reascan
