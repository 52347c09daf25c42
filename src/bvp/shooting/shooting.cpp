// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/shooting.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bvp/curve.h"
#include "bvp/mesh.h"
#include "bvp/shooting/matching.h"
#include "bvp/shooting/shot.h"

namespace zwang::bvp {

namespace {

// Where shots begin.

/// How far a shot may go: neighbours part by no more than `growth`, and x stays as near to the
/// guess as `departure`, in scales.
struct Reach {
  double growth = 1e3, departure = 1;
};

constexpr double rough = 1e-5;  // tolerance of shots that are not kept
constexpr double least = 1e-3;  // of τ: a guess that asks for shorter pieces is none

Nodes nodes_at(const Curve& guess, std::vector<double> tau) {
  Nodes nodes;
  nodes.p = guess.p;
  nodes.z.resize(tau.size() * guess.size());
  for (std::size_t i = 0; i < tau.size(); ++i)
    evaluate(guess, tau[i], nodes.z.data() + i * guess.size());
  nodes.tau = std::move(tau);
  return nodes;
}

/// Of x: rates of a guess are often worth little.
double departure(const Shot& shot, const Curve& guess, const Scales& scales, double* z) {
  evaluate(guess, shot.tau(), z);
  double largest = 0;
  for (Index k = 0; k < guess.n; ++k)
    largest = std::fmax(largest, std::fabs(shot.z()[k] - z[k]) / scales.z[k]);
  return largest;
}

/// Along the guess, each as far from the one before as a shot from there goes.
Nodes lay_nodes(const Bvp& bvp, const Scales& scales, const Curve& guess, const Reach& reach) {
  Shot shot(bvp, scales, rough, true);
  std::vector<double> tau{0.0}, z(guess.size());
  while (tau.back() < 1) {
    evaluate(guess, tau.back(), z.data());
    double good = tau.back();
    bool goes = shot.begin(tau.back(), z.data());
    while (goes && good < 1) {
      goes = shot.step(1) == ode::Outcome::done && shot.growth() <= reach.growth &&
             departure(shot, guess, scales, z.data()) <= reach.departure;
      if (goes) good = shot.tau();
    }
    // Where the first step went too far already, something shorter.
    if (good == tau.back()) good += least;
    tau.push_back(good + least < 1 ? good : 1);
  }
  return nodes_at(guess, std::move(tau));
}

// The search.

constexpr double most_growth = 1e5;  // over a piece of the solution: of 16 digits 11 are left
constexpr double finest_tolerance = 1e-14;  // tolerance of shots: below it there is only rounding
constexpr double singular = 1e7;            // condition of Newton's system
constexpr int most_rounds = 8;
constexpr Index most_steps = 20'000;  // of follow()

/// Of shorter and shorter shots, where Newton's iteration does not converge.
constexpr Reach reaches[] = {{1e3, 1}, {30, 0.3}, {5, 0.1}};

/// A step in other scales: its largest part.
double largest_in(const Scales& to, const NodeStep& step, const Scales& from) {
  const Index d = static_cast<Index>(to.z.size());
  double largest = 0;
  for (std::size_t k = 0; k < step.z.size(); ++k) {
    const Index r = static_cast<Index>(k) % d;
    largest = std::fmax(largest, std::fabs(step.z[k]) * from.z[r] / to.z[r]);
  }
  for (std::size_t k = 0; k < step.p.size(); ++k)
    largest = std::fmax(largest, std::fabs(step.p[k]) * from.p[k] / to.p[k]);
  return largest;
}

/// Scales in which the nodes are not large: else their rounding would be taken for an error.
void raise(Scales& scales, const Nodes& nodes) {
  const Index d = static_cast<Index>(scales.z.size());
  for (std::size_t k = 0; k < nodes.z.size(); ++k) {
    double& scale = scales.z[static_cast<Index>(k) % d];
    scale = std::fmax(scale, std::fabs(nodes.z[k]));
  }
  for (std::size_t k = 0; k < nodes.p.size(); ++k)
    scales.p[k] = std::fmax(scales.p[k], std::fabs(nodes.p[k]));
}

/// From one guess, with pieces as they are laid along it.
class Search {
 public:
  Search(const Bvp& bvp, const SolveOptions& options, Solution& solution)
      : bvp_(bvp), options_(options), solution_(solution) {}

  Outcome run(Curve guess, Index pieces, const Reach& reach);

 private:
  Outcome settle(Nodes& nodes, NodeStep& left, double& growth);
  Outcome round(Nodes& nodes, double& growth);
  bool draw(const Nodes& nodes, double tolerance);

