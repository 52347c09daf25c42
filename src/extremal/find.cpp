// SPDX-License-Identifier: Apache-2.0
#include "extremal/find.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bvp/deflation.h"
#include "extremal/continuation.h"
#include "extremal/layers.h"
#include "extremal/phase.h"
#include "extremal/reasons/reasons.h"
#include "extremal/scan/count.h"
#include "extremal/search.h"
#include "extremal/verdict.h"

namespace zwang::extremal {

namespace {

// Ends are looked at with what their digits allow, not with the tolerance of the answer.
constexpr double end_tolerance = 1e-9;

constexpr Index many_intervals = 4'000;

constexpr double same = 1e-5;      // curves nearer than this are one
constexpr double singular = 1e11;  // of a linear system, largest over smallest pivot

// Of the way: a branch that ends within the last bit of it ends at the end itself.
constexpr double almost_all = 0.999;

Failure failure_of(const bvp::Solution& solution) {
  switch (solution.outcome) {
    case bvp::Outcome::not_finite:
      return Failure::not_finite;
    case bvp::Outcome::too_fine:  // or meshes that came to nothing long before that
      return solution.curve.intervals() > many_intervals ? Failure::too_fine : Failure::not_found;
    case bvp::Outcome::interrupted:
      return Failure::interrupted;
    default:
      return Failure::not_found;
  }
}

class Finder {
 public:
  Finder(const equations::Equations& equations, const Plan& plan)
      : equations_(equations), plan_(plan), question_(equations), attempt_(question_, plan_) {}

  Answer run() {
    answer_.failure = question_.prepare(end_tolerance);
    if (answer_.failure != Failure::none) {
      answer_.missed = question_.end_rows().missed();
      answer_.unknown = question_.end_rows().unknown();
      answer_.counts.given = question_.end_rows().given();
      answer_.counts.wanted = 2 * equations_.n + equations_.two_ends.unknowns;
    } else if (equations_.two_ends.degree_one && equations_.two_ends.lambdas == 0) {
      look_at_mass();  // M v = 0: only rows on the rates could mend that
      if (!mass_vanishes()) answer_.failure = Failure::degree_one;
    } else if (answer_.phase.open = is_phase_open(attempt_); answer_.phase.open) {
      find_any_phase();
      if (plan_.all > 1) add_rest();
      if (!solutions_.empty()) see_all(0);
      judge_all();
    } else {
      find_first();
      if (solutions_.empty()) {
        look_at_mass();
        explain(attempt_, answer_);
      }
      if (solutions_.empty() && answer_.failure == Failure::not_found) {
        answer_.steepest = steepest_argument(attempt_);
      }
      if (!solutions_.empty()) see_all(0);
      if (!solutions_.empty() && plan_.all > 1) {
        search(attempt_, plan_.all, solutions_, answer_.scan);
        see_all(1);
      }
      judge_all();
    }
    answer_.iterations = attempt_.iterations();
    answer_.evaluations = question_.evaluations();
    return std::move(answer_);
  }

 private:
  // ZᵀF_vvZ singular all along a guess: no unique extremal, whatever the curve. On the constraints, and
  // with rates along them, for elsewhere rows hide what is degenerate.
  void look_at_mass() {
    if (answer_.failure == Failure::interrupted || answer_.failure == Failure::fold) return;
    bvp::Curve guess = attempt_.guess_on_rows();
    take_any_multipliers(question_, guess);
    for (Index k = 1; k < guess.intervals(); ++k) {
      question_.evaluate(equations::Stage::dynamics, guess.mesh[k], guess.at(k));
      Instants& instants = question_.instants();
      if (instants.solve(question_.numbers()) || !instants.degenerate()) return;
      if (k != guess.intervals() / 2) continue;
      answer_.null_direction = instants.null_direction();
      answer_.t = question_.span().time(guess.mesh[k]);
    }
    answer_.failure = Failure::bad_mass;
  }

  // Of the last place that was looked at: an integrand linear in the rates.
  bool mass_vanishes() {
    Index count = 0;
    for (const std::size_t block : equations_.mass_blocks) {
      count += static_cast<Index>(block * block);
    }
    const double* const M = question_.numbers().M();
    return std::all_of(M, M + count, [](double x) { return x == 0; });
  }

  void find_first() {
    try_first();
    if (answer_.failure == Failure::interrupted && attempt_.exhausted()) {
      answer_.failure = Failure::not_found;
    }
  }

