// Names of the synthetic world: they read like names of people, films, companies and characters.
//
// A name is drawn from a stream. The larger the world, the longer are most names, so that only some
// are shared by several entities, as in Freebase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "assay/base/random.h"

namespace assay::cfq {

inline constexpr std::size_t kCultures = 12;  // in the order of the nationalities of kAdjectives

// `of` is how many people the world has, likewise below.
std::string person_name(Stream& stream, std::size_t culture, bool is_female, std::uint64_t of);
std::string film_title(Stream& stream, std::uint64_t of);
// The next film of a series: "The Silent Harbor 2".
std::string sequel_title(const std::string& first_title, std::uint64_t number);
std::string company_name(Stream& stream, std::uint64_t of);
std::string character_name(Stream& stream, std::size_t culture, bool is_female, std::uint64_t of);

}  // namespace assay::cfq
