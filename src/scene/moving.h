// SPDX-License-Identifier: Apache-2.0
#pragma once
// Curves and surfaces that change with time, as pictures at some times between which a page goes
// straight from one to the next.

#include "scene/contour.h"

namespace zwang {

using TimeField = std::function<double(const Triple&, double t)>;

/// When and where to look.
struct Course {
  double from = 0, until = 0;
  std::size_t samples = 0;  // more keys than these show nothing
  Box whole;                // where all that moves is
  double size = 1;          // of it
};

/// The longest piece of the contour at each time; no keys where there is none.
SceneCurve moving_curve(const TimeField& field, const Course& course);
SceneSurface moving_surface(const TimeField& field, const Course& course);

}  // namespace zwang
