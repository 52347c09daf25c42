// SPDX-License-Identifier: Apache-2.0
// Weighed, rows of length 1: D̂, b̂ = S b. From u = g = L⁻¹Q,
//   δ = (Ĝ + μI)⁻¹(b̂ − D̂u),   u ← u + D̂ᵀδ,   λ̂ ← λ̂ + δ,   ẍ = L⁻ᵀu,   λ = S λ̂.
// The error along a singular value σ shrinks by μ/(σ² + μ). b enters directly, not as b − A a.
//
// What rows that fight leave unmet is not in the range of D̂ and would only blow up λ̂: it is found
// in the user's norm, Ω = S²/W, as Ωy with D̂ᵀy = 0, and taken off b̂. Equilibration is thus a means of
// solving, and not the norm in which rows compromise.

#include "least/sparse/sparse.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

auto at(Index i) { return static_cast<std::size_t>(i); }

// Two steps bring a well-conditioned system to rounding, and pivots of this size still have six
// digits; lowered where steps shrink too slowly, as far as Ĝ + μI is definite in double.
constexpr double kDamping = 1e-10;
constexpr double kLeastDamping = 1e-13;
// While stepping, what ten steps do not reach is near-singular: directions below about 1e-5. A chain
// of a thousand links has directions of 1e-3, which must be met.
constexpr double kSteppingDamping = 1e-10;
constexpr int kSteppingRounds = 10;
// D̂ᵀy of a left null vector is rounding; of a direction that is only weak it is at least what makes
// rows look unmet at all, about 1e-10.
constexpr double kUnseen = 1e-12;

double norm(const std::vector<double>& x) {
  return linalg::norm(x.data(), static_cast<Index>(x.size()));
}

bool finite(const double* x, Index count) {
  for (Index i = 0; x && i < count; ++i)
    if (!std::isfinite(x[i])) return false;
  return true;
}

}  // namespace

SparseAnswer::SparseAnswer(Index n, Index m)
    : acceleration(at(n)),
      force_lagrange(at(n)),
      force_coulomb(at(n)),
      multipliers(at(m)),
      residual(at(m)) {}

SparseSolver::SparseSolver(SparsePattern pattern, std::vector<Index> mass_blocks,
                           RankTolerance tolerance)
    : pattern_(std::move(pattern)),
      tolerance_(tolerance),
      rows_(pattern_, std::move(mass_blocks)),
      dual_(rows_.pattern()) {
  for (auto* x : {&g_, &c_, &u_, &yL_, &yC_, &motion_}) x->assign(at(pattern_.n), 0);
  for (auto* x : {&demand_, &lambda_, &rest_, &taken_, &Omega_, &null_})
    x->assign(at(pattern_.m), 0);
}

Status SparseSolver::solve(const double* M, const double* Q, const double* A_values,
                           const double* b, const double* C, const double* W,
                           SparseAnswer& out) noexcept {
  A_ = A_values;
  sign_ = rows_.weigh(M, A_values);
  if (sign_ == 0) return fail(Status::mass_not_definite, out);
  if (!rows_.in_range()) {
    const bool good = finite(A_values, static_cast<Index>(pattern_.column.size()));
    return fail(good ? Status::overflow : Status::not_finite_input, out);
  }
  dual_.fill(rows_.D());
  // Rows that are plainly independent need hardly any damping, and one step less.
  dual_.damp(damping_ = kLeastDamping);
  rank_ = dual_.rank();
  if (!dual_.plain()) dual_.damp(damping_ = usual_damping());
  return solve_again(Q, b, C, W, out);
}

