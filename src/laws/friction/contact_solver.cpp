// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/contact_solver.h"

#include <algorithm>
#include <cmath>

#include "laws/friction/branching.h"
#include "laws/friction/island_solver.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

constexpr double apart = 1e-6;  // of modes that are counted: far above the accuracy of a point

// Nodes of n unknowns cost n³: so many that large islands end within seconds, with what was found.
Index nodes_for(const Island& island, Index most) {
  const double n = static_cast<double>(std::max(island.n, Index{1}));
  return std::min(most, std::max(Index{20}, static_cast<Index>(5e7 / (n * n * n))));
}

bool at_rest(const Island& island) {
  return std::none_of(island.rubbing.begin(), island.rubbing.end(),
                      [](const IslandRubbing& x) { return x.slides; });
}

}  // namespace

void ContactSolver::take(const Island& island, const double* r) {
  std::vector<double> a(static_cast<std::size_t>(island.n));
  answer_.residuals.take(residuals_of(island, r, a.data()));
  for (Index i = 0; i < island.n; ++i) {
    r_[island.row[i]] = r[i] * island.force;
    a_[island.row[i]] = a[i] * island.acceleration;
  }
  const Choices choices = choices_at(island, r);
  for (Index j = 0; j < island.normals; ++j) {
    const Choices::Side side = choices.side[j];
    mode_.press[island.row[j]] = side == Choices::Side::open     ? Press::open
                                 : side == Choices::Side::closed ? Press::closed
                                                                 : Press::negative;
  }
  for (std::size_t k = 0; k < island.rubbing.size(); ++k) {
    const IslandRubbing& x = island.rubbing[k];
    Grip& grip = mode_.grip[x.whole];
    double* const d = mode_.direction.data() + 3 * x.whole;
    grip = is_off(choices, x)                         ? Grip::off
           : x.slides                                 ? Grip::slides
           : choices.hold[k] == Choices::Hold::sticks ? Grip::sticks
                                                      : Grip::starts;
    if (grip == Grip::slides) std::copy_n(x.direction, 3, d);
    if (grip != Grip::starts) continue;
    double z[3] = {};
    for (Index i = 0; i < x.rows; ++i) z[i] = a[x.first + i] - r[x.first + i];
    const double size = linalg::norm(z, x.rows);
    for (Index i = 0; i < x.rows; ++i) d[i] = z[i] / size;
  }
}

/// The verdict on all islands is the worst on one.
void ContactSolver::note(ContactVerdict verdict) {
  if (verdict > answer_.verdict) answer_.verdict = verdict;
}

void ContactSolver::solve_island(const Island& island, const ContactOptions& options,
                                 IslandSolver& solver) {
  if (!solver.is_large() && options.last && solver.hold(choices_of(island, *options.last))) {
    answer_.shares_unique = answer_.shares_unique && solver.determined();
    take(island, solver.r());
    return note(ContactVerdict::found);
  }
  const bool large = solver.is_large();
  const bool rests = large ? solver.rest_in_motion() : solver.hold(all_hold(island));
  const bool found = rests || (large && solver.fade()) ||
                     (options.last && solver.pivot(choices_of(island, *options.last))) ||
                     solver.pivot(all_hold(island)) || (!large && solver.fade()) || solver.lemke();
  const bool unique = solver.determined();
  Branching branching(island, solver);
  if (found) {
    branching.keep(solver.r());
    const bool counts = options.count && !island.rubbing.empty() &&
                        !(rests && at_rest(island) && !options.count_at_rest);
    if (counts) branching.look(apart, nodes_for(island, options.most_nodes));
    note(branching.continuum()                ? ContactVerdict::continuum
         : branching.count() > 1              ? ContactVerdict::several
         : !counts && !island.rubbing.empty() ? ContactVerdict::found
         : counts && !branching.complete()    ? ContactVerdict::found
                                              : ContactVerdict::one);
  } else {
    branching.look(0, nodes_for(island, options.most_nodes));
    note(branching.count() > 0  ? ContactVerdict::found
         : branching.complete() ? ContactVerdict::none
                                : ContactVerdict::unknown);
  }
  answer_.nodes += branching.nodes();
  if (branching.count() == 0) return;
  answer_.shares_unique = answer_.shares_unique && unique;
  if (branching.count() > 1) {
    std::vector<double> a(static_cast<std::size_t>(island.n));
    island.accelerate(branching.answer(1).data(), a.data());
    for (Index i = 0; i < island.n; ++i) other_[island.row[i]] = a[i] * island.acceleration;
    answer_.other = other_.data();
  }
  take(island, branching.answer(0).data());
}

