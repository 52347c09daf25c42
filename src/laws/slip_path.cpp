// SPDX-License-Identifier: Apache-2.0
#include "laws/slip_path.h"

#include <algorithm>
#include <cmath>

#include "laws/slip_state.h"
#include "least/method/small_inverse.h"

namespace zwang::least {

namespace {

using slip::Contact;
using slip::dot;
using slip::End;
using slip::State;

constexpr int most_pieces = 2000;

double length(const double* x, Index size) noexcept { return std::sqrt(dot(x, x, size)); }

/// What impulses and speeds are measured in.
struct Units {
  double normal = 1, tangent = 1;
};

Units units_of(const SlipTask& task) noexcept {
  const Index rows = 1 + task.tangents;
  double trace = 0;
  for (Index i = 1; i < rows; ++i) trace += task.G[i * rows + i];
  return {std::sqrt(task.G[0]), trace > 0 ? std::sqrt(trace) : 1};
}

Contact contact_of(const SlipTask& task, const Units& unit) noexcept {
  Contact x;
  const Index rows = 1 + task.tangents;
  x.friction = task.friction * unit.tangent / unit.normal;
  x.size = x.friction > 0 ? task.tangents : 0;
  x.restitution = task.restitution;
  x.law = task.law;
  for (Index i = 0; i < x.size; ++i) {
    x.c[i] = task.G[i + 1] / (unit.normal * unit.tangent);
    for (Index j = 0; j < x.size; ++j)
      x.K[i * x.size + j] = task.G[(i + 1) * rows + j + 1] / (unit.tangent * unit.tangent);
  }
  x.approach = -task.u[0] / unit.normal;
  x.speed = std::max(x.approach, length(task.u + 1, x.size) / unit.tangent);
  return x;
}

/// (μ G_TT + α) d = G_TN with |d| = 1 has one α > 0 where the contact cannot stick: d is the way it
/// begins to slide. Newton's steps for 1/|d(α)| = 1 come from below.
void begin_slide(const Contact& x, double* d) noexcept {
  double alpha = 0, shifted[9], next[3] = {};
  for (int round = 0; round < 50; ++round) {
    const auto shift = [&] {
      for (Index i = 0; i < x.size * x.size; ++i)
        shifted[i] = x.friction * x.K[i] + (i % (x.size + 1) == 0 ? alpha : 0);
    };
    shift();
    shortest_symmetric(x.size, shifted, x.c, d);
    const double norm = length(d, x.size);
    shift();
    shortest_symmetric(x.size, shifted, d, next);
    const double change = (norm - 1) * norm * norm / dot(d, next, x.size);
    if (!(change > 1e-16 * alpha)) break;
    alpha += change;
  }
  const double norm = length(d, x.size);
  for (Index i = 0; i < x.size; ++i) d[i] /= norm;
}

/// Friction per normal impulse where nothing slips. True: it begins to.
bool ratio_at_rest(const Contact& x, double* f) noexcept {
  if (x.size == 0) return false;
  double K[9];
  std::copy_n(x.K, x.size * x.size, K);
  shortest_symmetric(x.size, K, x.c, f);
  const bool slides = length(f, x.size) > x.friction * (1 + 1e-12);
  if (slides) begin_slide(x, f);
  for (Index i = 0; i < x.size; ++i) f[i] *= slides ? -x.friction : -1;
  return slides;
}

/// Whether slip keeps its direction, or runs straight into zero; then f is the friction per impulse.
bool keeps_direction(const Contact& x, const State& state, double slip, double* f) noexcept {
  double rate[3] = {}, size = 0;
  for (Index i = 0; i < x.size; ++i) f[i] = -x.friction * state.w[i] / slip;
  for (Index i = 0; i < x.size; ++i) {
    const double pull = dot(x.K + i * x.size, f, x.size);
    rate[i] = x.c[i] + pull;
    size = std::max({size, std::abs(x.c[i]), std::abs(pull)});
  }
  const double along = dot(rate, state.w, x.size) / slip;
  double across = 0;
  for (Index i = 0; i < x.size; ++i)
    across = std::max(across, std::abs(rate[i] - along * state.w[i] / slip));
  return across <= 1e-14 * size;
}

SlipBlow in_units(const SlipTask& task, const State& x, const Units& unit, Index size) noexcept {
  SlipBlow blow;
  const Index rows = 1 + task.tangents;
  blow.P[0] = x.P / unit.normal;
  blow.u[0] = x.u * unit.normal;
  for (Index i = 0; i < task.tangents; ++i) {
    blow.P[i + 1] = size > 0 ? x.F[i] / unit.tangent : 0;
    blow.u[i + 1] =
        size > 0 ? x.w[i] * unit.tangent : task.u[i + 1] + task.G[(i + 1) * rows] * blow.P[0];
  }
  blow.normal_work = x.W_n;
  blow.friction_work = x.W_t;
  return blow;
}

}  // namespace

SlipBlow follow_slip(const SlipTask& task) noexcept {
  const Units unit = units_of(task);
  const Contact contact = contact_of(task, unit);
  State x;
  x.u = -contact.approach;
  for (Index i = 0; i < contact.size; ++i) x.w[i] = task.u[i + 1] / unit.tangent;
  bool goes_on = true;
  End end = End::none;
  for (int piece = 0; goes_on && piece < most_pieces; ++piece) {
    if (end == End::done || end == End::reduced) break;
    if (!x.closes && slip::left_by_law(contact, x) >= 0) {
      end = End::done;
      break;
    }
    double f[3] = {};
    const double slip = length(x.w, contact.size);
    if (slip <= slip::no_slip * contact.speed) {
      std::fill_n(x.w, 3, 0.0);
      const bool slides = ratio_at_rest(contact, f);
      goes_on = go_straight(contact, f, slides, x, end);
    } else if (keeps_direction(contact, x, slip, f)) {
      goes_on = go_straight(contact, f, true, x, end);
    } else {
      goes_on = go_curved(contact, x, end);
    }
  }
  SlipBlow blow = in_units(task, x, unit, contact.size);
  blow.reduced = end == End::reduced;
  blow.ended = end == End::done || end == End::reduced;
  return blow;
}

}  // namespace zwang::least
