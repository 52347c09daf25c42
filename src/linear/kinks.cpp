// SPDX-License-Identifier: Apache-2.0
#include "linear/kinks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::linear {

namespace {

using equations::Argument;
using equations::Stage;

Vector arguments_at(motion::RightSide& side, double t, const Vector& q, const Vector& v) {
  side.numbers().evaluate(Stage::probe, t, q.data(), v.data());
  const auto count = static_cast<Index>(side.equations().arguments.size());
  return Eigen::Map<const Vector>(side.numbers().arguments(), count);
}

/// Columns of T: neighbours that keep the constraints.
Matrix neighbours(const TangentSpace& space, Index n) {
  Matrix T = Matrix::Zero(2 * n, space.states());
  T.topLeftCorner(n, space.positions()) = space.Z_q;
  if (space.order == 1) return T;
  T.bottomLeftCorner(n, space.positions()) = space.Y;
  T.bottomRightCorner(n, space.rates()) = space.Z_v;
  return T;
}

double largest(const Vector& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0; }

}  // namespace

Kink nearest_kink(motion::RightSide& side, const TangentSpace& space) {
  Kink kink;
  const equations::Equations& equations = side.equations();
  if (!equations.has(Stage::probe)) return kink;
  const Index n = equations.n;
  const Vector here = arguments_at(side, space.t, space.q, space.v);
  const Matrix T = neighbours(space, n);
  const double q_size = largest(space.q), v_size = largest(space.v);
  // What rounding of q and v leaves of an argument that would be zero.
  constexpr double rounding = 100 * std::numeric_limits<double>::epsilon();
  for (Index j = 0; j < T.cols(); ++j) {
    const Vector dq = T.col(j).head(n), dv = T.col(j).tail(n);
    const bool by_rate = largest(dq) == 0;
    const double way = by_rate ? largest(dv) : largest(dq), size = by_rate ? v_size : q_size;
    if (!(way > 0)) continue;
    const double h = 1e-6 * (size > 0 ? size : 1) / way;
    const Vector up = arguments_at(side, space.t, space.q + h * dq, space.v + h * dv);
    const Vector down = arguments_at(side, space.t, space.q - h * dq, space.v - h * dv);
    for (Index k = 0; k < here.size(); ++k) {
      if (equations.arguments[at(k)].scale != Argument::Scale::edge) continue;
      const double slope = std::abs(up[k] - down[k]) / (2 * h * way);  // by that coordinate
      if (!(slope > 0)) continue;
      const double way = std::abs(here[k]) / slope;
      if (way <= rounding * size) kink.here = true;
      if (size > 0) kink.distance = std::min(kink.distance, way / size);
    }
  }
  if (kink.here) kink.distance = 0;
  return kink;
}

}  // namespace zwang::linear
