// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a model of so many coordinates and places fits in memory, before it is made.

#include <string>

namespace zwang::compile {

inline constexpr const char* room_hint =
    "make the family smaller; a limit set by --memory can be raised";

/// What is wrong where they would take more memory than is free; else empty.
std::string no_room_for(double coordinates, double places);

}  // namespace zwang::compile
