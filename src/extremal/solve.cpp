// SPDX-License-Identifier: Apache-2.0
// Newton's iteration begins where it is cheap, with few stages on few intervals. Meshes are chosen by
// the cheap estimate of local_error.h; what is returned rests on the comparison with two stages more.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "extremal/collocation.h"
#include "extremal/cubic.h"
#include "extremal/local_error.h"
#include "extremal/newton.h"
#include "extremal/refine.h"
#include "extremal/scales.h"

namespace zwang::extremal {

namespace {

constexpr Index kFewest = 4;  // intervals: the estimate needs neighbours
constexpr Index kSmall = 8;   // a guess of no more intervals is tried with the fewest first,
constexpr Index kRoughStages = 3, kFairStages = 4;  // with so many stages, then on its own mesh
constexpr int kRounds = 40;                         // of meshes
constexpr Index kCoarse = 64;  // where Newton fails on fewer intervals, it gets four times as many
constexpr double kAim = 0.3;   // of the tolerance: what a new mesh aims at
constexpr double kNewton = 0.1;  // of the tolerance: Newton's, so that its error is no part of ours
constexpr double kRough = 1e-4;  // as much will do on the first mesh
constexpr double kNested = 1e-2;  // of the error on the mesh before: so much will do on the next
constexpr double kLongest = 5;    // times longer may an interval become

/// An estimate above this tells that a mesh was too coarse to tell; below the other one, a finer mesh
/// should at least see the same curve.
constexpr double kResolved = 0.03, kSeen = 0.3;

/// A mesh of many intervals that could do with so much of them is made anew.
constexpr double kTooMany = 0.7;
constexpr Index kMany = 16;

/// Where a finer mesh does not even halve a small error, rounding is what is left.
constexpr double kStalled = 0.5, kRounding = 1e-9;

/// Stages that reach the tolerance with least work, and two more to compare with.
Index stages_for(double tolerance) {
  return tolerance >= 1e-4 ? 3 : tolerance >= 1e-6 ? 4 : tolerance >= 1e-9 ? 5 : 6;
}

double largest_of(const std::vector<double>& errors) {
  return *std::max_element(errors.begin(), errors.end());
}

class Search {
 public:
  Search(const Bvp& bvp, const SolveOptions& options, Curve guess);
  Solution run();

 private:
  Outcome search();
  Outcome start();
  Outcome start_fully();
  Outcome refine();
  bool try_roughly(std::vector<double> mesh, Index stages, double resolved);
  Outcome resolve();
  Outcome iterate(Curve& curve, double tolerance);
  Outcome converge(Curve& curve, double tolerance);
  std::vector<double> estimate(const Curve& curve);
  std::vector<double> better_mesh(const std::vector<double>& errors, double longest) const;
  bool wasteful(const std::vector<double>& errors, double longest) const;
  Outcome move_to(std::vector<double> mesh, Index stages);
  Outcome compare(std::vector<double>& errors);

