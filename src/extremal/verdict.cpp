// SPDX-License-Identifier: Apache-2.0
#include "extremal/verdict.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

#include "bvp/curve.h"
#include "bvp/shooting/shooting.h"
#include "extremal/question/question.h"
#include "linalg/vector.h"
#include "variation/fields/jacobi.h"

namespace zwang::extremal {

namespace {

constexpr double vanished = 1e-6;  // of a row's gradient, beside that of its neighbourhood

// Largest distance from the rows at one point.
struct Distance {
  double position = 0, velocity = 0;
};

Distance distance_from_rows(Question& question, double tau, const double* z) {
  const equations::Equations& equations = question.equations();
  question.evaluate(equations::Stage::projection, tau, z);
  equations::Workspace& numbers = question.numbers();
  Distance worst;
  for (Index i = 0; i < equations.m; ++i) {
    const auto row = at(i);
    double length = 0;
    for (Index k = equations.A().begin[row]; k < equations.A().begin[row + 1]; ++k) {
      length = std::hypot(length, numbers.A()[k]);
    }
    if (length == 0) length = 1;
    if (equations.rows[row].level == equations::Level::position) {
      worst.position = std::max(worst.position, std::abs(numbers.residual()[row]) / length);
    }
    worst.velocity = std::max(worst.velocity, std::abs(numbers.rate()[row]) / length);
  }
  return worst;
}

void measure_rows(Question& question, const bvp::Curve& curve, Found& found) {
  if (question.equations().m == 0) return;
  constexpr double thetas[] = {0.21, 0.5, 0.83};  // neither Gauss points nor alike
  bvp::GaussWeights within[std::size(thetas)];
  for (std::size_t k = 0; k < std::size(thetas); ++k)
    within[k] = bvp::weights_at(bvp::gauss(curve.stages), thetas[k]);
  std::vector<double> z(curve.size());
  for (Index i = 0; i <= curve.intervals(); ++i) {
    const double tau = curve.mesh[i];
    const Distance distance = distance_from_rows(question, tau, curve.at(i));
    found.residual.position = std::max(found.residual.position, distance.position);
    found.residual.velocity = std::max(found.residual.velocity, distance.velocity);
    if (i == curve.intervals()) break;
    for (std::size_t k = 0; k < std::size(thetas); ++k) {
      const double there = tau + thetas[k] * (curve.mesh[i + 1] - tau);
      value_within(curve, i, within[k], z.data());
      found.residual.dense =
          std::max(found.residual.dense, distance_from_rows(question, there, z.data()).position);
    }
  }
}

// A row's gradient here, and beside.
double length_of_row(Question& question, double tau, const double* z, Index row) {
  const equations::Equations& equations = question.equations();
  question.evaluate(equations::Stage::projection, tau, z);
  const auto first = equations.A().begin[row], last = equations.A().begin[row + 1];
  return linalg::norm(question.numbers().A() + first, last - first);
}

// Squares do this: (x² + y² − 1)² = 0 has no gradient where it holds.
std::vector<Index> vanished_rows(Question& question, const bvp::Curve& curve) {
  const equations::Equations& equations = question.equations();
  std::vector<Index> rows;
  std::vector<double> beside(curve.size());
  for (Index row = 0; row < equations.m; ++row) {
    bool all_along = true;
    for (Index i = 0; all_along && i <= curve.intervals(); ++i) {
      std::copy_n(curve.at(i), curve.size(), beside.begin());
      for (Index k = 0; k < curve.n; ++k) beside[k] += 1e-2 * (1 + std::abs(beside[k]));
      const double tau = curve.mesh[i], there = length_of_row(question, tau, beside.data(), row);
      all_along = length_of_row(question, tau, curve.at(i), row) <= vanished * there;
    }
    if (all_along) rows.push_back(row);
  }
  return rows;
}

void set_verdict(bool variational, Found& found) {
  const Index index =
      found.index_by_fields >= 0 ? found.index_by_fields : found.index_by_second_variation;
  if (!variational) {
    found.verdict = Verdict::solution;
  } else if (found.end_conjugate) {
    found.verdict = Verdict::degenerate;
  } else if (found.legendre == 0 || index < 0) {
    found.verdict = Verdict::stationary;
  } else if (index > 0) {
    found.verdict = Verdict::saddle;
  } else if (found.nullity > 0) {
    found.verdict = Verdict::degenerate;
  } else {
    found.verdict = found.legendre > 0 ? Verdict::minimum : Verdict::maximum;
  }
}

bool is_variational(const Question& question) {
  const equations::TwoEnds& two = question.two_ends();
  const auto is_velocity = [](const equations::EndRow& row) {
    return row.kind == equations::EndKind::velocity;
  };
  // The rolling of mechanics makes no integral stationary.
  return two.variational &&
         (two.lagrange || std::none_of(two.rows[0].begin(), two.rows[0].end(), is_velocity));
}

}  // namespace

double action_of(Question& question, const bvp::Curve& curve) {
  // One point more than the curve has of its own: its error is then that of the curve.
  const bvp::Gauss& points = bvp::gauss(std::min(curve.stages + 1, bvp::most_stages));
  const bvp::GaussWeights* const within = bvp::weights_at_points(curve.stages, points.s);
  std::vector<double> z(curve.size());
  double action = 0;
  for (Index i = 0; i < curve.intervals(); ++i) {
    const double h = curve.mesh[i + 1] - curve.mesh[i];
    double sum = 0;
    for (Index j = 0; j < points.s; ++j) {
      const double tau = curve.mesh[i] + points.c[j] * h;
      value_within(curve, i, within[j], z.data());
      question.evaluate(equations::Stage::density, tau, z.data());
      sum += points.end.once[j] * *question.numbers().integrand();
    }
    action += h * question.span().length * sum;
  }
  return action;
}

bool ends_conjugate(Question& question, const bvp::Curve& curve) {
  question.set(curve.p.data());
  if (!is_variational(question) || !question.end_rows().all_fixed()) return false;
  View view(question);
  const variation::Functional functional = view.functional();
  const bvp::Bvp bvp = question.bvp();
  const variation::JacobiResult result =
      conjugate_points(plan_for(question, bvp, functional, curve, 1e-6));
  question.set(curve.p.data());
  return result.done && (result.at_end || result.end_gap < 1e-4);
}

Found judge(Question& question, const bvp::Solution& solution, const Plan& asked) {
  const bvp::Curve& curve = solution.curve;
  question.set(curve.p.data());
  Found found;
  found.curve = curve;
  found.t0 = question.span().t0;
  found.t1 = found.t0 + question.span().length;
  found.mu.assign(curve.p.begin(), curve.p.begin() + question.shape().integrals);
  found.unknowns.assign(curve.p.begin() + question.shape().integrals, curve.p.end());
  found.error = solution.error;
  found.iterations = solution.iterations;
  measure_rows(question, curve, found);
  const bool variational = is_variational(question);
  if (question.two_ends().variational) {
    found.has_action = true;
    found.action = action_of(question, curve);
  }
  if (variational && asked.verdict) {
    View view(question);
    const variation::Functional functional = view.functional();
    const bvp::Bvp bvp = question.bvp();
    variation::JacobiPlan plan =
        plan_for(question, bvp, functional, curve, std::clamp(0.1 * asked.tolerance, 1e-13, 1e-9));
    const variation::Legendre legendre_of = legendre(plan);
    question.set(curve.p.data());
    found.legendre = plan.sign = legendre_of.positive ? 1 : legendre_of.negative ? -1 : 0;
    if (found.legendre != 0) count_index(question, view, plan, found);
    if (found.index_by_fields < 0) found.vanished = vanished_rows(question, curve);
  }
  set_verdict(variational, found);
  return found;
}

namespace {

// Largest difference of x and v at the points of the first, relative to the largest of each.
double difference(const bvp::Curve& a, const bvp::Curve& b) {
  std::vector<double> z(b.size());
  double most[2] = {0, 0}, size[2] = {0, 0};
  for (Index k = 0; k <= a.intervals(); ++k) {
    evaluate(b, a.mesh[k], z.data());
    for (Index i = 0; i < 2 * a.n; ++i) {
      const int part = i < a.n ? 0 : 1;
      most[part] = std::max(most[part], std::abs(a.at(k)[i] - z[i]));
      size[part] = std::max(size[part], std::abs(a.at(k)[i]));
    }
  }
  return std::max(size[0] > 0 ? most[0] / size[0] : most[0],
                  size[1] > 0 ? most[1] / size[1] : most[1]);
}

}  // namespace

void cross_check(const equations::Equations& equations, const Plan& plan, Found& found) {
  const auto begin = std::chrono::steady_clock::now();
  Question question(equations, Route::multipliers);
  if (question.prepare(plan.tolerance) != Failure::none) return;
  question.set(found.curve.p.data());
  bvp::SolveOptions options;
  options.tolerance = plan.tolerance;
  const bvp::Solution solution = shoot(question.bvp(), options, found.curve);
  if (solution.outcome != bvp::Outcome::done) return;
  found.cross.checked = true;
  found.cross.difference = difference(found.curve, solution.curve);
  found.cross.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace zwang::extremal
