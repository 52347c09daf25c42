// SPDX-License-Identifier: Apache-2.0
#pragma once
// F(t, x, v) with its first and second derivatives, and rows φ(t, x) = 0, f(t, x, v) = 0, as plain
// functions; what asks whether a curve is a minimum knows nothing else.

#include <vector>

#include "base/index.h"

namespace zwang::variation {

struct Functional {
  Index n = 0;           // of x
  Index rows = 0;        // φ, of the position level; they may depend on each other
  Index velocities = 0;  // f, of the velocity level, independent of each other
  Index integrals = 0;   // G, whose integrals are given
  void* self = nullptr;

  /// F* = F + Σ λ f + Σ μ G at a point; λ (velocities) and μ (integrals) are given.
  bool (*value)(void* self, double t, const double* x, const double* v, const double* lambda,
                const double* mu, double* F) noexcept = nullptr;
  /// With F_x, F_v (n each), F_xx, F_xv (∂²F/∂x_i∂v_j), F_vv (n × n, row-major).
  bool (*slopes)(void* self, double t, const double* x, const double* v, const double* lambda,
                 const double* mu, double* F, double* F_x, double* F_v, double* F_xx, double* F_xv,
                 double* F_vv) noexcept = nullptr;
  /// φ (rows) and A = φ_x (rows × n).
  bool (*position_rows)(void* self, double t, const double* x, double* phi,
                        double* A) noexcept = nullptr;
  /// C ← Σ λ φ_xx, n × n.
  bool (*curvature)(void* self, double t, const double* x, const double* lambda,
                    double* C) noexcept = nullptr;
  /// f (velocities), f_x and f_v (velocities × n).
  bool (*velocity_rows)(void* self, double t, const double* x, const double* v, double* f,
                        double* f_x, double* f_v) noexcept = nullptr;
  /// G (integrals), G_x and G_v (integrals × n).
  bool (*integral_rows)(void* self, double t, const double* x, const double* v, double* G,
                        double* G_x, double* G_v) noexcept = nullptr;
};

/// A functional and its rows at one point. What is not asked for keeps its last numbers; each answers
/// whether there were any.
struct FunctionalPoint {
  explicit FunctionalPoint(const Functional& of);

  bool take_slopes(const Functional& of, double t, const double* x, const double* v,
                   const double* lambda, const double* mu) noexcept;
  bool take_positions(const Functional& of, double t, const double* x) noexcept;
  bool take_velocities(const Functional& of, double t, const double* x, const double* v) noexcept;
  bool take_integrals(const Functional& of, double t, const double* x, const double* v) noexcept;

  double F = 0;
  std::vector<double> F_x, F_v;          // n
  std::vector<double> F_xx, F_xv, F_vv;  // n × n
  std::vector<double> phi, A;            // rows, rows × n
  std::vector<double> f, f_x, f_v;       // velocities, velocities × n
  std::vector<double> G, G_x, G_v;       // integrals, integrals × n
};

/// Of a second variation: directions in which it is negative, and in which it vanishes.
struct Inertia {
  Index negative = 0, zero = 0;
  bool known = false;
};

}  // namespace zwang::variation