/// What slides or is at its limit does not hold by its larger coefficient any more.
bool ContactSolver::break_static(const ContactProblem& problem) {
  bool any = false;
  for (std::size_t k = 0; k < problem.rubbing.size(); ++k) {
    const Rubbing& x = problem.rubbing[k];
    bool differs = x.sliding != x.sticking;
    for (const Coefficient& mu : x.coefficients) differs = differs || mu.sliding != mu.sticking;
    if (!differs || x.slides || broken_[k] || mode_.grip[k] != Grip::starts) continue;
    broken_[k] = 1;
    any = true;
  }
  return any;
}

const ContactAnswer& ContactSolver::solve(const ContactProblem& problem,
                                          const ContactOptions& options) {
  const auto n = static_cast<std::size_t>(problem.size);
  broken_.assign(problem.rubbing.size(), 0);
  mode_.press.assign(static_cast<std::size_t>(problem.normals), Press::open);
  mode_.grip.assign(problem.rubbing.size(), Grip::off);
  mode_.direction.assign(3 * problem.rubbing.size(), 0.0);
  for (std::vector<double>* v : {&r_, &a_, &other_}) v->assign(n, 0.0);
  double work = 0;
  for (std::size_t round = 0; round <= problem.rubbing.size(); ++round) {
    answer_ = {};
    answer_.verdict = ContactVerdict::one;
    answer_.r = r_.data();
    answer_.a = a_.data();
    answer_.mode = &mode_;
    for (const Island& island : islands_of(problem, broken_)) {
      IslandSolver solver(island, options.work);
      solve_island(island, options, solver);
      work += options.work - solver.left();
    }
    answer_.work = work;
    if (!answer_.solved() || !break_static(problem)) break;
  }
  return answer_;
}

namespace {

/// The least factor of what sticks with which the choices still hold.
double least_factor(const Island& island, const Choices& choices) {
  double low = 0, high = 1;
  for (int round = 0; round < 45; ++round) {
    const double middle = 0.5 * (low + high);
    Island weaker = island;
    for (std::size_t k = 0; k < weaker.rubbing.size(); ++k) {
      if (choices.hold[k] != Choices::Hold::sticks) continue;
      weaker.rubbing[k].limit *= middle;
      for (Coefficient& mu : weaker.rubbing[k].coefficients) mu.sliding *= middle;
    }
    (IslandSolver(weaker).hold(choices) ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::vector<SlipFactor> slip_factors(const ContactProblem& problem, const ContactAnswer& answer) {
  std::vector<SlipFactor> factors(problem.rubbing.size());
  const std::vector<unsigned char> none(problem.rubbing.size(), 0);
  for (const Island& island : islands_of(problem, none)) {
    std::vector<double> r;
    for (Index i = 0; i < island.n; ++i) r.push_back(answer.r[island.row[i]] / island.force);
    // The mode that was decided says what sticks: at its limit nothing else does.
    const Choices choices = choices_of(island, *answer.mode);
    IslandSolver solver(island);
    const bool shared = solver.hold(choices) && !solver.determined();
    const double all = shared ? least_factor(island, choices) : 0;
    for (const IslandRubbing& x : island.rubbing) {
      const Grip grip = answer.mode->grip[x.whole];
      const double limit = island.limit(x, r.data()), f = linalg::norm(r.data() + x.first, x.rows);
      SlipFactor& factor = factors[x.whole];
      factor.shared = shared && grip == Grip::sticks;
      factor.needed = grip == Grip::off      ? 0
                      : grip != Grip::sticks ? 1
                      : shared               ? all
                      : f > 0                ? f / limit
                                             : 0;
    }
  }
  return factors;
}

}  // namespace zwang::least
