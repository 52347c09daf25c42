// SPDX-License-Identifier: Apache-2.0
#include "flow/kept_rows.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::motion {

namespace {

using Numbers = std::vector<double>;

constexpr double near = 1e-9;  // the constraints, relative to the coordinates

double largest_difference(const Numbers& x, const double* y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

// splitmix64 (Steele, Lea, Flood 2014).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed * 0x632BE59BD9B4E019u) {}
  double operator()() {  // −1 … 1
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_;
};

// How far aside: a twentieth of each coordinate and of the whole. Where coordinates are large, the
// root of the largest stands for the whole, so that angles beside lengths do not turn wildly.
void draw(Draw& random, double share, Index n, double whole, double* x) {
  const double common = std::min(whole, std::sqrt(whole));
  for (Index i = 0; i < n; ++i) x[i] += 0.05 * share * (std::abs(x[i]) + common) * random();
}

}  // namespace

void draw_aside(std::uint64_t seed, double share, Index n, double* q, double* v) {
  Draw random(seed);
  const double size = linalg::largest(q, n), speed = linalg::largest(v, n);
  draw(random, share, n, size > 0 ? size : 1, q);
  draw(random, share, n, speed > 0 ? speed : 1, v);
}

KeptRows::KeptRows(const equations::Equations& equations)
    : side_(equations, Method::automatic), projector_(side_) {
  keep(std::vector<unsigned char>(equations.rows.size(), 1));
}

void KeptRows::keep(const std::vector<unsigned char>& rows) noexcept { projector_.keep(rows); }

Projection KeptRows::assemble(double t, double* q, double* v) noexcept {
  return projector_.assemble(t, q, v);
}

Aside KeptRows::step_aside(std::uint64_t seed, double t, double* q, double* v) {
  Aside last = Aside::lost;
  for (const double share : {1.0, 0.25, 0.0625}) {
    last = try_aside(seed, share, t, q, v);
    if (last == Aside::moved) break;
  }
  return last;
}

Aside KeptRows::try_aside(std::uint64_t seed, double share, double t, double* q, double* v) {
  const equations::Equations& equations = side_.equations();
  const Index n = equations.n;
  const Numbers q0(q, q + n), v0(v, v + n);
  const auto go_back = [&](Aside why) {
    std::copy(q0.begin(), q0.end(), q);
    std::copy(v0.begin(), v0.end(), v);
    return why;
  };
  draw_aside(seed, share, n, q, v);
  const double drawn = largest_difference(q0, q);
  // What the rows see of the step is taken out of it before it is made.
  equations::Workspace& numbers = side_.numbers();
  numbers.evaluate(equations::Stage::projection, t, q0.data(), v0.data());
  Numbers wanted(std::max(equations.rows.size(), std::size_t{1}), 0.0);
  const std::vector<unsigned char>& takes_part = projector_.positions();
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    for (Index k = equations.A().begin[i]; takes_part[i] && k < equations.A().begin[i + 1]; ++k) {
      const Index j = equations.A().column[k];
      wanted[i] -= numbers.A()[k] * (q[j] - q0[j]);
    }
  }
  // [UK92 7]
  const double* const back = side_.kernel().least_change(numbers, wanted.data(), takes_part.data());
  for (Index i = 0; i < n; ++i) q[i] += back[i];
  if (!std::isfinite(linalg::largest(q, n))) return go_back(Aside::lost);
  const double tangent = largest_difference(q0, q);
  const Projection projection = projector_.project(t, q, v);
  const double moved = largest_difference(q0, q), size = linalg::largest(q, n);
  if (!std::isfinite(moved) || !(projection.left.position <= near * size)) {
    return go_back(Aside::lost);
  }
  // Back to where it began: nothing is free there, whatever rates do in so singular a pose.
  if (!(moved > 1e-3 * std::max(tangent, 1e-3 * drawn))) return go_back(Aside::stayed);
  const bool rates = projection.left.velocity <= near * std::max(size, linalg::largest(v, n));
  return rates ? Aside::moved : go_back(Aside::lost);
}

}  // namespace zwang::motion
