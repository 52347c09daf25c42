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
      length_(equations.rows.size()),
      speed_(equations.rows.size()) {}

void RowSizes::see(const double* q, const double* v, Sizes& seen) const noexcept {
  for (std::size_t i = 0; i < natural_.size(); ++i) {
    const double x = std::abs(q[i]), rate = std::abs(v[i]);
    const bool turns = natural_[i] > 0;
    double &place = turns ? seen.angle : seen.way, &pace = turns ? seen.turning : seen.moving;
    place = std::max({place, x, natural_[i]});
    pace = std::max(pace, rate);
    seen.length = std::max({seen.length, x, natural_[i]});
    seen.speed = std::max(seen.speed, rate);
  }
}

void RowSizes::measure(const Sizes& seen, equations::Workspace& numbers) noexcept {
  const equations::Pattern& pattern = equations_.A();
  const double way = std::max(seen.way, extent_of(numbers));
  way_ = way;
  angle_ = seen.angle;
  for (std::size_t i = 0; i < length_.size(); ++i) {
    double turns = 0, moves = 0;
    for (Index e = pattern.begin[i]; e < pattern.begin[i + 1]; ++e) {
      double& most = natural_[at(pattern.column[at(e)])] > 0 ? turns : moves;
      most = std::max(most, std::abs(numbers.A()[e]));
    }
    length_[i] = std::max(turns * seen.angle, moves * way);
    speed_[i] = std::max(turns * seen.turning, moves * seen.moving);
  }
}

}  // namespace zwang::motion