  void try_first() {
    const auto begin = std::chrono::steady_clock::now();
    bvp::Solution solution;
    if (changes_sign(question_, answer_)) attempt_.lose_patience();
    if (plan_.follow.empty()) {
      solution = attempt_.first();
    } else {
      Continued continued = continue_in_parameters(attempt_);
      solution = std::move(continued.solution);
      if (continued.reached < 1 && continued.turned_back) return tell_parameter(continued);
    }
    if (solution.outcome != bvp::Outcome::done && solution.outcome != bvp::Outcome::interrupted) {
      solution = try_short_ways(std::move(solution));
    }
    if (answer_.failure == Failure::none && solution.outcome != bvp::Outcome::done &&
        solution.outcome != bvp::Outcome::interrupted) {
      bvp::Solution shot = search_first(attempt_);
      if (shot.outcome == bvp::Outcome::done) solution = std::move(shot);
    }
    first_seconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (solution.outcome != bvp::Outcome::done) {
      const bool stopped = solution.outcome == bvp::Outcome::interrupted && !attempt_.exhausted();
      if (answer_.failure == Failure::none) {
        answer_.failure =
            !stopped && not_isolated(solution) ? Failure::conjugate_end : failure_of(solution);
        answer_.intervals = solution.curve.intervals();
      }
      answer_.t = question_.span().t0;
      return;
    }
    solutions_.push_back(std::move(solution));
    attempt_.count(1);
  }

  // Solutions that are not isolated differ from mesh to mesh.
  bool not_isolated(const bvp::Solution& solution) {
    const EndRows& ends = question_.end_rows();
    answer_.rests = may_leave_at_any_time(question_, solution.curve);
    if (answer_.rests) return true;
    if (solution.outcome == bvp::Outcome::singular) {
      answer_.loose = !ends.all_fixed();
      return question_.shape().integrals + question_.shape().lambdas == 0;
    }
    return (solution.outcome == bvp::Outcome::too_fine ||
            solution.outcome == bvp::Outcome::not_converged) &&
           !solution.curve.mesh.empty() && ends_conjugate(question_, solution.curve);
  }

  // Where nothing else helped: from short ways to the whole one. What is known then of the place at
  // which extremals end is worth telling.
  bvp::Solution try_short_ways(bvp::Solution last) {
    const equations::TwoEnds& two = equations_.two_ends;
    if (two.unknowns > 0 || !plan_.follow.empty() || question_.ends_know_time()) return last;
    Continued continued = continue_in_time(attempt_);
    question_.set(question_.first_p().data());
    if (continued.reached >= 1) return std::move(continued.solution);
    if (continued.turned_back && continued.reached > almost_all) {
      answer_.failure = Failure::conjugate_end;
    } else if (continued.turned_back) {
      answer_.failure = Failure::fold;
      answer_.fold.in_time = true;
      answer_.fold.t = question_.span().t0 + continued.reached * question_.span().length;
    }
    return last;
  }

  void tell_parameter(const Continued& continued) {
    answer_.failure = Failure::fold;
    answer_.fold.parameter = plan_.follow.front().first;
    answer_.fold.value =
        value_between(plan_.follow.front().second, equations_.parameters[answer_.fold.parameter],
                      continued.reached);
  }

  // Whether a solution of the equations is what was asked for; else the answer says why it is not.
  bool stands(const Found& found) {
    const bvp::Curve& curve = found.curve;
    const double *const first = curve.at(0), *const last = curve.at(curve.intervals());
    std::vector<double> ends(first, first + curve.n);
    ends.insert(ends.end(), last, last + curve.n);
    const auto missed =
        question_.end_rows().look(question_.numbers(), question_.span(), ends.data(), 1e-6);
    if (!missed.empty()) {  // rows that seemed to follow from others
      answer_.missed = missed;
      return false;
    }
    const Dependent unmet = unmet_rows(question_, found, plan_.tolerance);
    if (unmet.any()) {
      answer_.dependent = unmet;
      return false;
    }
    return !has_corner(curve);
  }

  // Where F jumps, and an extremal would have a corner.
  bool has_corner(const bvp::Curve& curve) {
    if (!equations_.two_ends.variational || !equations_.two_ends.may_jump) return false;
    const Corner corner = missing_corner(question_, curve, plan_.tolerance);
    if (!corner.found) return false;
    answer_.jumps = true;
    answer_.t = corner.t;
    return true;
  }

