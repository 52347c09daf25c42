// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/reasons.h"

#include <algorithm>
#include <cmath>

#include "bvp/curve.h"
#include "bvp/gauss.h"

namespace zwang::extremal {

namespace {

// Of the largest momentum. Jumps of F that matter leave some tenths.
double allowed(double tolerance) { return std::clamp(1e3 * tolerance, 1e-4, 0.05); }

class Momenta {
 public:
  Momenta(Question& question, const bvp::Curve& curve)
      : question_(question),
        curve_(curve),
        points_(bvp::gauss(curve.stages)),
        within_(bvp::weights_at_points(curve.stages, curve.stages)),
        z_(curve.size()),
        force_(curve.n) {
    for (Index i = 0; i <= curve.intervals(); ++i) {
      for (Index k = 0; k < curve.n; ++k) reach_ = std::max(reach_, std::abs(curve.at(i)[k]));
    }
    // Velocity rows of a variational problem are part of F*.
    for (Index i = 0; i < question.equations().m; ++i) {
      const bool position = question.equations().rows[i].level == equations::Level::position;
      if (position || question.shape().lambdas == 0) rows_.push_back(i);
    }
  }

  /// The largest of what was summed up, term by term, and what rounding alone may leave where a curve
  /// rests: F·t/x is a momentum.
  double largest = 0, rounding = 0, most_energy = 0;

  /// F − v·F_v at the point of the last momentum, and what it gained over the interval of the last gain:
  /// ∫ (F_t − v·Aᵀλ) dt.
  double energy = 0, energy_gain = 0;

  /// Whether F changes with x alone, over an interval, by more than its slopes say.
  bool jumps_with_place(Index i, const std::vector<double>& gain, double by) {
    const double width = (curve_.mesh[i + 1] - curve_.mesh[i]) * question_.span().length;
    double change = 0;
    for (const Index k : {i, i + 1}) {
      std::copy_n(curve_.at(k), curve_.size(), z_.begin());
      std::copy_n(curve_.at(i) + curve_.n, curve_.n, z_.begin() + curve_.n);
      question_.evaluate(equations::Stage::density, curve_.mesh[i], z_.data());
      const double F = *question_.numbers().integrand();
      change += k == i ? -F : F;
    }
    for (Index j = 0; j < curve_.n; ++j) {
      change -= gain[j] / width * (curve_.at(i + 1)[j] - curve_.at(i)[j]);
    }
    return std::abs(change) > 0.5 * by;
  }

  /// F_v at a point of the mesh.
  std::vector<double> momentum(Index k) {
    question_.evaluate(equations::Stage::density, curve_.mesh[k], curve_.at(k));
    const double F = *question_.numbers().integrand();
    const double size = reach_ > 0 ? reach_ : 1;
    if (std::isfinite(F)) {
      rounding = std::max(rounding, 1e-9 * std::abs(F * question_.span().length) / size);
    }
    const double* const F_v = question_.numbers().momentum();
    const double* const densities = question_.numbers().densities() + question_.shape().integrals;
    energy = densities[0];
    if (std::isfinite(F)) most_energy = std::max(most_energy, std::abs(F));
    for (Index i = 0; i < curve_.n; ++i) count(F_v[i]);
    return {F_v, F_v + curve_.n};
  }

  /// ∫ (F_x + Aᵀλ) dt over an interval; false where there are no numbers.
  bool gain(Index i, std::vector<double>& sum) {
    const double width = curve_.mesh[i + 1] - curve_.mesh[i];
    std::fill(sum.begin(), sum.end(), 0.0);
    energy_gain = 0;
    for (Index j = 0; j < points_.s; ++j) {
      const double tau = curve_.mesh[i] + points_.c[j] * width;
      value_within(curve_, i, within_[j], z_.data());
      if (!force_at(tau)) return false;
      const double weight = width * question_.span().length * points_.end.once[j];
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weight * force_[k];
      energy_gain += weight * power_;
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
    question_.evaluate(equations::Stage::density, tau, z_.data());
    power_ = numbers.densities()[question_.shape().integrals + 1];
    question_.evaluate(equations::Stage::second, tau, z_.data());
    std::copy_n(numbers.F_x(), curve_.n, force_.begin());
    if (rows_.empty()) return true;
    question_.evaluate(equations::Stage::dynamics, tau, z_.data());
    if (!question_.instants().solve(numbers)) return false;
    for (const Index row : rows_) {
      const double lambda = question_.instants().multipliers()[row];
      for (Index k = equations.A().begin[row]; k < equations.A().begin[row + 1]; ++k) {
        const double pull = lambda * numbers.A()[k];
        const std::size_t column = at(static_cast<Index>(equations.A().column[k]));
        force_[column] += pull;
        power_ -= pull * question_.v()[column];
        count(pull * question_.span().length);
      }
    }
    return true;
  }

  Question& question_;
  const bvp::Curve& curve_;
  const bvp::Gauss& points_;
  const bvp::GaussWeights* within_;
  std::vector<double> z_, force_;
  std::vector<Index> rows_;
  double reach_ = 0, power_ = 0;
};

}  // namespace

Corner missing_corner(Question& question, const bvp::Curve& curve, double tolerance) {
  question.set(curve.p.data());
  Momenta momenta(question, curve);
  std::vector<double> before = momenta.momentum(0), sum(at(curve.n));
  double worst = 0, energy = momenta.energy;
  Corner corner, step;
  for (Index i = 0; i < curve.intervals(); ++i) {
    const std::vector<double> after = momenta.momentum(i + 1);
    const double middle = 0.5 * (curve.mesh[i] + curve.mesh[i + 1]);
    const bool summed = momenta.gain(i, sum);
    const double gained = std::abs(momenta.energy - energy - momenta.energy_gain);
    energy = momenta.energy;
    for (std::size_t k = 0; k < sum.size() && summed; ++k) {
      const double jump = std::abs(after[k] - before[k] - sum[k]);
      if (!(jump > worst) || !std::isfinite(jump)) continue;
      worst = jump;
      corner.t = question.span().time(middle);
    }
    if (summed && gained > allowed(tolerance) * momenta.most_energy &&
        momenta.jumps_with_place(i, sum, gained)) {
      step = {true, question.span().time(middle)};
    }
    before = after;
  }
  corner.found = worst > allowed(tolerance) * momenta.largest + momenta.rounding;
  return corner.found ? corner : step;
}

}  // namespace zwang::extremal
