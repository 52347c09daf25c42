// SPDX-License-Identifier: Apache-2.0
// The laws as one fixed point (Alart, Curnier 1991), solved by a semismooth Newton method:
//   N = (N − ρ a)⁺,   f = P_{|·| ≤ L}(f − ρ a),   or f = −L d where it slides.
// An equal small compliance of all contacts, a = (G + δ) r + c, makes the shares of redundant ones
// unique; it fades from 0.1 to 1e-8 of the largest entry of G, each step from the one before.

#include <algorithm>
#include <cmath>

#include "laws/friction/compliant.h"
#include "laws/friction/island_solver.h"
#include "linalg/lu.h"
#include "linalg/spectrum.h"
#include "linalg/vector.h"

namespace zwang::least {

// So many rows are put exactly onto the laws of their mode, which costs the cube of their number; more stay where the
// verifier accepts them.
constexpr Index few = 24;

/// F and, where asked, J (column-major) of one that rubs; the normals' part is done.
void IslandSolver::rubbing_law(const IslandRubbing& x, double compliance, bool slopes) {
  const Index n = island_.n;
  const auto a_slope = [&](Index i, Index j) {
    return island_.entry(i, j) + (i == j ? compliance : 0);
  };
  double limit = x.limit;
  std::fill(limit_slope_.begin(), limit_slope_.end(), 0.0);
  for (const Coefficient& mu : x.coefficients) {
    const Index j = mu.normal;
    if (!island_.sided[j]) {
      limit += mu.sliding * std::fabs(r_[j]);
      limit_slope_[j] += r_[j] < 0 ? -mu.sliding : mu.sliding;
    } else if (s_[j] > 0) {
      limit += mu.sliding * s_[j];
      const double rho = 1 / std::fmax(a_slope(j, j), 1e-12);
      for (Index l = 0; slopes && l < n; ++l)
        limit_slope_[l] += mu.sliding * ((l == j ? 1 : 0) - rho * a_slope(j, l));
    }
  }
  if (x.slides) {
    for (Index i = 0; i < x.rows; ++i) {
      const Index row = x.first + i;
      F_[row] = r_[row] + x.direction[i] * limit;
      for (Index l = 0; slopes && l < n; ++l)
        J_[l * n + row] = (l == row ? 1 : 0) + x.direction[i] * limit_slope_[l];
    }
    return;
  }
  double trace = 0, z[3] = {};
  for (Index i = 0; i < x.rows; ++i) trace += a_slope(x.first + i, x.first + i);
  const double rho = 1 / std::fmax(trace, 1e-12);
  for (Index i = 0; i < x.rows; ++i) z[i] = r_[x.first + i] - rho * a_[x.first + i];
  const double size = linalg::norm(z, x.rows);
  const bool inside = size <= limit;
  for (Index i = 0; i < x.rows; ++i) {
    const Index row = x.first + i;
    F_[row] = inside ? rho * a_[row] : r_[row] - limit * z[i] / size;
    for (Index l = 0; slopes && l < n; ++l) {
      if (inside) {
        J_[l * n + row] = rho * a_slope(row, l);
        continue;
      }
      double along = 0, own = 0;
      for (Index k = 0; k < x.rows; ++k) {
        const double dz = (l == x.first + k ? 1 : 0) - rho * a_slope(x.first + k, l);
        along += z[k] / size * dz;
        if (k == i) own = dz;
      }
      const double e = z[i] / size;
      J_[l * n + row] = (l == row ? 1 : 0) - limit / size * (own - e * along) - e * limit_slope_[l];
    }
  }
}

void IslandSolver::laws(double compliance, bool slopes) {
  const Index n = island_.n;
  island_.accelerate(r_.data(), a_.data());
  for (Index i = 0; i < n; ++i) a_[i] += compliance * r_[i];
  for (Index j = 0; j < island_.normals; ++j) {
    const double rho = 1 / std::fmax(island_.entry(j, j) + compliance, 1e-12);
    const double s = r_[j] - rho * a_[j];
    const bool acts = s > 0 || !island_.sided[j];
    s_[j] = std::fmax(s, 0.0);
    F_[j] = acts ? rho * a_[j] : r_[j];
    for (Index l = 0; slopes && l < n; ++l)
      J_[l * n + j] =
          acts ? rho * (island_.entry(j, l) + (l == j ? compliance : 0)) : (l == j ? 1.0 : 0.0);
  }
  for (const IslandRubbing& x : island_.rubbing) rubbing_law(x, compliance, slopes);
}

bool IslandSolver::newton(double compliance, int most) {
  const Index n = island_.n;
  J_.resize(static_cast<std::size_t>(n * n));
  const double size_n = static_cast<double>(n),
               each = size_n * size_n * size_n + 40 * size_n * size_n;
  for (int round = 0; round < most; ++round, left_ -= each) {
    if (!(left_ > 0)) return false;
    laws(compliance, true);
    const double size = linalg::norm(F_.data(), n);
    if (!std::isfinite(size)) return false;
    if (size <= 1e-14 * (1 + linalg::norm(r_.data(), n))) return true;
    for (Index i = 0; i < n; ++i) step_[i] = -F_[i];
    if (compliance > 0) {
      const linalg::Lu lu{n, J_.data(), order_.data()};
      if (!linalg::factor_lu(lu)) return false;
      linalg::solve_lu(lu, step_.data());
    } else {
      step_ = linalg::shortest_solution(n, J_, step_, 1e-11);
      if (step_.size() != r_.size()) return false;
    }
    before_ = r_;
    double part = 1;
    for (int halved = 0;; ++halved, part *= 0.5) {
      const double take = halved > 10 ? 1 : part;  // then it may get worse before it gets better
      for (Index i = 0; i < n; ++i) r_[i] = before_[i] + take * step_[i];
      if (halved > 10) break;
      laws(compliance, false);
      if (linalg::norm(F_.data(), n) < size) break;
    }
    if (linalg::norm(step_.data(), n) <= 1e-15 * linalg::norm(r_.data(), n)) return true;
  }
  laws(compliance, false);
  return linalg::norm(F_.data(), n) <= 1e-10 * (1 + linalg::norm(r_.data(), n));
}

bool IslandSolver::polish(const double* r) {
  std::copy_n(r, island_.n, r_.data());
  determined_ = true;
  newton(0, 30);
  return verifies();
}

/// The same by the motion of the bodies, of which there are fewer than contacts, and sparse.
bool IslandSolver::fade_in_motion() {
  Compliant compliant(island_, left_);
  if (!compliant.fade()) return false;
  r_ = compliant.r();
  determined_ = false;
  return verifies();
}

bool IslandSolver::rest_in_motion() {
  Compliant compliant(island_, left_);
  if (!compliant.rest()) return false;
  r_ = compliant.r();
  determined_ = false;
  return verifies();
}

bool IslandSolver::fade() {
  const bool quick = fade_in_motion();
  if (quick && island_.n > few) return true;
  if (!quick) {
    std::fill(r_.begin(), r_.end(), 0.0);
    for (const double compliance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8})
      if (!newton(compliance, 60)) return false;
  }
  const std::vector<double> found = r_;
  const Choices chosen = choices_at(island_, found.data());
  if (hold(chosen) && determined_) return true;
  // Shares that the rows leave free stay where equal compliance put them.
  if (polish(found.data()) || hold(chosen)) return true;
  r_ = found;
  return quick && verifies();
}

}  // namespace zwang::least
