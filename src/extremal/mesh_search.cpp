// SPDX-License-Identifier: Apache-2.0
#include "extremal/mesh_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "extremal/local_error.h"
#include "extremal/refine.h"
#include "extremal/scales.h"

namespace zwang::extremal {

namespace {

constexpr int most_rounds = 40;  // of meshes: each should gain a digit
constexpr Index coarse_mesh =
    64;                      // where Newton fails on fewer intervals, it gets four times as many
constexpr double aim = 0.3;  // of the tolerance: what a new mesh aims at
constexpr double longest_stretch =
    5;  // times longer may an interval become: its estimate sees no farther

// A mesh of many intervals that could do with so much of them is made anew.
constexpr double too_many = 0.7;
constexpr Index many_intervals = 16;

// Where a finer mesh does not even halve a small error, rounding is what is left.
constexpr double stalled_gain = 0.5, rounding_error = 1e-9;

}  // namespace

Outcome MeshSearch::iterate(Curve& curve, double tolerance, int most_iterations) {
  NewtonOptions newton_options = options_.newton;
  newton_options.most_iterations = most_iterations;
  newton_options.tolerance = tolerance;
  newton_options.bend = bend_;
  const NewtonResult result = newton(bvp_, newton_options, memory_, curve);
  solution_.iterations += result.iterations;
  solution_.evaluations += result.evaluations;
  solution_.condition = result.condition;
  bend_ = result.bend > 0 ? result.bend : bend_;
  left_ = result.left;
  return result.outcome;
}

/// Newton's iteration, again from the same guess on a finer mesh where this one may be too coarse.
Outcome MeshSearch::converge(Curve& curve, double tolerance) {
  const Curve guess = curve;
  const Outcome outcome = iterate(curve, tolerance);
  const Index finer = 4 * guess.intervals();
  if (outcome != Outcome::not_converged || guess.intervals() >= coarse_mesh ||
      finer > options_.most_intervals)
    return outcome;
  curve = resample(guess, halve(halve(guess.mesh)));
  return iterate(curve, tolerance);
}

std::vector<double> MeshSearch::estimate(const Curve& curve) {
  std::vector<double> errors = local_errors(curve, scales_of(curve));
  estimate_ = *std::max_element(errors.begin(), errors.end());
  return errors;
}

/// From the stages of the guess to those of the answer, once the guess's are enough to see the curve.
Outcome MeshSearch::resolve() {
  Outcome outcome = Outcome::done;
  for (int round = 0; outcome == Outcome::done && round < most_rounds; ++round) {
    if (curve_.stages == stages_) return outcome;
    const std::vector<double> errors = estimate(curve_);
    const bool resolved = estimate_ <= resolved_error;
    outcome = move_to(resolved ? curve_.mesh : better_mesh(errors, longest_stretch),
                      resolved ? stages_ : curve_.stages);
  }
  return outcome;
}

std::vector<double> MeshSearch::better_mesh(const std::vector<double>& errors,
                                            double longest) const {
  return equidistribute(curve_.mesh, errors,
                        {.target = aim * options_.tolerance,
                         .order = curve_.stages + 1,
                         .longest = longest,
                         .fewest = fewest_intervals,
                         .most = 4 * curve_.intervals()});
}

/// Whether a mesh of far fewer intervals would do.
bool MeshSearch::wasteful(const std::vector<double>& errors, double longest) const {
  if (curve_.intervals() <= many_intervals) return false;
  const auto enough = static_cast<double>(better_mesh(errors, longest).size());
  return enough <= too_many * static_cast<double>(curve_.mesh.size());
}

Outcome MeshSearch::move_to(std::vector<double> mesh, Index stages) {
  if (static_cast<Index>(mesh.size()) - 1 > options_.most_intervals) return Outcome::too_fine;
  curve_ = resample(curve_, std::move(mesh), stages);
  return converge(curve_, std::fmax(newton_part * options_.tolerance, nested_part * estimate_));
}

/// With two stages more: finished, or the errors that this shows. The curve is the same at first, and
/// so the first step from there is the difference; it leaves no more than its square.
Outcome MeshSearch::compare(std::vector<double>& errors) {
  Curve high = restage(curve_, stages_ + 2), step = high;
  const Scales scales = scales_of(high);
  NewtonSystem& system = memory_.system;
  const long before = system.evaluations();
  system.reserve(high.stages, high.intervals(), false);
  const Outcome outcome = system.step_from(high, scales, options_.newton, step);
  solution_.evaluations += system.evaluations() - before;
  ++solution_.iterations;
  if (outcome != Outcome::done) return outcome;
  combine(high, 1, step, high);
  errors = step_within(step, scales);
  const double last = std::exchange(error_, step_size(step, scales).largest);
  const bool stalled = error_ > stalled_gain * last && error_ <= rounding_error;
  finished_ = error_ <= options_.tolerance || stalled;
  curve_ = std::move(high);
  if (finished_ && bend_ * error_ * error_ > newton_part * options_.tolerance)
    return iterate(curve_, newton_part * options_.tolerance);
  bvp_.set(bvp_.self, curve_.p.data());
  return Outcome::done;
}

/// Rounds of meshes: by the estimate until it is content, then by what comparisons show. Those only
/// shorten intervals: the estimate has failed there.
Outcome MeshSearch::refine() {
  Outcome outcome = resolve();
  double longest = longest_stretch;
  for (int round = 0; outcome == Outcome::done && round < most_rounds; ++round) {
    std::vector<double> errors = estimate(curve_);
    if (estimate_ <= options_.tolerance && !wasteful(errors, longest)) {
      if (left_ > newton_part * options_.tolerance) {
        outcome = iterate(curve_, newton_part * options_.tolerance);
        continue;
      }
      outcome = compare(errors);
      if (outcome != Outcome::done || finished_) return outcome;
      longest = 1;
      curve_ = restage(curve_, stages_);
    }
    outcome = move_to(better_mesh(errors, longest), stages_);
  }
  return outcome == Outcome::done ? Outcome::too_fine : outcome;
}

Outcome MeshSearch::search() {
  Curve guess = curve_;
  Outcome outcome = start();
  if (outcome != Outcome::done) return outcome;
  outcome = refine();
  if (!roughly_ || outcome == Outcome::done || outcome == Outcome::interrupted) return outcome;
  // What was found roughly leads nowhere.
  curve_ = std::move(guess);
  error_ = std::numeric_limits<double>::infinity();
  outcome = start_fully();
  return outcome == Outcome::done ? refine() : outcome;
}

Solution MeshSearch::run() {
  solution_.outcome = search();
  solution_.error = error_;
  solution_.curve = std::move(curve_);
  return std::move(solution_);
}

Solution solve(const Bvp& bvp, const SolveOptions& options, Curve guess) {
  return MeshSearch(bvp, options, std::move(guess)).run();
}

}  // namespace zwang::extremal
