// SPDX-License-Identifier: Apache-2.0
#include "bvp/collocation/mesh_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bvp/local_error.h"
#include "bvp/refine.h"
#include "bvp/scales.h"

namespace zwang::bvp {

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

// Of two deferred steps the second over both, at the most: what they leave is then below a hundredth.
constexpr double slow_gain = 0.1;

}  // namespace

Outcome MeshSearch::iterate(Curve& curve, double tolerance, int most_iterations, double longest) {
  NewtonOptions newton_options = options_.newton;
  newton_options.most_iterations = most_iterations;
  newton_options.tolerance = tolerance;
  newton_options.bend = bend_;
  newton_options.longest = longest;
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

double MeshSearch::estimate(const Curve& curve) {
  errors_ = local_errors(curve, scales_of(curve));
  return estimate_ = *std::max_element(errors_.begin(), errors_.end());
}

/// From the stages of the guess to those of the answer, once the guess's are enough to see the curve.
Outcome MeshSearch::resolve() {
  Outcome outcome = Outcome::done;
  for (int round = 0; outcome == Outcome::done && round < most_rounds; ++round) {
    if (curve_.stages == stages_) return outcome;
    const bool resolved = estimate_ <= resolved_error;
    outcome = move_to(resolved ? curve_.mesh : better_mesh(longest_stretch),
                      resolved ? stages_ : curve_.stages);
  }
  return outcome;
}

std::vector<double> MeshSearch::better_mesh(double longest) const {
  return equidistribute(curve_.mesh, errors_,
                        {.target = aim * options_.tolerance,
                         .order = curve_.stages + 1,
                         .longest = longest,
                         .fewest = fewest_intervals,
                         .most = 4 * curve_.intervals()});
}

/// Whether a mesh of far fewer intervals would do.
bool MeshSearch::wasteful(double longest) const {
  if (curve_.intervals() <= many_intervals) return false;
  const auto enough = static_cast<double>(better_mesh(longest).size());
  return enough <= too_many * static_cast<double>(curve_.mesh.size());
}

Outcome MeshSearch::move_to(std::vector<double> mesh, Index stages) {
  if (static_cast<Index>(mesh.size()) - 1 > options_.most_intervals) return Outcome::too_fine;
  curve_ = resample(curve_, std::move(mesh), stages);
  const Outcome outcome =
      converge(curve_, std::fmax(newton_part * options_.tolerance, nested_part * estimate_));
  if (outcome == Outcome::done) estimate(curve_);
  return outcome;
}

/// By two deferred steps with the matrix that the last iteration left; `size` is that of both together.
/// False: they shrink too slowly for it, or cannot be made.
bool MeshSearch::defer(const Curve& high, const Scales& scales, Curve& step, double& size) {
  NewtonSystem& system = memory_.system;
  if (!system.reserve_deferred(high.stages, high.intervals())) return false;
  Curve &low = memory_.rest, &next = memory_.trial, &second = memory_.next;
  next = second = high;
  if (system.deferred_step(high, options_.newton, low, step) != Outcome::done) return false;
  combine(high, 1, step, next);
  if (system.deferred_step(next, options_.newton, low, second) != Outcome::done) return false;
  combine(step, 1, second, step);
  size = step_size(step, scales).largest;
  return step_size(second, scales).largest <= slow_gain * size;
}

/// With two stages more: finished, or the errors that this shows. The curve is the same at first, and
/// so the first step from there is the difference; it leaves no more than its square.
Outcome MeshSearch::compare() {
  Curve high = restage(curve_, stages_ + 2), step = high;
  const Scales scales = scales_of(high);
  NewtonSystem& system = memory_.system;
  const long before = system.evaluations();
  Outcome outcome = Outcome::done;
  double size = 0;
  if (!defer(high, scales, step, size)) {
    system.reserve(high.stages, high.intervals(), false);
    outcome = system.step_from(high, scales, options_.newton, step);
    size = step_size(step, scales).largest;
  }
  solution_.evaluations += system.evaluations() - before;
  ++solution_.iterations;
  if (outcome != Outcome::done) return outcome;
  combine(high, 1, step, high);
  const double last = std::exchange(error_, size);
  const bool stalled = error_ > stalled_gain * last && error_ <= rounding_error;
  finished_ = error_ <= options_.tolerance || stalled;
  if (!finished_) errors_ = step_within(step, scales);
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
    if (estimate_ <= options_.tolerance && !wasteful(longest)) {
      if (left_ > newton_part * options_.tolerance) {
        outcome = iterate(curve_, newton_part * options_.tolerance);
        if (outcome == Outcome::done) estimate(curve_);
        continue;
      }
      outcome = compare();
      if (outcome != Outcome::done || finished_) return outcome;
      longest = 1;
      curve_ = restage(curve_, stages_);
    }
    outcome = move_to(better_mesh(longest), stages_);
  }
  return outcome == Outcome::done ? Outcome::too_fine : outcome;
}

Outcome MeshSearch::search() {
  Curve guess = curve_;
  Outcome outcome = start();
  if (outcome != Outcome::done) return outcome;
  outcome = refine();
  if (!roughly_ || outcome == Outcome::done || outcome == Outcome::interrupted) return outcome;
  if (options_.first_mesh == FirstMesh::coarse_only) return outcome;
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

}  // namespace zwang::bvp