  // A motion that may begin anywhere is more than rest, and perhaps one of a shorter period.
  void find_any_phase() {
    if (is_at_rest(attempt_.plain_guess())) {
      answer_.phase.rests = true;
      answer_.failure = Failure::conjugate_end;
      return;
    }
    bvp::Solution solution = find_periodic(attempt_);
    answer_.intervals = solution.curve.intervals();
    if (solution.outcome == bvp::Outcome::done && is_at_rest(solution.curve)) {
      answer_.phase.rests = true;
      answer_.failure = Failure::not_found;
    } else if (solution.outcome == bvp::Outcome::done && solution.condition < singular) {
      answer_.phase.times = repetitions(solution.curve);
      solutions_.push_back(std::move(solution));
      attempt_.count(1);
    } else if (solution.outcome == bvp::Outcome::done ||
               solution.outcome == bvp::Outcome::singular) {
      answer_.failure = Failure::conjugate_end;
    } else {
      answer_.failure = failure_of(solution);
    }
  }

  // Who asks for all that comes back asks for what never leaves, too.
  void add_rest() {
    const Failure before = answer_.failure;
    const std::size_t moving = solutions_.size();
    find_first();
    answer_.failure = before;
    if (solutions_.size() == moving) return;
    const bvp::Solution& last = solutions_.back();
    if (!is_at_rest(last.curve) || !(last.condition < singular)) {
      solutions_.pop_back();
    } else {
      answer_.phase.rests = true;
      answer_.failure = Failure::none;
    }
    attempt_.count(static_cast<Index>(solutions_.size()));
  }

  // From the k-th on: solutions of which a mesh sees all that there is.
  void see_all(std::size_t first) {
    std::vector<bvp::Solution> seen;
    for (std::size_t k = 0; k < solutions_.size(); ++k) {
      bvp::Solution& solution = solutions_[k];
      Unseen left;
      if (k >= first && !see_layers(attempt_, solution, left)) {
        if (has_corner(solution.curve)) continue;
        answer_.unseen.push_back(left);
        answer_.steepest = left.range;
        answer_.t = question_.span().time(left.tau);
        answer_.length = std::abs(question_.span().length);
        continue;
      }
      const bool known = std::any_of(seen.begin(), seen.end(), [&](const bvp::Solution& other) {
        return k >= first && distance(other.curve, solution.curve) < same;
      });
      if (!known) seen.push_back(std::move(solution));
    }
    solutions_ = std::move(seen);
    if (solutions_.empty() && !answer_.unseen.empty()) answer_.failure = Failure::too_fine;
  }

  void judge_all() {
    for (const bvp::Solution& solution : solutions_) {
      Found found = judge(question_, solution, plan_);
      if (&solution == &solutions_.front()) found.seconds = first_seconds_;
      if (!stands(found)) continue;
      answer_.intervals = std::max(answer_.intervals, found.curve.intervals());
      answer_.found.push_back(std::move(found));
    }
    std::stable_sort(answer_.found.begin(), answer_.found.end(),
                     [](const Found& a, const Found& b) {
                       return a.has_action && b.has_action && a.action < b.action;
                     });
    if (plan_.verdict) answer_.count = count_found(attempt_, answer_.scan, answer_.found);
    answer_.more = static_cast<Index>(answer_.found.size()) >= plan_.all && plan_.all > 1;
    if (static_cast<Index>(answer_.found.size()) > plan_.all) answer_.found.resize(plan_.all);
    if (plan_.cross_check) {
      for (Found& found : answer_.found) cross_check(equations_, plan_, found);
    }
    if (!answer_.found.empty()) {
      const bool conjugate = std::all_of(answer_.found.begin(), answer_.found.end(),
                                         [](const Found& found) { return found.end_conjugate; });
      if (conjugate) answer_.failure = Failure::conjugate_end;
    } else if (!answer_.missed.empty()) {
      answer_.failure = Failure::infeasible_end;
    } else if (answer_.dependent.any() || answer_.jumps) {
      answer_.failure = Failure::not_found;
    }
  }

  const equations::Equations& equations_;
  const Plan& plan_;
  Question question_;
  Attempt attempt_;
  std::vector<bvp::Solution> solutions_;
  double first_seconds_ = 0;
  Answer answer_;
};

}  // namespace

Answer find(const equations::Equations& equations, const Plan& plan) {
  return Finder(equations, plan).run();
}

}  // namespace zwang::extremal
