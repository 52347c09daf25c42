// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mass, centre of mass and inertia of a body, and of bodies welded together.

#include <string>
#include <vector>

#include "import/geometry.h"

namespace zwang::import {

struct Solid {
  double mass = 0;
  Vec center{};   // in some frame
  Mat inertia{};  // about the center, in the axes of that frame
};

/// The solid given in a frame, as it is in the frame where that is given.
Solid moved(const Pose& pose, const Solid& solid) noexcept;

/// All of them as one.
Solid welded(const std::vector<Solid>& solids) noexcept;

/// Principal moments, and the axes as rows.
struct Principal {
  Vec moments{};
  Mat axes{};
};
Principal principal(const Mat& inertia) noexcept;
Mat from_principal(const Principal& principal) noexcept;

/// Why no body can have this inertia; empty: one can. A thin plate or rod is on the edge of what is
/// possible, and files print few digits: a millionth of the trace is forgiven.
std::string impossible(const Mat& inertia);
/// Whether a principal moment is negative beyond that: then a kinetic energy would be. What is only
/// impossible has a motion all the same.
bool is_negative(const Mat& inertia) noexcept;

/// Without what is only rounding, four units in the last place of the largest entry or of `scale`:
/// 0.26999999999999996 is 0.27, and 1e-17 is nothing.
Mat tidied(const Mat& inertia) noexcept;
Vec tidied(const Vec& place, double scale) noexcept;

}  // namespace zwang::import
