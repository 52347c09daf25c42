// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codes of what can be wrong with a robot file. A code keeps its meaning once released;
// doc/guide/import.md lists them.

#include <string_view>

namespace zwang::import::code {

inline constexpr std::string_view syntax = "E401";     // not XML
inline constexpr std::string_view excess = "E402";     // too large, too deep, a DOCTYPE, not UTF-8
inline constexpr std::string_view not_robot = "E403";  // neither URDF nor MJCF
inline constexpr std::string_view missing = "E404";    // an attribute or element that must be there
inline constexpr std::string_view number = "E405";     // numbers that cannot be read, or cannot be
inline constexpr std::string_view unknown = "E406";    // a name that nothing has, an unknown word
inline constexpr std::string_view twice = "E407";      // two things of one name
inline constexpr std::string_view tree = "E408";       // links that make no tree
inline constexpr std::string_view inertia = "E409";    // an inertia that no body can have
inline constexpr std::string_view unsupported = "E410";  // what cannot be read and not be left out
inline constexpr std::string_view file = "E411";         // a file that cannot be read

}  // namespace zwang::import::code
