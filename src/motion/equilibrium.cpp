// SPDX-License-Identifier: Apache-2.0
#include "motion/equilibrium.h"

#include <algorithm>

#include "motion/equilibrium_search.h"

namespace zwang::motion {

namespace {

void judge(RightSide& side, double t, const State& place, Equilibrium& result) {
  SmallMotions motions;
  if (!motions.form(side, t, place)) return;
  result.stability = judge_stability(motions, side.equations().order, result.growth);
}

}  // namespace

Equilibrium find_equilibrium(RightSide& side, Projector& projector, double t, double* q,
                             double* v) {
  const auto n = static_cast<std::size_t>(side.equations().n);
  std::fill_n(v, n, 0.0);
  Equilibrium result;
  if (!side.equations().tangent.compiled) return result;
  // Rows that ask for motion allow no rest.
  const Residuals asked = projector.residuals(t, q, v);
  if (!(asked.velocity <= 1e-12)) return result;

  const State start(q, q + n);
  EquilibriumSearch search(side, projector, t, start);
  State place(start);
  result.found = search.newton(place, 50);
  if (result.found) judge(side, t, place, result);
  if (!result.found || result.stability == Stability::unstable) {
    State fallen(start);
    const bool rests = search.relax(fallen);
    const bool nearer =
        !result.found || search.distance(fallen, start) < search.distance(place, start);
    if (rests && nearer) {
      place = fallen;
      result.found = true;
      judge(side, t, place, result);
    }
  }
  search.restlessness(place);
  result.largest_acceleration = search.largest_acceleration();
  result.iterations = search.iterations();
  if (result.found) std::copy(place.begin(), place.end(), q);
  return result;
}

}  // namespace zwang::motion
