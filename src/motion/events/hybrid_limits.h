// SPDX-License-Identifier: Apache-2.0
#pragma once
// What counts as touching, as rest, as too often.

#include <cstddef>

#include "base/index.h"
#include "zwang/status.h"

namespace zwang::motion {

inline constexpr double touching = 1e-10;  // of the largest coordinate so far
inline constexpr double at_rest = 1e-12;   // of the largest rate so far
inline constexpr double slow = 1e-9;       // the same, of sliding: then it may stick
inline constexpr double short_flight =
    1e-12;                                // of the whole run: bounces within it are not followed
inline constexpr double barely = 1e-10;   // of the forces there are: such a contact does not press
inline constexpr double close_by = 1e-7;  // of the whole run: so near, events gather
inline constexpr long most_gathered = 5000;
inline constexpr long most_at_once = 200;  // events at one time
inline constexpr long many_blows = 200;    // within a short flight: then contacts bounce no more

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }
inline bool usable(Status status) {
  return status == Status::ok || status == Status::contradictory;
}

}  // namespace zwang::motion
