// SPDX-License-Identifier: Apache-2.0
#include "motion/run/noise.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

namespace {

constexpr int neighbours = 2;
constexpr double independent = 0.3;  // rows whose last stands out from the others by this

// Near a singular pose rounding counts as 1/d² (singular_pass.h). That is so there only, and a look is
// remembered for many steps: what the pose does is taken off.
double share_of_pose(const Projector& projector) noexcept {
  const double d = projector.independence();
  return d > 0 && d < independent ? d * d / (independent * independent) : 1;
}

}  // namespace

NoiseLook::NoiseLook(Index size)
    : shaken_(size), rate_(size), state_noise_(size), rate_noise_(size) {}

void NoiseLook::look(RightSide& side, Projector& projector, double t, const double* y,
                     const double* f, Tolerances& tolerances) noexcept {
  const instant::StateLayout at = side.layout();
  std::fill_n(state_noise_.data(), 2 * at.n, 0.0);
  std::fill_n(rate_noise_.data(), 2 * at.n, 0.0);
  Shake shake(neighbours * tolerances.magnitudes().looks);
  for (int k = 0; k < neighbours; ++k) {
    double* const x = shaken_.data();
    std::copy_n(y, at.size(), x);
    shake.apply(x, 2 * at.n);
    if (!projector.project(t, x + at.q(), x + at.v()).converged) return;
    const double share = share_of_pose(projector);
    if (!side.shaken_rate(t, x, rate_.data(), shake)) return;
    for (Index i = 0; i < 2 * at.n; ++i) {
      double &state = state_noise_.data()[i], &rate = rate_noise_.data()[i];
      state = std::max(state, share * std::abs(x[i] - y[i]));
      rate = std::max(rate, share * std::abs(rate_.data()[i] - f[i]));
      if (!std::isfinite(state) || !std::isfinite(rate)) return;
    }
  }
  tolerances.hear(state_noise_.data(), rate_noise_.data());
}

}  // namespace zwang::motion
