// SPDX-License-Identifier: Apache-2.0
#pragma once
// A motion by extrapolation, of order 20: what few digits more cost little.

#include <functional>
#include <vector>

#include "referee/quad.h"

namespace zwang::referee {

/// y' = f(t, y); false where there is no answer.
using RightSide = std::function<bool(Quad t, const Quad* y, Quad* rate)>;
/// After a step: moves y where it belongs; false ends the run.
using AfterStep = std::function<bool(Quad t, Quad* y)>;

struct Course {
  double tolerance = 1e-22;  // of a step, relative to the size of each half of y
  long most_steps = 200'000;
};

struct Arrival {
  bool arrived = false;
  long steps = 0, evaluations = 0;
  Quad t = 0;  // where it ended
};

/// From t to the end; y is n coordinates, then n rates.
Arrival extrapolate(const RightSide& f, const AfterStep& after, const Course& course, Quad t,
                    Quad end, std::vector<Quad>& y);

}  // namespace zwang::referee
