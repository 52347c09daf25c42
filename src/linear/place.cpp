// SPDX-License-Identifier: Apache-2.0
#include "linear/place.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace zwang::linear {

namespace {

// Of forces that balance, and of what a steady motion leaves: data are given to about nine digits.
constexpr double balanced = 1e-8;
// Of eigenvalues in units of the fastest: a double one scatters by the root of rounding.
constexpr double same = 1e-6;

double length(const TangentSpace& space, const Vector& x) {
  return space.metric ? std::sqrt(std::max(0.0, x.dot(space.M * x))) : x.norm();
}

bool is_same(const Spectrum& one, const Spectrum& other) {
  if (one.values.size() != other.values.size()) return false;
  double size = 0;
  for (const Complex& value : one.values) size = std::max(size, std::abs(value));
  std::vector<Complex> rest = other.values;
  for (const Complex& value : one.values) {
    const auto nearest =
        std::min_element(rest.begin(), rest.end(), [&](const Complex& a, const Complex& b) {
          return std::abs(a - value) < std::abs(b - value);
        });
    if (!(std::abs(*nearest - value) <= same * size)) return false;
    rest.erase(nearest);
  }
  return true;
}

/// What is left of the drift besides motions of the eigenvalue zero, in units of forces and drift.
bool drifts_freely(const TangentSpace& space, const Reduction& reduction,
                   const Spectrum& spectrum) {
  const Index f_v = space.rates();
  Vector drift = reduction.drift;
  Matrix kernel = spectrum.kernel;
  if (f_v > 0) {
    drift.tail(f_v) /= spectrum.rate;
    kernel.bottomRows(f_v) /= spectrum.rate;
  }
  const double size = drift.norm() + length(space, space.forces) / spectrum.rate;
  if (kernel.cols() > 0) drift -= kernel * (kernel.transpose() * drift);
  return drift.norm() <= balanced * size;
}

}  // namespace

Place place_of(Surroundings& surroundings, motion::Projector& projector, const TangentSpace& space,
               const Reduction& reduction, const Spectrum& spectrum) {
  const bool second = space.order == 2;
  const double size = length(space, space.forces);
  const bool still = space.v.cwiseAbs().maxCoeff() <= 1e-14 * space.q.cwiseAbs().maxCoeff();
  const bool rests = (still || !second) && length(space, space.a) <= balanced * size;
  if (!rests && !drifts_freely(space, reduction, spectrum)) return Place::passing;
  // A while later; what looks at whole periods would be taken in.
  const double dt = 0.37 / spectrum.rate;
  double t = space.t;
  Vector q = space.q, v = space.v;
  if (rests) t += dt;
  if (!rests && !surroundings.follow(t, q, v, dt)) return Place::passing;
  projector.project(t, q.data(), v.data());
  TangentSpace later;
  if (!surroundings.form(t, q, v, later)) return Place::passing;
  const Reduction then = reduce(later, &reduction);
  if (then.A.rows() != reduction.A.rows()) return Place::passing;
  if (rests && !(length(later, later.a) <= balanced * size)) return Place::passing;
  const Spectrum spectrum_then = spectrum_of(then.A, later.positions());
  if (!is_same(spectrum, spectrum_then)) return Place::passing;
  if (!rests && !drifts_freely(later, then, spectrum_then)) return Place::passing;
  return rests ? Place::rest : Place::steady;
}

void polish_rest(Surroundings& surroundings, motion::Projector& projector, double t, Vector& q) {
  constexpr int most_steps = 6;
  Vector v = Vector::Zero(q.size()), best = q;
  double least = 0;
  for (int k = 0; k <= most_steps; ++k) {
    TangentSpace space;
    if (!surroundings.form(t, q, v, space)) break;
    const Matrix& Z = space.order == 2 ? space.Z_v : space.Z_q;
    const Matrix dual = space.metric ? Matrix(Z.transpose() * space.M) : Matrix(Z.transpose());
    const Vector unrest = dual * space.a;
    if (k > 0 && !(unrest.norm() < least)) break;
    best = q;
    least = unrest.norm();
    if (!(least > 0)) break;
    Eigen::CompleteOrthogonalDecomposition<Matrix> K;
    K.setThreshold(1e-9);
    K.compute(dual * space.by_state.leftCols(space.positions()));
    q -= space.Z_q * K.solve(unrest);
    projector.project(t, q.data(), v.data());
    v.setZero();
  }
  q = best;
}

}  // namespace zwang::linear
