// The authors' file: one JSON document with all examples by set, as Python's json.dump with indent
// 4 writes it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/core/task.h"
#include "assay/tasks/gscan/release/commands.h"
#include "assay/tasks/gscan/release/release.h"
#include "assay/world/actions.h"
#include "assay/world/world.h"

namespace assay::gscan {

// The sets of the file, in its order.
std::vector<std::string> published_sets();

// "walk,to,a,red,small,circle,while spinning": an adverb of two words is one.
std::string published_text(const Command& command);

// "small red circle", "  circle": what is not said leaves its blank.
std::string published_referent(const Phrase& phrase);

void append_published(std::string& out, const Command& command, const world::World& world,
                      std::string_view actions);

// What stands before, between and behind sets and examples.
void append_frame(std::string& out, const Settings& settings, FormatEdge edge,
                  std::span<const FormatPart> parts, std::size_t at);

}  // namespace assay::gscan