Status SparseSolver::solve_again(const double* Q, const double* b, const double* C, const double* W,
                                 SparseAnswer& out) noexcept {
  const Index n = pattern_.n, m = pattern_.m;
  if (sign_ == 0) return fail(Status::mass_not_definite, out);
  if (!finite(Q, n) || !finite(b, m) || !finite(C, n) || !finite(W, m))
    return fail(Status::not_finite_input, out);
  for (Index i = 0; W && i < m; ++i)
    if (!(W[i] > 0)) return fail(Status::bad_weight, out);
  if (dual_.damping() != damping_) dual_.damp(damping_);  // no trace of calls before
  prepare(Q, b, C);
  out.status = meet_rows(b, W);
  if (rank_ < m) shorten_multipliers();
  std::copy(lambda_.begin(), lambda_.end(), out.multipliers.begin());
  std::fill(yC_.begin(), yC_.end(), 0.0);
  if (C) {  // u ← c, D̂u = 0: what is left is (I − D⁺D)c                    [FKNU05 21]
    std::fill(demand_.begin(), demand_.end(), 0.0);
    size_ = norm(c_);
    if (!meet(demand_.data(), c_.data(), yC_.data(), allowed())) out.status = Status::not_converged;
    yC_ = c_;  // one size: no allocation
  }
  finish(b, C != nullptr, out);
  if (!finite(out.acceleration.data(), n)) return fail(Status::overflow, out);
  return out.status;
}

void SparseSolver::step_towards(const double* b, double* x) noexcept {
  if (dual_.damping() != damping_) dual_.damp(damping_);
  for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = b[i] * rows_.scale()[i];
  dual_.solve(rest_.data());
  std::fill_n(x, pattern_.n, 0.0);
  add_transposed(rows_.D(), rest_.data(), x);
  rows_.divide_transposed(x);
}

void SparseSolver::prepare(const double* Q, const double* b, const double* C) noexcept {
  for (std::size_t i = 0; i < g_.size(); ++i) {
    g_[i] = sign_ * Q[i];
    c_[i] = C ? sign_ * C[i] : 0;
  }
  rows_.divide(g_.data());
  if (C) rows_.divide(c_.data());
  size_ = norm(g_);
  for (std::size_t i = 0; i < demand_.size(); ++i) {
    demand_[i] = b[i] * rows_.scale()[i];
    size_ = std::max(size_, std::fabs(demand_[i]));
  }
}

double SparseSolver::usual_damping() const noexcept {
  return tolerance_ == RankTolerance::stepping ? kSteppingDamping : kDamping;
}

/// How much a row of length 1 may be off before it is said to fight: as in least/proximal.cpp.
double SparseSolver::allowed() const noexcept {
  return tolerance_ == RankTolerance::stepping
             ? linalg::stepping_tolerance()
             : 100 * linalg::instant_tolerance(pattern_.m, pattern_.n);
}

/// rest ← demand − D̂u; returns its largest entry.
double SparseSolver::unmet(const double* demand, const double* u) noexcept {
  multiply(rows_.D(), u, rest_.data());
  double largest = 0;
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    rest_[i] = demand[i] - rest_[i];
    largest = std::max(largest, std::fabs(rest_[i]));
  }
  return largest;
}

/// Steps until what is unmet no longer shrinks; y is what was added to u. Returns whether less is
/// unmet than `tolerance` allows, relative to what was asked and what was done.
bool SparseSolver::meet(const double* demand, double* u, double* y, double tolerance) noexcept {
  const Index n = pattern_.n;
  const bool stepping = tolerance_ == RankTolerance::stepping;
  std::fill_n(y, n, 0.0);
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  double before = unmet(demand, u);
  for (int round = 0; round < (stepping ? kSteppingRounds : 60) && before > 0; ++round) {
    dual_.solve(rest_.data());
    std::fill(motion_.begin(), motion_.end(), 0.0);
    add_transposed(rows_.D(), rest_.data(), motion_.data());
    for (Index i = 0; i < n; ++i) {
      u[i] += motion_[at(i)];
      y[i] += motion_[at(i)];
    }
    for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] += rest_[i];
    const double left = unmet(demand, u), ratio = left / before;
    before = left;
    if (stepping && left <= 32 * linalg::kEps * (size_ + linalg::norm(y, n))) break;  // rounding
    if (stepping || ratio <= 0.1) continue;
    if (left <= tolerance * (size_ + linalg::norm(y, n))) {
      if (ratio > 0.5) break;
    } else if (dual_.damping() > kLeastDamping) {
      dual_.damp(std::fmax(1e-3 * dual_.damping(), kLeastDamping));
    } else if (ratio > 0.8) {
      break;
    }
  }
  return before <= tolerance * (size_ + linalg::norm(y, n));
}

