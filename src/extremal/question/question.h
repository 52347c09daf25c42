// SPDX-License-Identifier: Apache-2.0
#pragma once
// A two-ended question of compiled equations as a boundary value problem. Its state is
//   z = (x, dx/dτ, w),  w = (λ of the velocity rows, the integrals so far, ∂S/∂p so far),
// on 0 ≤ τ ≤ 1 with t = t₀(p) + τ (t₁(p) − t₀(p)), p = (μ of the integrals, the unknowns). The right
// side is the explicit equation in all coordinates [XUMK94 41]: with feasible ends the rows hold all
// along by themselves, for d²φ/dt² = 0 leaves φ linear in t. (doc/theory/lagrange.md)

#include <vector>

#include "bvp/bvp.h"
#include "bvp/curve.h"
#include "extremal/question/end_rows.h"
#include "extremal/question/instants.h"

namespace zwang::extremal {

class Question {
 public:
  explicit Question(const equations::Equations& equations, Route route = Route::explicit_equation);
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  /// Looks at the ends: whether they can be, and which conditions are natural. Before anything else.
  Failure prepare(double tolerance);

  /// Lives as long as the question.
  bvp::Bvp bvp() noexcept;

  /// Only a part of the way: t₁ becomes t₀ + σ (t₁ − t₀). 1 at the beginning. Counts from the next
  /// set() on, and so do other parameters (all of them, in their order).
  void set_horizon(double sigma) noexcept { sigma_ = sigma; }
  void set_parameters(const std::vector<double>& parameters) { given_ = parameters; }

  /// Takes p, until others come.
  bool set(const double* p) noexcept;
  bool rate(double tau, const double* z, double* g) noexcept;
  bool slopes(double tau, const double* z, double* g, double* gz, double* gp) noexcept;
  bool ends(const double* z0, const double* z1, double* B, double* B0, double* B1,
            double* Bp) noexcept;
  /// From now on the ends are asked to miss their conditions by so much; empty: to meet them.
  void set_miss(std::vector<double> miss) { miss_ = std::move(miss); }

  /// Hands x, v by t, and λ at z to the numbers and evaluates a stage there.
  void evaluate(equations::Stage stage, double tau, const double* z) noexcept;
  const double* v() const { return v_.data(); }  // by t, of the last evaluate
  /// Rates by τ of the integrals and of ∂S/∂p, in their places of w; behind an evaluate of `density`.
  void quadrature_rates(double tau, double* c) noexcept;
  /// The same for one unknown, of terms that all have the same sign; behind evaluate() of `density`.
  double quadrature_size(double tau, Index unknown) const noexcept;
  /// Rates by τ of all of w behind λ at z, and how they answer to z and to p (gathered: zero before).
  void rates_of_extras(double tau, const double* z, double* c, double* cz, double* cp) noexcept;

  const equations::Equations& equations() const { return equations_; }
  const equations::TwoEnds& two_ends() const { return equations_.two_ends; }
  equations::Workspace& numbers() { return numbers_; }
  Instants& instants() { return instants_; }
  EndRows& end_rows() { return ends_; }
  const EndRows& end_rows() const { return ends_; }
  const Shape& shape() const { return ends_.shape(); }
  const Span& span() const { return span_; }
  /// Moving an end's time would move what is asked there.
  bool ends_know_time();
  const std::vector<double>& parameters() const { return parameters_; }  // all, as they are now
  const std::vector<double>& end_points() const { return end_points_; }  // 2n, a guess
  std::vector<double> first_p() const;                                   // the guess
  long evaluations() const { return evaluations_; }

 private:
  bool rates_of_motion(double tau, const double* z, double* g) noexcept;
  void slopes_of_extras(double tau, double* cz, double* cp) noexcept;
  void slopes_of_multipliers(double* cz, double* cp, double tau, const double* z) noexcept;
  double moves(double tau, Index unknown) const;

  const equations::Equations& equations_;
  equations::Workspace numbers_;
  Instants instants_;
  EndRows ends_;
  Span span_;
  std::vector<double> given_;       // parameters as given
  std::vector<double> parameters_;  // with what follows from the unknowns
  std::vector<double> end_points_, v_, miss_;
  double sigma_ = 1;
  int sense_ = 0;  // of the span as it was first set: it must not turn round
  long evaluations_ = 0;
};

}  // namespace zwang::extremal
