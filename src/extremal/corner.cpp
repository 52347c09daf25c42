// SPDX-License-Identifier: Apache-2.0
#include "extremal/corner.h"

#include <algorithm>
#include <cmath>

#include "extremal/dense.h"
#include "extremal/gauss.h"

namespace zwang::extremal {

namespace {

// Of the largest momentum. Jumps of F that matter leave some tenths.
double allowed(double tolerance) { return std::clamp(1e3 * tolerance, 1e-4, 0.05); }

class Momenta {
 public:
  Momenta(Question& question, const Curve& curve)
      : question_(question),
        curve_(curve),
        points_(gauss(curve.stages)),
        z_(at(curve.size())),
        force_(at(curve.n)) {
    for (Index j = 0; j < points_.s; ++j) within_[j] = weights_at(points_, points_.c[j]);
    for (Index i = 0; i <= curve.intervals(); ++i) {
      for (Index k = 0; k < curve.n; ++k) reach_ = std::max(reach_, std::abs(curve.at(i)[k]));
    }
    // Velocity rows of a variational problem are part of F*.
    for (Index i = 0; i < question.equations().m; ++i) {
      const bool position = question.equations().rows[at(i)].level == equations::Level::position;
      if (position || question.shape().lambdas == 0) rows_.push_back(i);
    }
  }

  /// The largest of what was summed up, term by term, and what rounding alone may leave where a curve
  /// rests: F·t/x is a momentum.
  double largest = 0, rounding = 0;

  /// F_v at a point of the mesh.
  std::vector<double> momentum(Index k) {
    question_.evaluate(question_.equations().density, curve_.mesh[at(k)], curve_.at(k));
    const double F = *question_.numbers().at(question_.two_ends().layout.integrand);
    const double size = reach_ > 0 ? reach_ : 1;
    if (std::isfinite(F)) {
      rounding = std::max(rounding, 1e-9 * std::abs(F * question_.span().length) / size);
    }
    const double* const F_v = question_.numbers().at(question_.two_ends().layout.momentum);
    for (Index i = 0; i < curve_.n; ++i) count(F_v[i]);
    return {F_v, F_v + curve_.n};
  }

  /// ∫ (F_x + Aᵀλ) dt over an interval; false where there are no numbers.
  bool gain(Index i, std::vector<double>& sum) {
    const double width = curve_.mesh[at(i + 1)] - curve_.mesh[at(i)];
    std::fill(sum.begin(), sum.end(), 0.0);
    for (Index j = 0; j < points_.s; ++j) {
      const double tau = curve_.mesh[at(i)] + points_.c[j] * width;
      value_within(curve_, i, within_[j], z_.data());
      if (!force_at(tau)) return false;
      for (std::size_t k = 0; k < sum.size(); ++k) {
        sum[k] += width * question_.span().length * points_.end.once[j] * force_[k];
      }
    }
    return true;
  }

 private:
  void count(double term) {
    if (std::isfinite(term)) largest = std::max(largest, std::abs(term));
  }

  // With what each part of it could give the whole way.
  bool force_at(double tau) {
    const equations::Equations& equations = question_.equations();
    equations::Workspace& numbers = question_.numbers();
    question_.evaluate(equations.second, tau, z_.data());
    std::copy_n(numbers.at(question_.two_ends().layout.F_x), curve_.n, force_.begin());
    if (rows_.empty()) return true;
    question_.evaluate(equations.dynamics, tau, z_.data());
    if (!question_.instants().solve(numbers)) return false;
    for (const Index row : rows_) {
      const double lambda = question_.instants().multipliers()[row];
      for (Index k = equations.A.begin[at(row)]; k < equations.A.begin[at(row + 1)]; ++k) {
        const double pull = lambda * numbers.A()[k];
        force_[at(static_cast<Index>(equations.A.column[at(k)]))] += pull;
        count(pull * question_.span().length);
      }
    }
    return true;
  }

  Question& question_;
  const Curve& curve_;
  const Gauss& points_;
  GaussWeights within_[most_stages];
  std::vector<double> z_, force_;
  std::vector<Index> rows_;
  double reach_ = 0;
};

}  // namespace

Corner missing_corner(Question& question, const Curve& curve, double tolerance) {
  question.set(curve.p.data());
  Momenta momenta(question, curve);
  std::vector<double> before = momenta.momentum(0), sum(at(curve.n));
  double worst = 0;
  Corner corner;
  for (Index i = 0; i < curve.intervals(); ++i) {
    const std::vector<double> after = momenta.momentum(i + 1);
    const bool summed = momenta.gain(i, sum);
    for (std::size_t k = 0; k < sum.size() && summed; ++k) {
      const double jump = std::abs(after[k] - before[k] - sum[k]);
      if (!std::isfinite(jump)) continue;
      if (jump <= worst) continue;
      worst = jump;
      corner.t = question.span().time(0.5 * (curve.mesh[at(i)] + curve.mesh[at(i + 1)]));
    }
    before = after;
  }
  corner.found = worst > allowed(tolerance) * momenta.largest + momenta.rounding;
  return corner;
}

}  // namespace zwang::extremal
