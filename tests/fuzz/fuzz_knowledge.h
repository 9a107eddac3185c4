// Knowledge bases of others, as files and as what a SPARQL store says: part of the target
// `published`.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::fuzz {

enum class KnowledgeForm : std::uint8_t { kTriples, kFb15k, kAnswers };

inline constexpr std::size_t kKnowledgeForms = 3;

void knowledge(KnowledgeForm form, std::string_view bytes);

}  // namespace assay::fuzz
