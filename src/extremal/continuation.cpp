// SPDX-License-Identifier: Apache-2.0
#include "extremal/continuation.h"

#include <algorithm>
#include <cmath>

#include "bvp/mesh.h"

namespace zwang::extremal {

namespace {

// Tolerances on the way: of curves that only lead to the next, and of those near a place where no
// next one is found, which is told to the user.
constexpr double rough = 1e-3, fair = 1e-5;
constexpr double short_step = 0.1;  // of the whole way: only what is near such a place needs these
constexpr double near_answer = 1e-7;  // a tolerance that needs no other one before it
constexpr double least_step = 1e-6, least_rough_step = 0.02;
constexpr Index rough_intervals = 24;
constexpr double shortest_way = 0.05;

/// Where a curve is likely to be at σ: on from the last two, straight.
bvp::Curve extrapolated(const bvp::Curve& before, double sigma_before, const bvp::Curve& last,
                        double sigma_last, double sigma) {
  bvp::Curve there = resample(before, last.mesh, last.stages);
  const double by = (sigma - sigma_last) / (sigma_last - sigma_before);
  combine(last, -1, there, there);
  combine(last, by, there, there);
  return there;
}

/// Follows set(σ) from σ = first to 1, with steps that grow while all is well.
template <class Set>
Continued follow(Attempt& attempt, bvp::Solution solution, double first, Set set,
                 bool roughly = false) {
  const double least = roughly ? least_rough_step : least_step;
  Continued result{std::move(solution), first, false};
  double step = 0.25 * (1 - first), condition = result.solution.condition;
  bvp::Curve before;
  double sigma_before = first;
  const double condition_then = condition;
  while (result.reached < 1) {
    const double next = std::min(1.0, result.reached + step);
    set(next);
    const bvp::Curve& last = result.solution.curve;
    bvp::Curve guess = roughly || before.mesh.empty()
                           ? last
                           : extrapolated(before, sigma_before, last, result.reached, next);
    const double on_the_way = step < short_step ? fair : rough;
    const bool at_once = next == 1 && attempt.plan().tolerance >= near_answer;
    bvp::Solution trial = roughly ? attempt.roughly_from(std::move(guess))
                                  : attempt.from_near(std::move(guess), at_once ? 0 : on_the_way);
    if (!roughly && next == 1 && !at_once && trial.outcome == bvp::Outcome::done) {
      trial = attempt.from(std::move(trial.curve));
    }
    if (trial.outcome == bvp::Outcome::interrupted) {
      result.solution.outcome = bvp::Outcome::interrupted;
      return result;
    }
    if (trial.outcome == bvp::Outcome::done) {
      sigma_before = result.reached;
      before = std::move(result.solution.curve);
      result.solution = std::move(trial);
      result.reached = next;
      condition = std::max(condition, result.solution.condition);
      step = std::min(2 * step, 0.25);
      continue;
    }
    step *= 0.4;
    if (step >= least * std::max(result.reached, 0.1)) continue;
    // At a fold the linear system becomes singular.
    result.turned_back = condition > 30 * condition_then;
    result.solution.outcome = trial.outcome;
    break;
  }
  set(1.0);
  return result;
}

}  // namespace

double value_between(double begin, double end, double sigma) {
  if (sigma == 1) return end;
  const bool ratio = begin * end > 0 && std::max(begin / end, end / begin) > 4;
  return ratio ? begin * std::pow(end / begin, sigma) : begin + sigma * (end - begin);
}

Continued continue_in_time(Attempt& attempt) {
  Question& question = attempt.question();
  for (double first = 0.5; first >= shortest_way; first *= 0.4) {
    question.set_horizon(first);
    bvp::Solution solution = attempt.first(fair);
    if (solution.outcome == bvp::Outcome::interrupted) return {std::move(solution), 0, false};
    if (solution.outcome != bvp::Outcome::done) continue;
    return follow(attempt, std::move(solution), first,
                  [&](double sigma) { question.set_horizon(sigma); });
  }
  question.set_horizon(1);
  Continued nothing;
  nothing.solution.outcome = bvp::Outcome::not_converged;
  return nothing;
}

Continued continue_in_ends(Attempt& attempt, bvp::Curve curve) {
  Question& question = attempt.question();
  const bvp::Bvp bvp = question.bvp();
  std::vector<double> miss(bvp.conditions());
  question.set(curve.p.data());
  Continued result;
  result.solution.outcome = bvp::Outcome::not_converged;
  if (!question.ends(curve.at(0), curve.at(curve.intervals()), miss.data(), nullptr, nullptr,
                     nullptr)) {
    return result;
  }
  result.solution.curve = resample(curve, bvp::even_mesh(rough_intervals));
  return follow(
      attempt, std::move(result.solution), 0,
      [&](double sigma) {
        std::vector<double> left = miss;
        for (double& b : left) b *= 1 - sigma;
        question.set_miss(sigma == 1 ? std::vector<double>{} : std::move(left));
      },
      true);
}

Continued continue_in_parameters(Attempt& attempt) {
  Question& question = attempt.question();
  const std::vector<double> target = question.equations().parameters;
  const auto set = [&](double sigma) {
    std::vector<double> now = target;
    for (const auto& [number, begin] : attempt.plan().follow) {
      double& value = now[number];
      value = value_between(begin, value, sigma);
    }
    question.set_parameters(now);
  };
  set(0);
  bvp::Solution solution = attempt.first(fair);
  if (solution.outcome != bvp::Outcome::done) {
    set(1);
    return {std::move(solution), 0, false};
  }
  return follow(attempt, std::move(solution), 0, set);
}

}  // namespace zwang::extremal