  const Bvp& bvp_;
  const SolveOptions& options_;
  Index stages_;
  NewtonMemory memory_;
  Curve curve_;
  double estimate_ = kRough / kNested;  // the largest local error on the last mesh
  double left_ = 0;                     // of the error by Newton's iteration
  double bend_ = 0;                     // of Newton's steps
  double error_ = std::numeric_limits<double>::infinity();  // last difference between two orders
  bool roughly_ = false;  // what is refined now was found on a coarse mesh
  bool finished_ = false, interrupted_ = false;
  Solution solution_;
};

Search::Search(const Bvp& bvp, const SolveOptions& options, Curve guess)
    : bvp_(bvp),
      options_(options),
      stages_(stages_for(options.tolerance)),
      memory_(bvp),
      curve_(std::move(guess)) {
  const auto& rates = curve_.rates;
  if (std::all_of(rates.begin(), rates.end(), [](double K) { return K == 0; })) cubic_rates(curve_);
  while (curve_.intervals() < kFewest) curve_ = resample(curve_, halve(curve_.mesh));
}

Outcome Search::iterate(Curve& curve, double tolerance) {
  NewtonOptions newton_options = options_.newton;
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
Outcome Search::converge(Curve& curve, double tolerance) {
  const Curve guess = curve;
  const Outcome outcome = iterate(curve, tolerance);
  const Index finer = 4 * guess.intervals();
  if (outcome != Outcome::not_converged || guess.intervals() >= kCoarse ||
      finer > options_.most_intervals)
    return outcome;
  curve = resample(guess, halve(halve(guess.mesh)));
  return iterate(curve, tolerance);
}

std::vector<double> Search::estimate(const Curve& curve) {
  std::vector<double> errors = local_errors(curve, scales_of(curve));
  estimate_ = largest_of(errors);
  return errors;
}

/// With few stages on few intervals. What comes of it counts only if it is resolved: solutions of
/// coarse equations need not be near any of the true ones.
bool Search::try_roughly(std::vector<double> mesh, Index stages, double resolved) {
  Curve rough = resample(curve_, std::move(mesh), stages);
  const Outcome outcome = iterate(rough, std::fmax(kNewton * options_.tolerance, kRough));
  interrupted_ = outcome == Outcome::interrupted;
  if (outcome != Outcome::done || largest_of(estimate(rough)) > resolved) return false;
  curve_ = std::move(rough);
  return true;
}

/// A small guess is tried roughly at first, a larger one with the stages of the answer; but not to find
/// other curves than those that are known, for coarse equations do not know these.
Outcome Search::start() {
  if (options_.newton.factor) return start_fully();
  roughly_ = curve_.intervals() <= kSmall
                 ? try_roughly(even_mesh(kFewest), kRoughStages, kResolved) ||
                       (!interrupted_ && try_roughly(curve_.mesh, kFairStages, kSeen))
                 : largest_of(estimate(curve_)) <= kResolved &&
                       try_roughly(curve_.mesh, stages_, kResolved);
  if (interrupted_) return Outcome::interrupted;
  return roughly_ ? Outcome::done : start_fully();
}

Outcome Search::start_fully() {
  bend_ = 0;
  estimate_ = kRough / kNested;
  roughly_ = false;
  return converge(curve_, std::fmax(kNewton * options_.tolerance, kRough));
}

/// From the stages of the guess to those of the answer, once the guess's are enough to see the curve.
Outcome Search::resolve() {
  Outcome outcome = Outcome::done;
  for (int round = 0; outcome == Outcome::done && round < kRounds; ++round) {
    if (curve_.stages == stages_) return outcome;
    const std::vector<double> errors = estimate(curve_);
    const bool resolved = estimate_ <= kResolved;
    outcome = move_to(resolved ? curve_.mesh : better_mesh(errors, kLongest),
                      resolved ? stages_ : curve_.stages);
  }
  return outcome;
}

std::vector<double> Search::better_mesh(const std::vector<double>& errors, double longest) const {
  return equidistribute(curve_.mesh, errors,
                        {.target = kAim * options_.tolerance,
                         .order = curve_.stages + 1,
                         .longest = longest,
                         .fewest = kFewest,
                         .most = 4 * curve_.intervals()});
}

/// Whether a mesh of far fewer intervals would do.
bool Search::wasteful(const std::vector<double>& errors, double longest) const {
  if (curve_.intervals() <= kMany) return false;
  const auto enough = static_cast<double>(better_mesh(errors, longest).size());
  return enough <= kTooMany * static_cast<double>(curve_.mesh.size());
}

Outcome Search::move_to(std::vector<double> mesh, Index stages) {
  if (static_cast<Index>(mesh.size()) - 1 > options_.most_intervals) return Outcome::too_fine;
  curve_ = resample(curve_, std::move(mesh), stages);
  return converge(curve_, std::fmax(kNewton * options_.tolerance, kNested * estimate_));
}

/// With two stages more: finished, or the errors that this shows. The curve is the same at first, and
/// so the first step from there is the difference; it leaves no more than its square.
Outcome Search::compare(std::vector<double>& errors) {
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
  const bool stalled = error_ > kStalled * last && error_ <= kRounding;
  finished_ = error_ <= options_.tolerance || stalled;
  curve_ = std::move(high);
  if (finished_ && bend_ * error_ * error_ > kNewton * options_.tolerance)
    return iterate(curve_, kNewton * options_.tolerance);
  bvp_.set(bvp_.self, curve_.p.data());
  return Outcome::done;
}

/// Rounds of meshes: by the estimate until it is content, then by what comparisons show. Those only
/// shorten intervals: the estimate has failed there.
Outcome Search::refine() {
  Outcome outcome = resolve();
  double longest = kLongest;
  for (int round = 0; outcome == Outcome::done && round < kRounds; ++round) {
    std::vector<double> errors = estimate(curve_);
    if (estimate_ <= options_.tolerance && !wasteful(errors, longest)) {
      if (left_ > kNewton * options_.tolerance) {
        outcome = iterate(curve_, kNewton * options_.tolerance);
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

Outcome Search::search() {
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

Solution Search::run() {
  solution_.outcome = search();
  solution_.error = error_;
  solution_.curve = std::move(curve_);
  return std::move(solution_);
}

}  // namespace

Solution solve(const Bvp& bvp, const SolveOptions& options, Curve guess) {
  return Search(bvp, options, std::move(guess)).run();
}

}  // namespace zwang::extremal