  const Bvp& bvp_;
  const SolveOptions& options_;
  Solution& solution_;
  Scales scales_;
  double tolerance_ = 0;  // of shots
};

Outcome Search::run(Curve guess, Index pieces, const Reach& reach) {
  scales_ = scales_of(guess);
  tolerance_ = std::fmax(options_.tolerance / 10, finest_tolerance);
  if (!bvp_.set(bvp_.self, guess.p.data())) return Outcome::not_finite;
  Nodes nodes =
      pieces > 0 ? nodes_at(guess, even_mesh(pieces)) : lay_nodes(bvp_, scales_, guess, reach);
  for (int i = 0; i < most_rounds; ++i) {
    const bool finest = tolerance_ <= finest_tolerance;
    double growth = 0;
    const Outcome outcome = round(nodes, growth);
    if (outcome != Outcome::done) return outcome;
    const bool parted = pieces == 0 && growth > most_growth;
    if (solution_.error <= options_.tolerance && !parted) return Outcome::done;
    if (parted)
      nodes = lay_nodes(bvp_, scales_, solution_.curve, reach);
    else if (finest)
      return Outcome::too_fine;
    else
      tolerance_ =
          std::fmax(tolerance_ * std::clamp(0.2 * options_.tolerance / solution_.error, 1e-3, 0.2),
                    finest_tolerance);
  }
  return Outcome::too_fine;
}

/// Matches the nodes, in scales that grow with them.
Outcome Search::settle(Nodes& nodes, NodeStep& left, double& growth) {
  for (int i = 0; i < options_.newton.most_iterations; ++i) {
    Matching matching(bvp_, scales_, tolerance_);
    const double enough = std::fmax(options_.newton.tolerance, tolerance_);
    const Match match = bvp::match(matching, options_.newton, enough, nodes);
    const bool asks = match.outcome == Outcome::done && !match.outgrown;
    bool good = true;
    if (asks) {  // finer shots how good the nodes are
      growth = matching.growth();
      good = matching.correction(nodes, tolerance_ / 10, left) == Matching::End::done;
      if (good) nodes = matching.moved(nodes, 1, left);
    }
    solution_.iterations += match.iterations;
    solution_.evaluations += matching.evaluations();
    solution_.condition = matching.condition();
    if (!good) return Outcome::not_finite;
    if (asks || match.outcome != Outcome::done) return match.outcome;
    raise(scales_, nodes);
    if (!draw(nodes, tolerance_)) return Outcome::not_finite;
    scales_ = scales_of(solution_.curve);
  }
  return Outcome::not_converged;
}

/// Matches the nodes and draws the curve with finer shots.
Outcome Search::round(Nodes& nodes, double& growth) {
  NodeStep left;
  const Outcome outcome = settle(nodes, left, growth);
  if (outcome != Outcome::done) return outcome;
  if (!draw(nodes, tolerance_ / 10)) return Outcome::not_finite;
  if (solution_.curve.intervals() > options_.most_intervals) return Outcome::too_fine;
  const Scales scales = scales_of(solution_.curve);
  solution_.error = largest_in(scales, left, scales_);
  scales_ = scales;
  return Outcome::done;
}

bool Search::draw(const Nodes& nodes, double tolerance) {
  if (!bvp_.set(bvp_.self, nodes.p.data())) return false;
  Shot shot(bvp_, scales_, tolerance, false);
  Trail trail(bvp_, scales_, options_.tolerance / 4, default_stages);
  const Index d = bvp_.size();
  bool good = true;
  for (Index i = 0; good && i < nodes.pieces(); ++i) {
    trail.begin(nodes.tau[i], nodes.z.data() + i * d);
    good = shot.begin(nodes.tau[i], nodes.z.data() + i * d);
    while (good && shot.tau() < nodes.tau[i + 1]) good = trail.step(shot, nodes.tau[i + 1]);
  }
  trail.begin(1, nodes.z.data() + nodes.pieces() * d);
  solution_.evaluations += shot.evaluations();
  solution_.curve = trail.curve();
  solution_.curve.p = nodes.p;
  return good;
}

}  // namespace

Solution shoot(const Bvp& bvp, const SolveOptions& options, const Curve& guess, Index pieces) {
  Solution solution;
  Curve first = guess;
  first.rates.resize(first.intervals() * first.stages * bvp.rates());
  const auto& rates = first.rates;
  if (std::all_of(rates.begin(), rates.end(), [](double K) { return K == 0; })) cubic_rates(first);
  for (const Reach& reach : reaches) {
    solution.outcome = Search(bvp, options, solution).run(first, pieces, reach);
    // As near to singular as the fields can tell, which are not as good as the shots.
    if (solution.outcome == Outcome::not_converged && solution.condition > singular)
      solution.outcome = Outcome::singular;
    const bool again = solution.outcome == Outcome::not_converged ||
                       solution.outcome == Outcome::not_finite ||
                       solution.outcome == Outcome::singular;
    if (!again || pieces > 0) break;
  }
  const bool drawn = solution.outcome == Outcome::done || solution.outcome == Outcome::too_fine;
  if (!drawn || solution.curve.mesh.empty()) solution.curve = first;
  bvp.set(bvp.self, solution.curve.p.data());
  return solution;
}

Outcome follow(const Bvp& bvp, double tolerance, const double* z0, const std::vector<double>& p,
               Curve& curve) {
  const Index d = bvp.size();
  Curve start = make_curve(bvp, default_stages, 1);  // for the sizes of things
  for (Index i = 0; i < 2; ++i) std::copy_n(z0, d, start.at(i));
  start.p = p;
  const Scales scales = scales_of(start);
  Shot shot(bvp, scales, tolerance / 10, false);
  Trail trail(bvp, scales, tolerance, default_stages);
  trail.begin(0, z0);
  Outcome outcome = Outcome::done;
  if (!bvp.set(bvp.self, p.data()) || !shot.begin(0, z0)) outcome = Outcome::not_finite;
  for (Index i = 0; outcome == Outcome::done && shot.tau() < 1; ++i) {
    if (i == most_steps)
      outcome = Outcome::too_fine;
    else if (!trail.step(shot, 1))
      outcome = Outcome::not_finite;
  }
  curve = trail.curve();
  curve.p = p;
  return outcome;
}

}  // namespace zwang::bvp
