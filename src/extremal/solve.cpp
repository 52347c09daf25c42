// SPDX-License-Identifier: Apache-2.0
// Meshes are chosen by the cheap estimate of local_error.h; what is returned rests on the comparison
// of two meshes.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "extremal/collocation.h"
#include "extremal/cubic.h"
#include "extremal/difference.h"
#include "extremal/local_error.h"
#include "extremal/newton.h"
#include "extremal/refine.h"
#include "extremal/scales.h"

namespace zwang::extremal {

namespace {

constexpr Index kFewest = 4;   // intervals: the estimate needs neighbours
constexpr int kRounds = 40;    // of meshes
constexpr Index kCoarse = 64;  // where Newton fails on fewer intervals, it gets four times as many
constexpr double kAim = 0.3;   // of the tolerance: what a new mesh aims at
constexpr double kNewton = 0.1;  // of the tolerance: Newton's, so that its error is no part of ours
constexpr double kLongest = 5;   // times longer may an interval become
constexpr double kTooMany = 0.7;  // a mesh that could do with so much of its intervals is made anew

/// Where a finer mesh does not even halve a small error, rounding is what is left.
constexpr double kStalled = 0.5, kRounding = 1e-9;

class Search {
 public:
  Search(const Bvp& bvp, const SolveOptions& options, Curve guess);
  Solution run();

 private:
  Outcome search();
  Outcome iterate(Curve& curve, double tolerance);
  Outcome converge(Curve& curve, double tolerance);
  std::vector<double> better_mesh(const std::vector<double>& errors, double longest) const;
  Outcome move_to(std::vector<double> mesh);
  Outcome compare(std::vector<double>& errors);

  const Bvp& bvp_;
  const SolveOptions& options_;
  NewtonMemory memory_;
  Curve curve_;
  double error_ = std::numeric_limits<double>::infinity();  // last difference between two meshes
  bool finished_ = false;
  Solution solution_;
};

Search::Search(const Bvp& bvp, const SolveOptions& options, Curve guess)
    : bvp_(bvp), options_(options), memory_(bvp, guess.stages), curve_(std::move(guess)) {
  const auto& rates = curve_.rates;
  if (std::all_of(rates.begin(), rates.end(), [](double K) { return K == 0; })) cubic_rates(curve_);
  while (curve_.intervals() < kFewest) curve_ = resample(curve_, halve(curve_.mesh));
}

Outcome Search::iterate(Curve& curve, double tolerance) {
  NewtonOptions newton_options = options_.newton;
  newton_options.tolerance = tolerance;
  const NewtonResult result = newton(bvp_, newton_options, memory_, curve);
  solution_.iterations += result.iterations;
  solution_.evaluations += result.evaluations;
  solution_.condition = result.condition;
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

std::vector<double> Search::better_mesh(const std::vector<double>& errors, double longest) const {
  return equidistribute(curve_.mesh, errors,
                        {.target = kAim * options_.tolerance,
                         .order = curve_.stages + 1,
                         .longest = longest,
                         .fewest = kFewest,
                         .most = 4 * curve_.intervals()});
}

Outcome Search::move_to(std::vector<double> mesh) {
  if (static_cast<Index>(mesh.size()) - 1 > options_.most_intervals) return Outcome::too_fine;
  curve_ = resample(curve_, std::move(mesh));
  return converge(curve_, kNewton * options_.tolerance);
}

/// With every interval halved: finished, or the errors that this shows. Newton starts within the
/// error that is to be seen: one step of it leaves the square of that.
Outcome Search::compare(std::vector<double>& errors) {
  if (2 * curve_.intervals() > options_.most_intervals) return Outcome::too_fine;
  Curve fine = resample(curve_, halve(curve_.mesh));
  const Outcome outcome = converge(fine, options_.tolerance);
  if (outcome != Outcome::done) return outcome;
  if (fine.intervals() > 2 * curve_.intervals()) return move_to(std::move(fine.mesh));
  Difference shown = difference(curve_, fine, scales_of(fine));
  const double before = std::exchange(error_, shown.largest);
  const bool stalled = error_ > kStalled * before && error_ <= kRounding;
  finished_ = error_ <= options_.tolerance || stalled;
  errors = std::move(shown.within);
  if (finished_) curve_ = std::move(fine);
  return Outcome::done;
}

/// Rounds of meshes: by the estimate until it is content, then by what comparisons show. Those only
/// shorten intervals: the estimate has failed there.
Outcome Search::search() {
  Outcome outcome = converge(curve_, kNewton * options_.tolerance);
  double longest = kLongest;
  for (int round = 0; outcome == Outcome::done && round < kRounds; ++round) {
    std::vector<double> errors = local_errors(curve_, scales_of(curve_));
    std::vector<double> mesh = better_mesh(errors, longest);
    const bool good = *std::max_element(errors.begin(), errors.end()) <= options_.tolerance;
    const auto most = kTooMany * static_cast<double>(curve_.mesh.size());
    if (good && static_cast<double>(mesh.size()) > most) {
      outcome = compare(errors);
      if (outcome != Outcome::done || finished_) return outcome;
      longest = 1;
      mesh = better_mesh(errors, longest);
    }
    outcome = move_to(std::move(mesh));
  }
  return outcome == Outcome::done ? Outcome::too_fine : outcome;
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
