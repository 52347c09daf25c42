// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codes of what can be wrong with a formula. A code keeps its meaning once released;
// doc/guide/formulas.md shows an example of each.

#include <string_view>

namespace zwang::formula::code {

inline constexpr std::string_view character = "E201";   // a character that cannot stand here
inline constexpr std::string_view encoding = "E202";    // not UTF-8
inline constexpr std::string_view syntax = "E203";      // something else was expected
inline constexpr std::string_view unknown = "E204";     // an unknown name
inline constexpr std::string_view kind = "E205";        // a vector where a number belongs, …
inline constexpr std::string_view arguments = "E206";   // the wrong number of arguments
inline constexpr std::string_view derivative = "E207";  // there is no derivative
inline constexpr std::string_view index = "E208";     // an index missing, not wanted, outside, …
inline constexpr std::string_view brackets = "E209";  // unbalanced parentheses or brackets
inline constexpr std::string_view number = "E210";    // a number that cannot be read
inline constexpr std::string_view bounds = "E211";    // the bounds of a sum
inline constexpr std::string_view relation = "E212";  // a relation missing, doubled, not wanted
inline constexpr std::string_view size = "E213";      // vectors of different size
inline constexpr std::string_view limit = "E214";     // too deep, too long, too many
inline constexpr std::string_view reserved = "E215";  // a name that is taken
inline constexpr std::string_view reaction = "E216";  // a reaction where none is known
inline constexpr std::string_view unit = "E218";      // a unit that cannot be

}  // namespace zwang::formula::code
