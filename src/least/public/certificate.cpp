// SPDX-License-Identifier: Apache-2.0
// The papers' identities on a result. Lengths are taken in the metric in which each identity is
// free of units: accelerations by M, forces by M⁻¹, rows by their own terms. What passes through
// D⁺ may lose κ·eps, so those bounds carry the result's condition estimate.

#include "zwang/certificate.h"

#include <algorithm>
#include <cmath>

#include "least/public/certificate_system.h"
#include "linalg/rank.h"
#include "zwang/bounds.h"

namespace zwang {

using certified::dot;
using certified::ratio;
using certified::Solve;
using certified::sum;
using certified::System;
using certified::Vector;

namespace {

/// A fixed vector with every direction in it; of the size of `like`, in the metric of M.
Vector probe(const System& s, const Vector& like) {
  const double size =
      std::max(s.size(like) / static_cast<double>(std::max<std::size_t>(s.n, 1)), 1e-30);
  Vector q(s.n);
  for (std::size_t i = 0; i < s.n; ++i) {
    const double wave = std::sin(1.0 + 2.7 * static_cast<double>(i * i + 3 * i));
    q[i] = s.root[i] > 0 ? size * wave / s.root[i] : size * wave;
  }
  return q;
}

/// Collects checks; `loose` ones carry the condition.
struct Book {
  Certificate& certificate;
  double rounding, condition;
  void add(std::string_view name, std::string_view equation, double residual, bool loose) {
    certificate.checks.push_back(
        {name, equation, residual, rounding * (loose ? std::max(1.0, condition) : 1)});
  }
  /// `carried`: what rounding of the data alone may make of the residual.
  void add_carried(std::string_view name, std::string_view equation, double residual,
                   double carried) {
    certificate.checks.push_back(
        {name, equation, residual, std::max(rounding * std::max(1.0, condition), 20 * carried)});
  }
};

void check_motion(const System& s, const Instant& x, Book& book) {
  const Vector Mx = s.mass_times(x.acceleration);
  const double motion = s.size(x.acceleration);
  double worst = 0, parts = 0;
  for (std::size_t i = 0; i < s.n; ++i) {
    const double size = s.root[i] * motion + std::fabs(x.force_newton[i]) +
                        std::fabs(x.force_lagrange[i]) + std::fabs(x.force_coulomb[i]);
    worst = std::max(worst, ratio(Mx[i] - x.force_newton[i] - x.constraint_force[i], size));
    parts = std::max(parts,
                     ratio(x.constraint_force[i] - x.force_lagrange[i] - x.force_coulomb[i], size));
  }
  // Q and F may be far larger than what is left of them: the condition of M enters with them.
  const double scale =
      s.force_size(x.force_newton) + s.force_size(x.force_lagrange) + s.size(x.acceleration);
  Vector rest = Mx;
  for (std::size_t i = 0; i < s.n; ++i) rest[i] -= x.force_newton[i] + x.constraint_force[i];
  book.add("equation of motion", "[XUMK94 19]", std::min(worst, ratio(s.force_size(rest), scale)),
           true);
  book.add("constraint force", "[UK92 4]", parts, false);
  if (!x.free_motion) return;
  const Vector Ma = s.mass_times(x.free_acceleration);
  const double alone = s.size(x.free_acceleration);
  double free = 0;
  for (std::size_t i = 0; i < s.n; ++i)
    free = std::max(
        free, ratio(Ma[i] - x.force_newton[i], s.root[i] * alone + std::fabs(x.force_newton[i])));
  book.add("free motion", "[UK92 2]", free, false);
  const Vector gap = sum(sum(x.acceleration, x.free_acceleration, -1), x.deviation, -1);
  book.add("deviation", "[UK92 5c']",
           ratio(s.size(gap), s.size(x.acceleration) + s.size(x.free_acceleration)), true);
}

void check_rows(const System& s, const Instant& x, Book& book) {
  const Vector Ax = s.rows_times(x.acceleration);
  const auto b = s.problem.constraint_rhs;
  const double from = s.force_size(x.force_newton);  // ẍ may be what is left of a
  const auto weight = [&s](std::size_t j) {
    return s.problem.weights.empty() ? 1.0 : s.problem.weights[j];
  };
  const Vector sizes = s.row_sizes(x.acceleration, from);
  const least::SparseRows A = s.rows();
  // Calls visit(row, coordinate, entry).
  const auto for_each_entry = [&A](auto visit) {
    for (Index j = 0; j < A.m; ++j)
      for (Index e = A.begin[j]; e < A.begin[j + 1]; ++e)
        visit(static_cast<std::size_t>(j), static_cast<std::size_t>(A.column[e]), A.value[e]);
  };
  double worst = 0;
  if (x.status != Status::contradictory) {
    for (std::size_t j = 0; j < s.m; ++j)
      worst = std::max(worst, ratio(b[j] - Ax[j], sizes[j] + std::fabs(b[j])));
    book.add("constraint", "[FKNU05 27]", worst, true);
  } else {
    // The residual is orthogonal to every A ε, so ε = 0 is the minimum.        [XUMK94 54-55]
    Vector mixed(s.n, 0), size(s.n, 0);
    for_each_entry([&](std::size_t j, std::size_t i, double entry) {
      const double a = entry * weight(j);
      mixed[i] += a * (b[j] - Ax[j]);
      size[i] += std::fabs(a) * (std::fabs(b[j]) + sizes[j]);
    });
    for (std::size_t i = 0; i < s.n; ++i) worst = std::max(worst, ratio(mixed[i], size[i]));
    book.add("least squares at epsilon = 0", "[XUMK94 54-55]", worst, true);
  }
  if (x.multipliers.empty() && s.m > 0) return;
  Vector force(s.n, 0), size(s.n, 0);
  for_each_entry([&](std::size_t j, std::size_t i, double entry) {
    const double f = entry * x.multipliers[j];
    force[i] += f;
    size[i] += std::fabs(f);
  });
  const Vector gap = sum(force, x.force_lagrange, -1);
  book.add("force in the range of the rows", "[XUMK94 13]",
           ratio(s.force_size(gap), s.force_size(size) + s.force_size(x.force_lagrange)), true);
}

/// Laws about a virtual displacement v: A v = 0.                              [FKNU05 28-35]
/// For M = I, a = s, C = c they are those of underdetermined systems:         [FKNU05 44,46,48-49]
/// v was made from q, and carries rounding of q's size.
void check_work(const System& s, const Instant& x, const Vector& q, const Vector& v, Book& book) {
  const Vector Av = s.rows_times(v);
  const Vector sizes = s.row_sizes(q);
  double worst = 0;
  for (std::size_t j = 0; j < s.m; ++j) worst = std::max(worst, ratio(Av[j], sizes[j]));
  book.add("virtual displacement", "[FKNU05 28-31]", worst, true);
  const double length = s.size(q);
  const double fl = s.force_size(x.force_lagrange), fc = s.force_size(x.force_coulomb);
  book.add("virtual work of F^L", "[FKNU05 32]", ratio(dot(v, x.force_lagrange), length * fl),
           true);
  const auto C = s.problem.nonideal_force;
  if (C.empty()) return;
  const Vector c(C.begin(), C.end());
  const double work = dot(v, c), size = length * (s.force_size(c) + fc);
  book.add("virtual work of F^C", "[FKNU05 33-34]", ratio(dot(v, x.force_coulomb) - work, size),
           true);
  book.add("virtual work of both", "[FKNU05 35]",
           ratio(dot(v, x.constraint_force) - work, size + length * fl), true);
}

/// F^L and F^C are orthogonal by M⁻¹, not by themselves; for M = I these are v₁ and v₂.
///                                                                 [FKNU05 47, erratum 15]
void check_orthogonal(const System& s, const Instant& x, Book& book) {
  if (s.problem.nonideal_force.empty() || !x.free_motion) return;
  Problem p = s.problem;
  p.applied_force = x.force_coulomb;
  p.constraint_matrix = p.constraint_rhs = p.nonideal_force = p.weights = {};
  const Vector w = solve_instant(p).acceleration;  // M⁻¹F^C
  book.add("F^L is orthogonal to F^C by M^-1", "[FKNU05 47]",
           ratio(dot(x.force_lagrange, w),
                 s.force_size(x.force_lagrange) * (s.force_size(x.force_coulomb) +
                                                   s.force_size({s.problem.nonideal_force.begin(),
                                                                 s.problem.nonideal_force.end()}))),
           true);
}

/// Gauss's function at ẍ + v exceeds that at ẍ by vᵀMv: ẍ is its minimum.      [FKNU05 26]
void check_minimum(const System& s, const Instant& x, const Vector& q, const Vector& v,
                   Book& book) {
  const auto C = s.problem.nonideal_force;
  // The derivative along v of the extended function: 2 vᵀ(Mẍ − Q − C).
  Vector slope = s.mass_times(x.acceleration);
  for (std::size_t i = 0; i < s.n; ++i) slope[i] -= x.force_newton[i] + (C.empty() ? 0 : C[i]);
  const Vector c = C.empty() ? Vector(s.n, 0) : Vector(C.begin(), C.end());
  const double size = s.size(q) * (s.size(x.acceleration) + s.force_size(x.force_newton) +
                                   s.force_size(x.force_lagrange) + s.force_size(c));
  book.add("Gauss's function is stationary", "[FKNU05 26]", ratio(dot(v, slope), size), true);
  if (!x.free_motion || x.status == Status::contradictory || x.multipliers.size() != s.m) return;
  if (!C.empty()) return;
  const Vector sizes = s.row_sizes(x.free_acceleration);
  double G = 0, terms = std::fabs(x.gauss);
  for (std::size_t j = 0; j < s.m; ++j) {
    G += x.misfit[j] * x.multipliers[j];
    terms += std::fabs(x.multipliers[j]) * (std::fabs(s.problem.constraint_rhs[j]) + sizes[j]);
  }
  book.add("least value is e^T lambda", "[KNUX99 14,19]", ratio(G - x.gauss, terms), true);
}

/// How far the answer to the forces M v, of this size, moves when each of them is rounded: eps |M| |v| at most, and
/// |M_ij| is at most root_i root_j. Where M is nearly singular along some direction, that is eps times its κ.
double carried(const System& s, const Solve& solve, double size) {
  double worst = 0;
  for (const bool alternate : {false, true}) {
    Vector noise(s.n);
    for (std::size_t i = 0; i < s.n; ++i) {
      const bool up = alternate ? i % 2 == 0 : std::sin(1.0 + static_cast<double>(i * i)) > 0;
      noise[i] = (up ? linalg::kEps : -linalg::kEps) * s.root[i] * size;
    }
    worst = std::max(worst, s.size(solve(noise, Vector(s.m, 0), {})));
  }
  return worst;
}

/// The general solution: the projector is idempotent, and every feasible acceleration is reached by
/// some C.                                                       [UK92 7], [FKNU05 14,17]
void check_general(const System& s, const Instant& x, const Solve& solve, const Vector& q,
                   const Vector& v, Book& book) {
  const Vector zero(s.m, 0);
  const Vector again = solve(s.mass_times(v), zero, {});
  const double per_size = carried(s, solve, 1);
  book.add_carried("projector is idempotent", "[UK92 7]",
                   ratio(s.size(sum(again, v, -1)), s.size(q)),
                   ratio(per_size * s.size(v), s.size(q)));
  if (!x.free_motion || x.status != Status::ok) return;
  const Vector other = sum(x.acceleration, v);
  const Vector Q(s.problem.applied_force.begin(), s.problem.applied_force.end());
  const Vector C = sum(s.mass_times(other), Q, -1);
  const Vector b(s.problem.constraint_rhs.begin(), s.problem.constraint_rhs.end());
  const Vector reached = solve(Q, b, C);
  const double all = s.size(q) + s.size(x.acceleration) + s.size(x.free_acceleration);
  book.add_carried("every feasible motion is reached by a C", "[FKNU05 14,17]",
                   ratio(s.size(sum(reached, other, -1)), all),
                   ratio(per_size * (s.size(other) + s.force_size(Q)), all));
}

/// ẍ = N(Q + C) + K₁ b: what the forces do and what the rows ask for add up.     [FKNU05 14,16]
void check_superposition(const System& s, const Instant& x, const Solve& solve, Book& book) {
  const auto copy = [](std::span<const double> from) { return Vector(from.begin(), from.end()); };
  const Vector Q = copy(s.problem.applied_force), C = copy(s.problem.nonideal_force);
  const Vector forced = solve(Q, Vector(s.m, 0), C);
  const Vector asked = solve(Vector(s.n, 0), copy(s.problem.constraint_rhs), {});
  const Vector gap = sum(sum(x.acceleration, forced, -1), asked, -1);
  book.add("forces and rows add up", "[FKNU05 14,16]",
           ratio(s.size(gap), s.size(forced) + s.size(asked) + s.size(x.acceleration) +
                                  s.force_size(Q) + s.force_size(x.force_coulomb)),
           true);
}

/// K₁ is a generalised inverse of A: A K₁ A = A and K₁ A K₁ = K₁, tried on A q.      [UK92 5c']
void check_gain(const System& s, const Solve& solve, const Vector& q, Book& book) {
  const Vector zero(s.n, 0), Aq = s.rows_times(q);
  const Vector once = solve(zero, Aq, {});
  const Vector Aonce = s.rows_times(once), twice = solve(zero, Aonce, {});
  const Vector sizes = s.row_sizes(q);
  double worst = 0;
  for (std::size_t j = 0; j < s.m; ++j) worst = std::max(worst, ratio(Aonce[j] - Aq[j], sizes[j]));
  book.add("A K1 A = A", "[UK92 5c']", worst, true);
  book.add("K1 A K1 = K1", "[UK92 5c']", ratio(s.size(sum(twice, once, -1)), s.size(q)), true);
}

/// How far ẍ is from the farther of its proved bounds. Here κ is that of the whole system, M included.
void check_bounds(const System& s, const Instant& x, Book& book) {
  if (s.problem.constraint_matrix.size() != s.n * s.m)
    return;  // given by its entries: too large to prove
  const Bounds bounds = certified_bounds(s.problem, x);
  if (!bounds.proved) return;
  Vector gap(s.n);
  for (std::size_t i = 0; i < s.n; ++i)
    gap[i] = std::max(x.acceleration[i] - bounds.acceleration.lower[i],
                      bounds.acceleration.upper[i] - x.acceleration[i]);
  const double size = s.size(x.acceleration) + s.force_size(x.force_newton) +
                      s.force_size(x.force_lagrange) + s.force_size(x.force_coulomb);
  book.certificate.checks.push_back({"acceleration within proved bounds", "[FKNU05 16]",
                                     ratio(s.size(gap), size),
                                     book.rounding * std::max(1.0, bounds.condition)});
}

}  // namespace

Certificate certified::certify(const System& s, const Instant& instant, const Solve& solve) {
  Certificate certificate;
  const bool answered = instant.status == Status::ok || instant.status == Status::contradictory;
  if (!answered || s.n == 0) return certificate;  // no answer, nothing to certify
  const Vector q = probe(s, instant.acceleration);
  const Vector v = solve(s.mass_times(q), Vector(s.m, 0), {});
  const double mass = std::max(s.mass_amplification(v), s.mass_amplification(q));
  const double size = static_cast<double>(std::max(s.n, s.m) + 4);
  Book book{certificate, 20 * size * linalg::kEps * mass, instant.condition};
  check_motion(s, instant, book);
  check_rows(s, instant, book);
  check_work(s, instant, q, v, book);
  check_orthogonal(s, instant, book);
  check_minimum(s, instant, q, v, book);
  check_general(s, instant, solve, q, v, book);
  check_superposition(s, instant, solve, book);
  check_gain(s, solve, q, book);
  check_bounds(s, instant, book);
  return certificate;
}

Certificate certify(const Problem& problem, const Instant& instant) {
  const auto solve = [&](const Vector& Q, const Vector& b, const Vector& C) {
    Problem p = problem;
    p.applied_force = Q;
    p.constraint_rhs = b;
    p.nonideal_force = C;
    Options options;
    options.method = instant.method;
    options.multipliers = options.diagnose = false;
    return solve_instant(p, options).acceleration;
  };
  return certified::certify(System(problem), instant, solve);
}

}  // namespace zwang
