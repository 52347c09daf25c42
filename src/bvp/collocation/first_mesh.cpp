// SPDX-License-Identifier: Apache-2.0
// Where a search for a mesh begins.

#include <algorithm>
#include <cmath>
#include <utility>

#include "bvp/collocation/mesh_search.h"
#include "bvp/cubic.h"
#include "bvp/refine.h"

namespace zwang::bvp {

namespace {

// A guess of no more intervals is tried with the fewest and few stages first, then on its own mesh.
constexpr Index small_guess = 8, fair_stages = 4;
// Steps with the fewest: equations that see the curve are there by then, and where more are needed, the
// curve to which they lead is rarely resolved.
constexpr int few_iterations = 3;
// Beside the curve: a first step from a curve that is coarse by intent.
constexpr double longest_step = 0.5;
// An estimate below this: a finer mesh should at least see the same curve.
constexpr double seen_error = 0.3;

/// Stages that reach the tolerance with least work, and two more to compare with.
Index stages_for(double tolerance) {
  return tolerance >= 1e-4 ? 3 : tolerance >= 1e-6 ? 4 : tolerance >= 1e-9 ? 5 : 6;
}

}  // namespace

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

}  // namespace zwang::bvp
