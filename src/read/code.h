// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codes of what can be wrong with a model file. A code keeps its meaning once released;
// doc/guide/model-format.md lists them.

#include <string_view>

namespace zwang::read::code {

inline constexpr std::string_view syntax = "E101";       // not TOML
inline constexpr std::string_view unknown_key = "E102";  // a key that nothing reads
inline constexpr std::string_view type = "E103";         // a list where a number belongs, …
inline constexpr std::string_view name_twice = "E104";   // two things of one name
inline constexpr std::string_view missing = "E105";      // a key that must be there
inline constexpr std::string_view name = "E106";         // a reserved or malformed name
inline constexpr std::string_view range = "E107";        // a value outside its range
inline constexpr std::string_view exclusive = "E108";    // keys that exclude each other
inline constexpr std::string_view word = "E109";         // an unknown word for a method, …
inline constexpr std::string_view later = "E110";        // part of the format, not there yet
inline constexpr std::string_view file = "E111";         // too large, too deep, not UTF-8

}  // namespace zwang::read::code
