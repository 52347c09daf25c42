// SPDX-License-Identifier: Apache-2.0
#pragma once
// Collocation at Gauss points for problems with two ends: x is a polynomial of degree s + 1 on each
// interval, x'' meets the equation at s points. Errors are O(h^2s) at the points of the mesh; between
// them O(h^(s+2)) of x and O(h^(s+1)) of v and w. Ascher, Mattheij, Russell, Numerical Solution of
// Boundary Value Problems, chapter 5.

#include "bvp/curve.h"

namespace zwang::bvp {

inline constexpr Index default_stages = 6, rough_stages = 3;  // of curves; of a first look

enum class Outcome {
  done,
  not_converged,  // Newton's iteration does not get nearer
  singular,       // the linear system is singular: ends that are conjugate, or too few conditions
  not_finite,     // the equations gave no number at the guess
  too_fine,       // the tolerance would need more intervals than allowed
  interrupted,
};

struct NewtonOptions {
  double tolerance = 1e-12;  // of the last step, relative to the scales of the components
  int most_iterations = 50;
  bool damped = true;
  double longest = 0;  // a first step above this, relative, ends it: too far away. 0: none does
  double bend = 0;     // of NewtonResult, if it is known from an iteration near by
  /// Asked with every Newton step from where it starts: a factor for it. Deflation of curves that are
  /// known already. Null: 1.
  double (*factor)(void* self, const Curve& from, const Curve& step) noexcept = nullptr;
  void* self = nullptr;
  bool (*goes_on)(void* self) noexcept = nullptr;  // asked now and then; null: it does
};

struct NewtonResult {
  Outcome outcome = Outcome::done;
  int iterations = 0;    // Newton steps computed
  long evaluations = 0;  // of the equations, one for each Gauss point
  double last_step = 0;  // relative; above the tolerance where it was clear that the next one
                         // would be below, or where rounding let none be smaller
  double left = 0;       // relative: what the last step leaves, as far as the steps tell
  double condition = 0;  // of the last linear system: largest over smallest pivot at the end
  double bend = 0;       // the last step over the square of a full one before it; 0: there was none
};

/// Newton's iteration on the mesh that the curve has. Needs no more than values of z and p as a
/// guess: where `fresh_rates`, the rates are those of the cubics through x and v. Where it is not
/// done, the curve is the nearest that was reached. Leaves the p of the curve set.
NewtonResult newton(const Bvp& bvp, const NewtonOptions& options, Curve& curve,
                    bool fresh_rates = true);

/// Where a guess of few intervals begins.
enum class FirstMesh {
  coarse_first,  // with the fewest intervals and stages; where these do not do, as it is
  coarse_only,   // so, and if its first step is long, not at all
  own,           // as it is
};

struct SolveOptions {
  double tolerance = 1e-9;  // of x and v (and w, p), relative to their largest magnitude
  Index most_intervals = 100'000;
  FirstMesh first_mesh = FirstMesh::coarse_first;
  NewtonOptions newton;  // its tolerance follows from the one above
};

struct Solution {
  Outcome outcome = Outcome::done;
  Curve curve;
  /// The largest difference, relative as the tolerance, between the curve and one with two stages
  /// fewer: the error of that one, and so a safe bound for this. Above the tolerance, with outcome
  /// done, where rounding allows no less.
  double error = 0;
  long iterations = 0, evaluations = 0;
  double condition = 0;
};

/// Newton, estimates of the error, and meshes that follow them, until the tolerance is met; then a
/// step with two stages more, which tells the error independently. The answer has as many stages as
/// suit the tolerance. A guess whose rates are all zero has none: they are taken as by newton().
Solution solve(const Bvp& bvp, const SolveOptions& options, Curve guess);

}  // namespace zwang::bvp
