// SPDX-License-Identifier: Apache-2.0
// The search of motion/rank/rank_watch.h inside a step.
//
// Where σ passes through zero it is |c (t − t*)|, a kink. The singular vectors unfold it: as the left
// one goes on steadily, the right one turns round, and s = σ (v·v₀), with the sign of u·u₀, passes
// through zero smoothly. Roots of s are found to rounding; a zero that is only touched has no
// change of sign, and is found as a minimum of σ.

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/vector.h"
#include "motion/rank/rank_watch.h"

namespace zwang::motion {

namespace {

constexpr int cells = 8;  // of a step that is searched: singular vectors turn little within one

}  // namespace

void RankWatch::take_sample(double t, const Interpolant& at, Sample& sample) noexcept {
  sample.t = t;
  sample.sigma = 1;
  if (!evaluate(t, at)) {  // such a state tells nothing
    std::fill_n(sample.u.data(), m_, 0.0);
    std::fill_n(sample.z.data(), n_, 0.0);
    return;
  }
  sample.sigma =
      spectrum_.smallest(memory_.rank, memory_.unit.data(), sample.u.data(), sample.z.data());
  if (sample.sigma < memory_.nearest) {
    memory_.nearest = sample.sigma;
    memory_.nearest_at = t;
  }
}

/// s of a sample, σ₀ times, seen from another one.
double RankWatch::seen_from(const Sample& origin, const Sample& sample) const noexcept {
  const double s = linalg::dot(sample.z.data(), origin.z.data(), n_);
  return linalg::dot(sample.u.data(), origin.u.data(), m_) < 0 ? -s : s;
}

/// The first pose of the step in [begin_.t, end_.t]. Not armed: not before σ has grown.
bool RankWatch::search(const Interpolant& at, bool armed, bool last, double& t) noexcept {
  const double t0 = begin_.t, dt = end_.t - t0;
  take_sample(t0, at, seen_.previous);
  seen_.before.sigma = -1;  // nothing before
  double least = seen_.previous.sigma, least_at = t0;
  for (int i = 1; i <= cells; ++i) {
    take_sample(i == cells ? end_.t : t0 + dt * i / cells, at, seen_.now);
    if (seen_.now.sigma < least) {
      least = seen_.now.sigma;
      least_at = seen_.now.t;
    }
    if (armed && between(at, t)) return true;
    if (!armed) seen_.before.sigma = -1;
    if (armed) std::swap(seen_.before, seen_.previous);
    std::swap(seen_.previous, seen_.now);
    armed |= seen_.previous.sigma > release_;
  }
  // The motion came near at the end of a step: the next will tell how it went on. If it passed, that
  // was found above; if it rests or turns back, this is where.
  const bool near = seen_.previous.sigma <= reach_;
  if (!memory_.pending && !(near && last)) {
    memory_.pending = near;
    return false;
  }
  t = least_at;
  return true;
}

/// Between the last two samples, or about the one between the last three.
bool RankWatch::between(const Interpolant& at, double& t) noexcept {
  if (seen_.now.sigma <= 1e-12 * seen_.previous.sigma) {  // there, as well as a root could say
    t = seen_.now.t;
    return true;
  }
  if (seen_from(seen_.previous, seen_.now) < 0) {
    return cross(at, t) || touch(at, seen_.previous.t, seen_.now.t, t);
  }
  // A zero that is touched, seen from samples this far apart, leaves no less of a dent.
  const double most = std::max(seen_.before.sigma, seen_.now.sigma);
  const bool dent = seen_.previous.sigma < seen_.before.sigma && seen_.previous.sigma <= 0.6 * most;
  return dent && seen_.previous.sigma <= seen_.now.sigma &&
         touch(at, seen_.before.t, seen_.now.t, t);
}

/// The root of s between the last two samples, by false position (Illinois) with a bisection now and
/// then. False: σ is not zero there, the right singular vector only turned.
bool RankWatch::cross(const Interpolant& at, double& t) noexcept {
  double a = seen_.previous.t, b = seen_.now.t, s_a = seen_.previous.sigma * seen_.previous.sigma;
  double s_b = seen_from(seen_.previous, seen_.now), least = seen_.now.sigma;
  t = b;
  const double close = 1e-13 * (end_.t - begin_.t) + 4e-16 * std::abs(b);
  int side = 0;
  for (int k = 1; k <= 80 && b - a > close; ++k) {
    const double x = k % 5 == 0 ? 0.5 * (a + b) : a + (b - a) * (s_a / (s_a - s_b));
    if (!(x > a && x < b)) break;
    take_sample(x, at, seen_.probe);
    if (seen_.probe.sigma < least) {
      least = seen_.probe.sigma;
      t = x;
    }
    const double s = seen_from(seen_.previous, seen_.probe);
    if (s == 0) break;
    if (s > 0) {
      if (side > 0) s_b *= 0.5;
      a = x;
      s_a = s;
      side = 1;
    } else {
      if (side < 0) s_a *= 0.5;
      b = x;
      s_b = s;
      side = -1;
    }
  }
  return least <= reach_;
}

/// The least σ in [a, b], by golden section. False: it is not zero.
bool RankWatch::touch(const Interpolant& at, double a, double b, double& t) noexcept {
  constexpr double golden = 0.6180339887498949;
  double x = b - golden * (b - a), y = a + golden * (b - a);
  const auto sigma = [&](double time) {
    take_sample(time, at, seen_.probe);
    return seen_.probe.sigma;
  };
  double at_x = sigma(x), at_y = sigma(y);
  // σ is flat there: nearer it is rounding, and so are times that follow each other.
  const double close = 1e-9 * (b - a) + 8e-16 * std::abs(b);
  while (b - a > close) {
    if (at_x <= at_y) {
      b = std::exchange(y, x);
      at_y = at_x;
      at_x = sigma(x = b - golden * (b - a));
    } else {
      a = std::exchange(x, y);
      at_x = at_y;
      at_y = sigma(y = a + golden * (b - a));
    }
  }
  t = at_x <= at_y ? x : y;
  return std::min(at_x, at_y) <= reach_;
}

}  // namespace zwang::motion
