// The command of a record in the format of ReaSCAN's authors: the names they give to things, and
// reading them back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/grounded/published_record.h"
#include "assay/tasks/reascan/worlds/structures.h"

namespace assay::reascan {

std::string_view symbol_of(Relation relation);  // "$SAME_ROW", "$IS_INSIDE"
std::string object_name(std::size_t object);    // "$OBJ_0"
std::string pattern_of(const Phrase& phrase);   // "$SIZE $COLOR $SHAPE", "$ABS_SHAPE"

// $OBJ_0 ^ $OBJ_1 ^ $OBJ_2, which the release treats apart.
bool is_chain(const Structure& structure);

// nullopt when the text is no phrase.
std::optional<Phrase> read_phrase(std::string_view text);

struct PublishedCommand {
  Pattern pattern;
  Structure structure;
};

// From "grammer_pattern", "object_expression" and "relation_map". Throws Error(kInput) with what is
// wrong with them.
PublishedCommand read_command(const grounded::PublishedObject& record);

}  // namespace assay::reascan
