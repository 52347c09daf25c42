// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/cone_share.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::least {

/// L·factor − f·e ≥ 0 for λ + δ.
void ConeShare::add_cone(const Rubbing& cone, const double* e, double factor) {
  double* const row = rows_.add(unilateral_row, -factor * cone.sticking / unit_);
  double& demand = rows_.d.back();
  const auto add = [&](Index of, double by) {
    const Index k = place_[of];
    if (k < 0) return;
    row[k] += by;
    demand -= by * known_[k];
  };
  for (Index i = 0; i < cone.rows; ++i) add(cone.first + i, -e[i]);
  for (const Coefficient& mu : cone.coefficients) {
    if (place_[mu.normal] < 0) continue;
    // A bilateral row presses with either sign, and keeps the one it has.
    const Index k = place_[mu.normal];
    add(mu.normal, factor * mu.sticking * (!pushes_[k] && known_[k] < 0 ? -1 : 1));
  }
}

bool ConeShare::admissible(const std::vector<Rubbing>& cones, double factor) {
  rows_.B.resize(static_cast<std::size_t>(fixed_ * rows_.n));
  rows_.d.resize(static_cast<std::size_t>(fixed_));
  rows_.kind.resize(static_cast<std::size_t>(fixed_));
  for (const Rubbing& cone : cones) {
    for (Index i = 0; i < cone.rows; ++i) {
      for (const double sign : {1.0, -1.0}) {
        double e[3] = {0, 0, 0};
        e[i] = sign;
        add_cone(cone, e, factor);
      }
    }
  }
  for (int round = 0; round < 25; ++round) {
    if (!point_.solve(rows_, from_.data())) return false;
    bool outside = false;
    for (const Rubbing& cone : cones) {
      if (cone.rows == 1) continue;
      double f[3] = {0, 0, 0}, limit = cone.sticking / unit_;
      for (Index i = 0; i < cone.rows; ++i) {
        const Index k = place_[cone.first + i];
        f[i] = k < 0 ? 0 : known_[k] + point_.x()[k];
      }
      for (const Coefficient& mu : cone.coefficients) {
        const Index k = place_[mu.normal];
        if (k >= 0) limit += mu.sticking * std::fabs(known_[k] + point_.x()[k]);
      }
      const double size = linalg::norm(f, cone.rows);
      // Half of the margin is for tangents that have not closed in on the cone yet.
      if (size <= 0.5 * (1 + factor) * limit + 1e-12 * (1 + size)) continue;
      for (double& x : f) x /= size;
      add_cone(cone, f, factor);
      outside = true;
    }
    if (!outside) return true;
  }
  return false;  // it lies at the edge, if there is any
}

bool ConeShare::share(const Task& task, const unsigned char* rows,
                      const std::vector<Rubbing>& cones, double* lambda) {
  place_.assign(static_cast<std::size_t>(task.m), -1);
  known_.clear();
  pushes_.clear();
  unit_ = 0;
  for (Index j = 0; j < task.m; ++j)
    if (rows[j] != out) unit_ = std::fmax(unit_, std::fabs(lambda[j]));
  if (!(unit_ > 0) || !std::isfinite(unit_)) return false;
  for (Index j = 0; j < task.m; ++j) {
    if (rows[j] == out) continue;
    place_[j] = static_cast<Index>(known_.size());
    known_.push_back(lambda[j] / unit_);
    pushes_.push_back(rows[j] == pushes);
  }
  from_.assign(known_.size(), 0.0);
  for (std::size_t k = 0; k < known_.size(); ++k) from_[k] = -known_[k];
  rows_.clear(static_cast<Index>(known_.size()));
  for (Index i = 0; i < task.n; ++i) {
    double* const row = rows_.add(equality_row, 0);
    for (Index j = 0; j < task.m; ++j)
      if (place_[j] >= 0) row[place_[j]] = task.A[j * task.n + i];
  }
  for (Index j = 0; j < task.m; ++j) {
    if (rows[j] != pushes) continue;
    rows_.add(unilateral_row, -known_[place_[j]])[place_[j]] = 1;
  }
  fixed_ = rows_.count();
  // As far from the limits as some decade of the margin allows: then what is left of it vanishes only
  // where the last admissible share does.
  bool found = false;
  for (const double margin : {1e-1, 1e-2, 1e-4, 1e-6, 1e-9})
    if ((found = admissible(cones, 1 - margin))) break;
  if (!found && !admissible(cones, 1)) return false;
  for (Index j = 0; j < task.m; ++j) {
    if (place_[j] < 0) continue;
    lambda[j] += unit_ * point_.x()[place_[j]];
    if (rows[j] == pushes) lambda[j] = std::fmax(lambda[j], 0.0);
  }
  return true;
}

}  // namespace zwang::least
