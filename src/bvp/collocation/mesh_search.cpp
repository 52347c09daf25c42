// SPDX-License-Identifier: Apache-2.0
// The search for a mesh on which a curve meets the tolerance. Newton's iteration begins where it is
// cheap, with few stages on few intervals. Meshes are chosen by the cheap estimate of mesh.h; what is
// returned rests on the comparison with two stages more.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bvp/collocation/newton_step.h"
#include "bvp/curve.h"
#include "bvp/mesh.h"
#include "bvp/scales.h"

namespace zwang::bvp {

namespace {

class MeshSearch {
 public:
  MeshSearch(const Bvp& bvp, const SolveOptions& options, Curve guess);
  Solution run();

 private:
  // Intervals at the least: the estimate needs neighbours.
  static constexpr Index fewest_intervals = 4;
  // Of the tolerance: Newton's, so that its error is no part of ours.
  static constexpr double newton_part = 0.1;
  // As much will do on the first mesh, whose own error is rarely less; and on the next one so much of
  // the error on the one before.
  static constexpr double rough_tolerance = 1e-3, nested_part = 1e-2;
  // An estimate above this tells that a mesh was too coarse to tell.
  static constexpr double resolved_error = 0.03;

  Outcome search();
  Outcome start();
  Outcome start_fully();
  Outcome refine();
  bool try_roughly(std::vector<double> mesh, Index stages, double resolved, int most_iterations);
  Outcome resolve();
  Outcome iterate(Curve& curve, double tolerance) {
    return iterate(curve, tolerance, options_.newton.most_iterations, 0);
  }
  Outcome iterate(Curve& curve, double tolerance, int most_iterations, double longest);
  Outcome converge(Curve& curve, double tolerance);
  double estimate(const Curve& curve);
  std::vector<double> better_mesh(double longest) const;
  bool wasteful(double longest) const;
  Outcome move_to(std::vector<double> mesh, Index stages);
  bool defer(const Curve& high, const Scales& scales, Curve& step, double& size);
  Outcome compare();

  const Bvp& bvp_;
  const SolveOptions& options_;
  Index stages_;
  NewtonMemory memory_;
  Curve curve_;
  std::vector<double> errors_;                              // of the intervals of the last mesh
  double estimate_ = rough_tolerance / nested_part;         // the largest of them
  double left_ = 0;                                         // of the error by Newton's iteration
  double bend_ = 0;                                         // of Newton's steps
  double error_ = std::numeric_limits<double>::infinity();  // last difference between two orders
  bool roughly_ = false;  // what is refined now was found on a coarse mesh
  bool finished_ = false, interrupted_ = false;
  Solution solution_;
};

// A guess of no more intervals is tried with the fewest and few stages first, then on its own mesh.
constexpr Index small_guess = 8, fair_stages = 4;
// Steps with the fewest: equations that see the curve are there by then, and where more are needed, the
// curve to which they lead is rarely resolved.
constexpr int few_iterations = 3;
// Beside the curve: a first step from a curve that is coarse by intent.
constexpr double longest_step = 0.5;
// An estimate below this: a finer mesh should at least see the same curve.
constexpr double seen_error = 0.3;

constexpr int most_rounds = 40;  // of meshes: each should gain a digit
// Where Newton fails on fewer intervals, it gets four times as many.
constexpr Index coarse_mesh = 64;
constexpr double aim = 0.3;  // of the tolerance: what a new mesh aims at
// Times longer may an interval become: its estimate sees no farther.
constexpr double longest_stretch = 5;

// A mesh of many intervals that could do with so much of them is made anew.
constexpr double too_many = 0.7;
constexpr Index many_intervals = 16;

// Where a finer mesh does not even halve a small error, rounding is what is left.
constexpr double stalled_gain = 0.5, rounding_error = 1e-9;

// Of two deferred steps the second over both, at the most: what they leave is then below a hundredth.
constexpr double slow_gain = 0.1;

// Where it begins.

/// Stages that reach the tolerance with least work, and two more to compare with.
Index stages_for(double tolerance) {
  return tolerance >= 1e-4 ? 3 : tolerance >= 1e-6 ? 4 : tolerance >= 1e-9 ? 5 : 6;
}

MeshSearch::MeshSearch(const Bvp& bvp, const SolveOptions& options, Curve guess)
    : bvp_(bvp),
      options_(options),
      stages_(stages_for(options.tolerance)),
      memory_(bvp),
      curve_(std::move(guess)) {
  const auto& rates = curve_.rates;
  if (std::all_of(rates.begin(), rates.end(), [](double K) { return K == 0; })) cubic_rates(curve_);
  while (curve_.intervals() < fewest_intervals) curve_ = resample(curve_, halve(curve_.mesh));
}

/// With few stages on few intervals. What comes of it counts only if it is resolved: solutions of
/// coarse equations need not be near any of the true ones.
bool MeshSearch::try_roughly(std::vector<double> mesh, Index stages, double resolved,
                             int most_iterations) {
  Curve rough = resample(curve_, std::move(mesh), stages);
  const double longest = options_.first_mesh == FirstMesh::coarse_only ? longest_step : 0;
  const Outcome outcome =
      iterate(rough, std::fmax(newton_part * options_.tolerance, rough_tolerance), most_iterations,
              longest);
  interrupted_ = outcome == Outcome::interrupted;
  if (outcome != Outcome::done || estimate(rough) > resolved) return false;
  curve_ = std::move(rough);
  return true;
}

/// A small guess is tried roughly at first, a larger one with the stages of the answer; but not to find
/// other curves than those that are known, for coarse equations do not know these.
Outcome MeshSearch::start() {
  if (options_.newton.factor) return start_fully();
  const int most = options_.newton.most_iterations, few = std::min(few_iterations, most);
  const bool coarse_only = options_.first_mesh == FirstMesh::coarse_only;
  if (curve_.intervals() > small_guess) {
    roughly_ = estimate(curve_) <= resolved_error &&
               try_roughly(curve_.mesh, stages_, resolved_error, most);
  } else {
    roughly_ = options_.first_mesh != FirstMesh::own &&
               try_roughly(even_mesh(fewest_intervals), rough_stages, resolved_error, few);
    if (!roughly_ && !interrupted_ && !coarse_only)
      roughly_ = try_roughly(curve_.mesh, fair_stages, seen_error, most);
  }
  if (interrupted_) return Outcome::interrupted;
  if (!roughly_ && coarse_only) return Outcome::not_converged;
  return roughly_ ? Outcome::done : start_fully();
}

Outcome MeshSearch::start_fully() {
  bend_ = 0;
  estimate_ = rough_tolerance / nested_part;
  roughly_ = false;
  const Outcome outcome =
      converge(curve_, std::fmax(newton_part * options_.tolerance, rough_tolerance));
  if (outcome == Outcome::done) estimate(curve_);
  return outcome;
}

// The search.

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

}  // namespace

Solution solve(const Bvp& bvp, const SolveOptions& options, Curve guess) {
  return MeshSearch(bvp, options, std::move(guess)).run();
}

}  // namespace zwang::bvp
