// SPDX-License-Identifier: Apache-2.0
#include "motion/sizes/noise.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::motion {

namespace {

constexpr int neighbours = 2;
constexpr double independent = 0.3;  // rows whose last stands out from the others by this

// Towards a singular pose rounding counts as 1/d² and more (singular_pass.h). That is so there only, and
// a look is remembered for many steps: what the pose does is taken off, and in its reach nobody looks.
constexpr double reach = 0.1;
double share_of_pose(double d) noexcept {
  if (d < reach) return 0;
  return d < independent ? d * d / (independent * independent) : 1;
}

// The pivot says nothing where a row counts as dependent already. But where projection moves rates by so
// much of the largest that there was, it is for a pose.
constexpr double most = 1e-12;

bool is_too_large(const double* noise, const double* x, Index count) noexcept {
  return !(linalg::largest(noise, count) <= most * linalg::largest(x, count));
}

}  // namespace

NoiseLook::NoiseLook(Index size)
    : shaken_(size), rate_(size), state_noise_(size), rate_noise_(size) {}

void NoiseLook::look(RightSide& side, Projector& projector, double t, const double* y,
                     const double* f, Tolerances& tolerances) noexcept {
  if (measure(side, projector, t, y, f, tolerances)) {
    tolerances.hear(state_noise_.data(), rate_noise_.data());
    // Laws are solved by iterations, which end at what they are asked for; and forces of rows that say the
    // same are large and cancel.
    if (!side.laws() && side.rows_are_independent()) return;
  }
  tolerances.hear_nothing();
}

bool NoiseLook::measure(RightSide& side, Projector& projector, double t, const double* y,
                        const double* f, const Tolerances& tolerances) noexcept {
  const instant::StateLayout at = side.layout();
  std::fill_n(state_noise_.data(), 2 * at.n, 0.0);
  std::fill_n(rate_noise_.data(), 2 * at.n, 0.0);
  if (!side.rate(t, y, rate_.data())) return false;
  Shake shake(neighbours * tolerances.magnitudes().looks);
  for (int k = 0; k < neighbours; ++k) {
    double* const x = shaken_.data();
    std::copy_n(y, at.size(), x);
    for (Index i = 0; i < 2 * at.n; ++i) shake.move(x[i], tolerances.size_now(i, y[i]));
    if (!projector.project(t, x + at.q(), x + at.v()).converged) return false;
    const double share = share_of_pose(projector.least_pivot_at(t, x + at.q(), x + at.v()));
    if (share == 0) return false;
    // Rows that are redundant but for rounding may seem not to be, in a neighbour: that tells nothing.
    if (!side.shaken_rate(t, x, rate_.data(), shake)) return false;
    for (Index i = 0; i < 2 * at.n; ++i) {
      double &state = state_noise_.data()[i], &rate = rate_noise_.data()[i];
      state = std::max(state, share * std::abs(x[i] - y[i]));
      rate = std::max(rate, share * std::abs(rate_.data()[i] - f[i]));
      if (!std::isfinite(state) || !std::isfinite(rate)) return false;
    }
  }
  const double* const sizes = tolerances.magnitudes().largest.data();
  return !is_too_large(state_noise_.data() + at.v(), sizes + at.v(), at.n);
}

}  // namespace zwang::motion
