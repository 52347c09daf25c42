// SPDX-License-Identifier: Apache-2.0
// Bounds of an instant. The independent rows S of A give a square system,
//
//   M ẍ − A_Sᵀ λ = Q + C        A_S ẍ = b_S
//
// which linalg/verified solves with proof. F^L is A_Sᵀ λ of the ideal one (C = 0), F^C = C + A_Sᵀ μ
// where (δ, μ) solves the same system for (C, 0).                              [FKNU05 20-21]
// Rows that fight: first what they leave, d + A_T y = b, A_Tᵀ W d = 0 with independent columns T
// of A, then the same with b − d.                                              [XUMK94 54-55]

#include "zwang/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "least/public/certificate_system.h"
#include "linalg/sparse/row_choice.h"
#include "linalg/verified.h"

namespace zwang {

using linalg::Enclosed;
using linalg::EnclosedNumber;
using linalg::EnclosedSum;
using linalg::VerifiedSystem;

namespace {

/// n³ operations, three times: beyond, a certificate would cost more than seconds.
constexpr std::size_t most_unknowns = 600;

using Choice = std::vector<std::size_t>;

/// The indices of `count` rows of D (rows × columns), as independent as can be; ascending.
Choice choose(const std::vector<double>& D, std::size_t rows, std::size_t columns,
              std::size_t count) {
  if (count == 0) return {};
  linalg::RowChoice choice(static_cast<Index>(rows), static_cast<Index>(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    double length = 0;
    for (std::size_t j = 0; j < columns; ++j) length = std::hypot(length, D[i * columns + j]);
    for (std::size_t j = 0; j < columns; ++j)
      choice.D()[i * columns + j] = length > 0 ? D[i * columns + j] / length : 0;
  }
  choice.choose(0, static_cast<Index>(count));
  Choice chosen;
  for (Index k = 0; k < choice.rank(); ++k)
    chosen.push_back(static_cast<std::size_t>(choice.order()[k]));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

class Certifier {
 public:
  Certifier(const Problem& problem, const Instant& instant, double uncertainty)
      : s_(problem), x_(instant), relative_(uncertainty) {}

  Bounds bounds();

 private:
  bool choose_rows();
  bool settle_conflict();
  VerifiedSystem motion() const;
  Enclosed right_side(bool with_Q, bool with_C) const;
  Enclosed row_force(const Enclosed& solution, bool with_C) const;
  void put_residual(const Enclosed& motion);
  void fail(const char* reason);

  double row(std::size_t i, std::size_t j) const {
    return s_.problem.constraint_matrix[i * s_.n + j];
  }
  double radius(double x) const { return relative_ > 0 ? 1.0000001 * relative_ * std::fabs(x) : 0; }
  std::vector<double> scaled_rows(bool transposed) const;

  certified::System s_;
  const Instant& x_;
  double relative_;
  Choice rows_;
  Enclosed demand_, conflict_;  // b, or b − d where rows fight; d
  Bounds result_;
};

void Certifier::fail(const char* reason) { result_.reason = reason; }

/// A with columns in units of √M, or of their own where M has none.
std::vector<double> Certifier::scaled_rows(bool transposed) const {
  std::vector<double> D(s_.m * s_.n);
  for (std::size_t j = 0; j < s_.n; ++j) {
    double unit = s_.root[j];
    for (std::size_t i = 0; i < s_.m && !(unit > 0); ++i) unit = std::fabs(row(i, j));
    if (!(unit > 0)) unit = 1;
    for (std::size_t i = 0; i < s_.m; ++i)
      D[transposed ? j * s_.m + i : i * s_.n + j] = row(i, j) / unit;
  }
  return D;
}

bool Certifier::choose_rows() {
  rows_ = choose(scaled_rows(false), s_.m, s_.n, x_.rank);
  return rows_.size() == x_.rank;
}

/// Fills demand_: what the rows ask for, made compatible.
bool Certifier::settle_conflict() {
  const std::size_t m = s_.m, r = x_.rank, size = m + r;
  const Choice columns = choose(scaled_rows(true), s_.n, m, r);
  if (columns.size() != r) return false;
  std::vector<double> K(size * size), radii(size * size);
  for (std::size_t i = 0; i < m; ++i) {
    K[i * size + i] = 1;
    const double W = s_.problem.weights.empty() ? 1 : s_.problem.weights[i];
    for (std::size_t k = 0; k < r; ++k) {
      const double a = row(i, columns[k]);
      EnclosedSum weighed;
      weighed.add(a, W, radius(a), radius(s_.problem.weights.empty() ? 0 : W));
      K[i * size + m + k] = a;
      radii[i * size + m + k] = radius(a);
      K[(m + k) * size + i] = W == 1 ? a : weighed.value().x;
      radii[(m + k) * size + i] = W == 1 ? radius(a) : weighed.value().radius;
    }
  }
  const VerifiedSystem system(static_cast<Index>(size), std::move(K), std::move(radii));
  if (!system.proved()) return false;
  Enclosed c{std::vector<double>(size), std::vector<double>(size)};
  for (std::size_t i = 0; i < m; ++i) {
    c.x[i] = s_.problem.constraint_rhs[i];
    c.radius[i] = radius(c.x[i]);
  }
  conflict_ = system.solve(c);
  for (std::size_t i = 0; i < m; ++i) {
    EnclosedSum rest;
    rest.add(c.x[i], 1, c.radius[i]);
    rest.add(-1, conflict_.x[i], 0, conflict_.radius[i]);
    demand_.x[i] = rest.value().x;
    demand_.radius[i] = rest.value().radius;
  }
  return true;
}

VerifiedSystem Certifier::motion() const {
  const std::size_t n = s_.n, size = n + rows_.size();
  std::vector<double> K(size * size), radii;
  const certified::Vector M = s_.full_mass();
  for (std::size_t i = 0; i < n; ++i)  // of M the upper triangle is read
    for (std::size_t j = 0; j < n; ++j) K[i * size + j] = M[std::min(i, j) * n + std::max(i, j)];
  for (std::size_t k = 0; k < rows_.size(); ++k)
    for (std::size_t j = 0; j < n; ++j) {
      K[j * size + n + k] = -row(rows_[k], j);
      K[(n + k) * size + j] = row(rows_[k], j);
    }
  if (relative_ > 0)
    for (const double x : K) radii.push_back(radius(x));
  return {static_cast<Index>(size), std::move(K), std::move(radii)};
}

Enclosed Certifier::right_side(bool with_Q, bool with_C) const {
  const std::size_t n = s_.n, size = n + rows_.size();
  Enclosed c{std::vector<double>(size), std::vector<double>(size)};
  const auto Q = s_.problem.applied_force, C = s_.problem.nonideal_force;
  for (std::size_t i = 0; i < n; ++i) {
    EnclosedSum force;
    if (with_Q) force.add(Q[i], 1, radius(Q[i]));
    if (with_C && !C.empty()) force.add(C[i], 1, radius(C[i]));
    c.x[i] = force.value().x;
    const bool exact =
        relative_ == 0 && !(with_Q && with_C && !C.empty() && Q[i] != 0 && C[i] != 0);
    c.radius[i] = exact ? 0 : force.value().radius;
  }
  for (std::size_t k = 0; k < rows_.size() && with_Q; ++k) {
    c.x[n + k] = demand_.x[rows_[k]];
    c.radius[n + k] = demand_.radius[rows_[k]];
  }
  return c;
}

/// A_Sᵀ λ, and C with it.
Enclosed Certifier::row_force(const Enclosed& solution, bool with_C) const {
  Enclosed F{std::vector<double>(s_.n), std::vector<double>(s_.n)};
  const auto C = s_.problem.nonideal_force;
  for (std::size_t j = 0; j < s_.n; ++j) {
    EnclosedSum sum;
    if (with_C) sum.add(C[j], 1, radius(C[j]));
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const double a = row(rows_[k], j);
      sum.add(a, solution.x[s_.n + k], radius(a), solution.radius[s_.n + k]);
    }
    F.x[j] = sum.value().x;
    F.radius[j] = sum.value().radius;
  }
  return F;
}

/// Between doubles, outwards.
Enclosure between(const Enclosed& x, std::size_t first, std::size_t count) {
  constexpr double far = std::numeric_limits<double>::infinity();
  Enclosure result;
  for (std::size_t i = first; i < first + count; ++i) {
    const double radius = x.radius[i];
    result.lower.push_back(radius > 0 ? std::nextafter(x.x[i] - radius, -far) : x.x[i]);
    result.upper.push_back(radius > 0 ? std::nextafter(x.x[i] + radius, far) : x.x[i]);
  }
  return result;
}

void Certifier::put_residual(const Enclosed& motion) {
  if (x_.status == Status::contradictory) {
    result_.residual = between(conflict_, 0, s_.m);
    return;
  }
  Enclosed rest{std::vector<double>(s_.m), std::vector<double>(s_.m)};
  for (std::size_t i = 0; i < s_.m; ++i) {
    if (std::binary_search(rows_.begin(), rows_.end(), i))
      continue;  // met: it is one of the system
    EnclosedSum sum;
    sum.add(demand_.x[i], 1, demand_.radius[i]);
    for (std::size_t j = 0; j < s_.n; ++j)
      sum.add(-row(i, j), motion.x[j], radius(row(i, j)), motion.radius[j]);
    rest.x[i] = sum.value().x;
    rest.radius[i] = sum.value().radius;
  }
  result_.residual = between(rest, 0, s_.m);
}

Bounds Certifier::bounds() {
  if (x_.status != Status::ok && x_.status != Status::contradictory) {
    fail("there is no single instant to be bounded");
    return result_;
  }
  if (s_.n + std::max(x_.rank, s_.m) > most_unknowns) {
    fail("there are more than 600 unknowns");
    return result_;
  }
  const auto b = s_.problem.constraint_rhs;
  demand_ = {std::vector<double>(b.begin(), b.end()), std::vector<double>(s_.m)};
  for (std::size_t i = 0; i < s_.m; ++i) demand_.radius[i] = radius(b[i]);
  if (!choose_rows() || (x_.status == Status::contradictory && !settle_conflict())) {
    fail(
        "the independent constraint equations are too nearly dependent for a proof in double "
        "precision");
    return result_;
  }
  const VerifiedSystem system = motion();
  result_.rows = rows_;
  result_.condition = system.condition();
  if (!system.proved()) {
    fail("the equations are too nearly singular for a proof in double precision");
    return result_;
  }
  const bool ideal = s_.problem.nonideal_force.empty();
  const Enclosed without = system.solve(right_side(true, false));
  const Enclosed with = ideal ? without : system.solve(right_side(true, true));
  const Enclosed pushed = ideal ? Enclosed{} : system.solve(right_side(false, true));
  const Enclosed F_C = ideal ? Enclosed{std::vector<double>(s_.n), std::vector<double>(s_.n)}
                             : row_force(pushed, true);
  result_.acceleration = between(with, 0, s_.n);
  result_.force_lagrange = between(row_force(without, false), 0, s_.n);
  result_.force_coulomb = between(F_C, 0, s_.n);
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  result_.multipliers = {std::vector<double>(s_.m, nothing), std::vector<double>(s_.m, nothing)};
  const Enclosure lambda = between(without, s_.n, rows_.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (x_.unique.size() != s_.m || x_.unique[rows_[k]] == 0) continue;
    result_.multipliers.lower[rows_[k]] = lambda.lower[k];
    result_.multipliers.upper[rows_[k]] = lambda.upper[k];
  }
  put_residual(with);
  const auto finite = [](const Enclosure& x) {
    return std::all_of(x.lower.begin(), x.lower.end(), [](double y) { return std::isfinite(y); }) &&
           std::all_of(x.upper.begin(), x.upper.end(), [](double y) { return std::isfinite(y); });
  };
  result_.proved = finite(result_.acceleration) && finite(result_.force_lagrange) &&
                   finite(result_.force_coulomb) && finite(result_.residual);
  if (!result_.proved) fail("numbers overflow on the way");
  return result_;
}

}  // namespace

Bounds certified_bounds(const Problem& problem, const Instant& instant, double uncertainty) {
  return Certifier(problem, instant, uncertainty).bounds();
}

}  // namespace zwang