/// rest_ holds what is unmet; the part of it that no motion meets goes off the demand. Returns
/// its largest entry, or −1 where it could not be told from a direction too weak for the damping.
double SparseSolver::take_off_contradiction(const double* W) noexcept {
  const double* s = rows_.scale();
  for (std::size_t i = 0; i < Omega_.size(); ++i) Omega_[i] = s[i] * s[i] / (W ? W[i] : 1);
  dual_.null_part(rows_.D(), Omega_.data(), rest_.data(), null_.data());
  double taken = 0;
  for (std::size_t i = 0; i < null_.size(); ++i) {
    demand_[i] -= Omega_[i] * null_[i];
    taken = std::fmax(taken, std::fabs(Omega_[i] * null_[i]));
  }
  std::fill(motion_.begin(), motion_.end(), 0.0);
  add_transposed(rows_.D(), null_.data(), motion_.data());
  return norm(motion_) <= kUnseen * norm(null_) ? taken : -1;
}

Status SparseSolver::meet_rows(const double* b, const double* W) noexcept {
  bool contradictory = false;
  for (std::size_t i = 0; i < demand_.size(); ++i)
    contradictory |= rows_.scale()[i] == 0 && b[i] != 0;  // a vanished row asks for 0 = b
  const Status met = contradictory ? Status::contradictory : Status::ok;
  for (int pass = 0; pass < 6; ++pass) {
    u_ = g_;
    if (meet(demand_.data(), u_.data(), yL_.data(), allowed()))
      return pass > 0 ? Status::contradictory : met;
    const double taken = take_off_contradiction(W);
    if (dual_.damping() != damping_) dual_.damp(damping_);
    if (tolerance_ == RankTolerance::stepping) {
      // What ten steps leave unmet is near-singular, unless no motion meets it.
      if (taken <= allowed() * size_) return met;
      u_ = g_;
      meet(demand_.data(), u_.data(), yL_.data(), allowed());
      return Status::contradictory;
    }
    if (taken < 0) break;
  }
  return Status::not_converged;
}

/// λ = S λ̂ of least norm: what of λ̂ moves nothing is taken off, in the norm of λ. Leaves λ.
void SparseSolver::shorten_multipliers() noexcept {
  const double* s = rows_.scale();
  for (std::size_t i = 0; i < Omega_.size(); ++i) {
    Omega_[i] = s[i] * s[i];
    rest_[i] = Omega_[i] * lambda_[i];
  }
  dual_.null_part(rows_.D(), Omega_.data(), rest_.data(), null_.data());
  for (std::size_t i = 0; i < null_.size(); ++i) lambda_[i] -= null_[i];
}

void SparseSolver::finish(const double* b, bool nonideal, SparseAnswer& out) noexcept {
  const double* s = rows_.scale();
  for (std::size_t i = 0; i < u_.size(); ++i) {
    out.acceleration[i] = u_[i] += yC_[i];
    out.force_lagrange[i] = sign_ * yL_[i];
    out.force_coulomb[i] = sign_ * yC_[i];
  }
  rows_.divide_transposed(out.acceleration.data());
  rows_.multiply(out.force_lagrange.data());
  if (nonideal) rows_.multiply(out.force_coulomb.data());
  multiply(pattern_.with(A_), out.acceleration.data(), out.residual.data());
  for (std::size_t i = 0; i < out.residual.size(); ++i) {
    out.residual[i] = b[i] - out.residual[i];
    out.multipliers[i] *= sign_ * s[i];
  }
  out.rank = rank_;
}

Status SparseSolver::fail(Status status, SparseAnswer& out) noexcept {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto* x : {&out.acceleration, &out.force_lagrange, &out.force_coulomb, &out.multipliers,
                  &out.residual})
    std::fill(x->begin(), x->end(), nan);
  out.rank = 0;
  return out.status = status;
}

}  // namespace zwang::least
