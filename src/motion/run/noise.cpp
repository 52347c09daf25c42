// SPDX-License-Identifier: Apache-2.0
#include "motion/run/noise.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

namespace {

constexpr int neighbours = 2;
constexpr double independent = 1e-2;  // rows whose last stands out from the others by this

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
    if (projector.independence() > 0 && projector.independence() < independent) return;
    if (!side.shaken_rate(t, x, rate_.data(), shake)) return;
    for (Index i = 0; i < 2 * at.n; ++i) {
      double &state = state_noise_.data()[i], &rate = rate_noise_.data()[i];
      state = std::max(state, std::abs(x[i] - y[i]));
      rate = std::max(rate, std::abs(rate_.data()[i] - f[i]));
      if (!std::isfinite(state) || !std::isfinite(rate)) return;
    }
  }
  tolerances.hear(state_noise_.data(), rate_noise_.data());
}

}  // namespace zwang::motion
