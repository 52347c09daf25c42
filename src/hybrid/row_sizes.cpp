// SPDX-License-Identifier: Apache-2.0
#include "hybrid/row_sizes.h"

#include <algorithm>
#include <cmath>

#include "flow/natural_size.h"

namespace zwang::motion {

namespace {

/// How large the solids are: what lies at the origin may have no other length.
double extent_of(const equations::Workspace& numbers) noexcept {
  const equations::MovingSolids* const solids = numbers.solids();
  if (!solids) return 0;
  double most = 0;
  for (const bodies::SolidNumbers& solid : solids->numbers().of) {
    const double *const I = solid.inertia, *const c = solid.center;
    most = std::max({most, std::abs(c[0]), std::abs(c[1]), std::abs(c[2])});
    if (solid.mass > 0) most = std::max(most, std::sqrt(std::max({I[0], I[1], I[2]}) / solid.mass));
  }
  return most;
}

}  // namespace

RowSizes::RowSizes(const equations::Equations& equations)
    : equations_(equations),
      natural_(natural_sizes(equations)),
      reach_(at(equations.n)),
      pace_(at(equations.n)),
      part_(at(equations.n), 1.0),
      rate_part_(at(equations.n), 1.0),
      length_(equations.rows.size()),
      speed_(equations.rows.size()) {}

/// Joints say what turns; a user's coordinates may have any unit.
bool RowSizes::has_own_kinds() const noexcept {
  return !equations_.solids && equations_.order == 2;
}

void RowSizes::see(const double* q, const double* v, Sizes& seen) noexcept {
  for (std::size_t i = 0; i < natural_.size(); ++i) {
    const double x = std::abs(q[i]), rate = std::abs(v[i]);
    const bool turns = natural_[i] > 0;
    double &place = turns ? seen.angle : seen.way, &pace = turns ? seen.turning : seen.moving;
    place = std::max({place, x, natural_[i]});
    pace = std::max(pace, rate);
    seen.length = std::max({seen.length, x, natural_[i]});
    seen.speed = std::max(seen.speed, rate);
    seen.ways[i] = std::max(seen.ways[i], x);
    seen.paces[i] = std::max(seen.paces[i], rate);
  }
  spread(seen);
}

void RowSizes::spread(const Sizes& seen) noexcept {
  double heft = 0, push = 0;  // the largest √M_jj q_j and √M_jj v_j
  for (std::size_t j = 0; j < reach_.size(); ++j) {
    heft = std::max(heft, seen.roots[j] * seen.ways[j]);
    push = std::max(push, seen.roots[j] * seen.paces[j]);
  }
  for (std::size_t j = 0; j < reach_.size(); ++j) {
    const bool turns = natural_[j] > 0;
    const double root = seen.roots[j];
    reach_[j] = turns ? seen.angle : std::max(seen.way, extent_);
    pace_[j] = turns ? seen.turning : seen.moving;
    if (root > 0) {
      reach_[j] = std::min(reach_[j], heft / root);
      pace_[j] = std::min(pace_[j], push / root);
    }
    const auto part = [](double x, double most) { return x > 0 && most > x ? x / most : 1; };
    part_[j] = part(reach_[j], seen.length);
    rate_part_[j] = part(pace_[j], seen.speed);
  }
}

void RowSizes::weigh(Sizes& seen, equations::Workspace& numbers) const noexcept {
  const double* M = numbers.M();
  std::size_t j = 0;
  for (const std::size_t block : equations_.mass_blocks) {
    for (std::size_t i = 0; i < block; ++i) {
      const double mass = M[i * block + i];
      seen.roots[j++] = mass > 0 && std::isfinite(mass) ? std::sqrt(mass) : 0;
    }
    M += block * block;
  }
}

void RowSizes::measure(Sizes& seen, equations::Workspace& numbers) noexcept {
  const equations::Pattern& pattern = equations_.A();
  extent_ = extent_of(numbers);
  if (has_own_kinds()) weigh(seen, numbers);
  spread(seen);
  for (std::size_t i = 0; i < length_.size(); ++i) {
    length_[i] = speed_[i] = 0;
    for (Index e = pattern.begin[i]; e < pattern.begin[i + 1]; ++e) {
      const std::size_t j = at(pattern.column[at(e)]);
      const double size = std::abs(numbers.A()[e]);
      length_[i] = std::max(length_[i], size * reach_[j]);
      speed_[i] = std::max(speed_[i], size * pace_[j]);
    }
  }
}

}  // namespace zwang::motion
