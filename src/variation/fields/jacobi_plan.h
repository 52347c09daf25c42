// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is asked about the fields along an extremal.

#include <vector>

#include "bvp/curve.h"
#include "variation/functional.h"

namespace zwang::variation {

/// Ends that may move. Rows act on (δz(0), δz(1), δp), 2·size + parameters long, one after the
/// other. Of fields y, y' whose ends are allowed, the second variation is Σ (along·y)(natural·y').
struct EndForm {
  std::vector<double> held;     // vanish for ends that are allowed
  std::vector<double> along;    // directions in which ends may move: the share of a field's
  std::vector<double> natural;  // how the condition that is natural in each answers to a field
  std::vector<double> stretch;  // parameters: by which part of the span each moves the ends' times,
                                // or by which part of itself, for a measure of its size
};

struct JacobiPlan {
  const bvp::Bvp* bvp = nullptr;  // p has been set
  const Functional* functional = nullptr;
  const bvp::Curve* curve = nullptr;
  double t0 = 0, t1 = 1;  // t = t0 + τ (t1 − t0); velocities are dx/dτ in z, dx/dt in F
  Index lambdas = 0;      // the first of w; the next `integrals` are the integrals' values
  Index integrals = 0;    // the first of p are their multipliers
  double tolerance = 1e-12;
  double beyond = 1;  // look as far as τ = this: later than the end only for fixed starts
  int sign = 0;       // of F_vv on what is free, where that is known
  /// Variations (δz, δp) that the start allows, one column of size + parameters after the other;
  /// empty: fixed start, x does not move; or as `ends` say.
  std::vector<double> start;
  /// Further variations of the start: of p, for ends that answer to it.
  std::vector<double> others;
  const EndForm* ends = nullptr;  // none: the end is fixed
};

/// A functional and its rows at one point of the curve.
struct PlannedPoint : FunctionalPoint {
  explicit PlannedPoint(const JacobiPlan& plan);

  /// At τ, where the curve has z. False: no numbers.
  bool take(const JacobiPlan& plan, double tau, const double* z) noexcept;

  double t = 0;
  std::vector<double> v;  // n, by t
};

/// Units for fields along one curve, so that the user's do not matter: coordinates in which F_vv has
/// entries of size 1, and multipliers that move them by as much.
struct FieldScales {
  std::vector<double> x;         // n: 1/√|F_vv,ii|; powers of two
  std::vector<double> lambda;    // lambdas
  std::vector<double> integral;  // integrals: of their values
  std::vector<double> mu;        // integrals: of their multipliers
};

/// From the points of the mesh. False: the functional gave no numbers there.
bool measure(const JacobiPlan& plan, FieldScales& scales);

}  // namespace zwang::variation
