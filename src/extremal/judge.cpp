// SPDX-License-Identifier: Apache-2.0
#include "extremal/judge.h"

#include <algorithm>
#include <cmath>

#include "extremal/dense.h"
#include "extremal/discrete.h"
#include "extremal/jacobi.h"

namespace zwang::extremal {

namespace {

// Nodes of the second variation: for smooth arcs the count of negative directions is right with far
// fewer, and it costs little.
constexpr Index least_nodes = 48, most_nodes = 600;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Largest distance from the rows at one point.
struct Distance {
  double position = 0, velocity = 0;
};

Distance distance_from_rows(Question& question, double tau, const double* z) {
  const equations::Equations& equations = question.equations();
  question.evaluate(equations.projection, tau, z);
  equations::Workspace& numbers = question.numbers();
  Distance worst;
  for (Index i = 0; i < equations.m; ++i) {
    const auto row = at(i);
    double length = 0;
    for (Index k = equations.A.begin[row]; k < equations.A.begin[row + 1]; ++k) {
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

void measure_rows(Question& question, const Curve& curve, Found& found) {
  std::vector<double> z(at(curve.size()));
  for (Index i = 0; i <= curve.intervals(); ++i) {
    const double tau = curve.mesh[at(i)];
    const Distance distance = distance_from_rows(question, tau, curve.at(i));
    found.position_residual = std::max(found.position_residual, distance.position);
    found.velocity_residual = std::max(found.velocity_residual, distance.velocity);
    if (i == curve.intervals()) break;
    for (const double theta : {0.21, 0.5, 0.83}) {
      const double within = tau + theta * (curve.mesh[at(i + 1)] - tau);
      evaluate(curve, within, z.data());
      found.dense_residual =
          std::max(found.dense_residual, distance_from_rows(question, within, z.data()).position);
    }
  }
}

SampledCurve sample(Question& question, const View& view, const Curve& curve, Index intervals) {
  const Shape& shape = question.shape();
  SampledCurve sampled;
  std::vector<double> z(at(curve.size()));
  for (Index k = 0; k <= intervals; ++k) {
    const double tau = static_cast<double>(k) / static_cast<double>(intervals);
    evaluate(curve, tau, z.data());
    question.evaluate(question.equations().dynamics, tau, z.data());
    sampled.t.push_back(question.span().time(tau));
    sampled.x.insert(sampled.x.end(), z.begin(), z.begin() + shape.n);
    sampled.v.insert(sampled.v.end(), question.v(), question.v() + shape.n);
    for (Index j = 0; j < shape.lambdas; ++j) {
      sampled.lambda.push_back(view.sign() * z[at(shape.lambda() + j)]);
    }
    const bool solved = question.instants().solve(question.numbers());
    for (const Index row : view.position_rows()) {
      sampled.multipliers.push_back(solved ? view.sign() * question.instants().multipliers()[row]
                                           : 0.0);
    }
  }
  for (Index j = 0; j < shape.integrals; ++j) {
    sampled.mu.push_back(view.sign() * curve.p[at(j)]);
  }
  return sampled;
}

// An unknown that F itself contains; the second variation knows end times only.
bool in_functional(Question& question, const Curve& curve) {
  const Shape& shape = question.shape();
  const equations::TwoEndsLayout& layout = question.two_ends().layout;
  std::vector<double> z(at(curve.size()));
  for (const double tau : {0.13, 0.52, 0.91}) {
    evaluate(curve, tau, z.data());
    question.evaluate(question.equations().density, tau, z.data());
    for (const Index j : shape.quadratures) {
      if (question.numbers().at(layout.densities)[shape.integrals + 2 + j] != 0) return true;
    }
  }
  return false;
}

// By the second variation of the discrete action.
Index index_by_second_variation(Question& question, View& view, const Curve& curve) {
  const Shape& shape = question.shape();
  const Index n = shape.n, u = shape.unknowns;
  if (in_functional(question, curve)) return -1;
  const Index nodes = std::clamp(4 * curve.intervals(), least_nodes, most_nodes);
  SampledCurve sampled = sample(question, view, curve, nodes);
  // Of all unknowns those that are free, and of rows and curvature their columns.
  std::vector<Index> columns;
  for (Index i = 0; i < 2 * n; ++i) columns.push_back(i);
  for (const Index j : shape.quadratures) {
    columns.push_back(2 * n + j);
    sampled.time_slopes.push_back(question.span().t0_slopes[at(j)]);
    sampled.time_slopes.push_back(question.span().t0_slopes[at(j)] +
                                  question.span().length_slopes[at(j)]);
  }
  sampled.free = static_cast<Index>(shape.quadratures.size());
  const std::vector<double> rows = question.end_rows().variation_rows();
  const std::vector<double> bend = question.end_rows().variation_curvature();
  for (Index k = 0; k < question.end_rows().rank(); ++k) {
    for (const Index j : columns) sampled.end_rows.push_back(rows[at(k * (2 * n + u) + j)]);
  }
  for (const Index i : columns) {
    for (const Index j : columns) {
      sampled.end_curvature.push_back(-view.sign() * bend[at(i * (2 * n + u) + j)]);
    }
  }
  const Inertia inertia = second_variation(view.functional(), sampled);
  question.set(curve.p.data());
  return inertia.known ? inertia.negative : Index{-1};
}

// The rows at the ends of this curve, for what variations they allow.
void look_at_ends(Question& question, const Curve& curve) {
  const Bvp bvp = question.bvp();
  const Index count = bvp.conditions(), size = bvp.size();
  std::vector<double> B(at(count)), B0(at(count * size)), B1(at(count * size)),
      Bp(at(count * bvp.parameters));
  question.ends(curve.at(0), curve.at(curve.intervals()), B.data(), B0.data(), B1.data(),
                Bp.data());
}

// By Jacobi fields that leave a fixed start; the index where the end is fixed as well.
void judge_by_fields(Question& question, const JacobiPlan& plan, Found& found) {
  const EndRows& ends = question.end_rows();
  // With a free end time neighbours need not arrive at the same time, and fields of a fixed one mean
  // nothing.
  if (!ends.starts_fixed() || !question.shape().quadratures.empty()) return;
  const JacobiResult result = conjugate_points(plan);
  if (!result.done) {  // fields that could not be followed: rows whose gradients vanish
    if (ends.all_fixed()) found.index_by_second_variation = -1;
    return;
  }
  Index count = 0;
  for (const ConjugatePoint& point : result.points) {
    count += point.multiplicity;
    const double t = found.t0 + point.tau * (found.t1 - found.t0);
    found.conjugate_times.insert(found.conjugate_times.end(), at(point.multiplicity), t);
  }
  if (!ends.all_fixed()) return;
  found.index_by_fields = count;
  found.end_conjugate = result.at_end;
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

JacobiPlan plan_for(const Question& question, const Bvp& bvp, const Functional& functional,
                    const Curve& curve, double tolerance) {
  JacobiPlan plan;
  plan.bvp = &bvp;
  plan.functional = &functional;
  plan.curve = &curve;
  plan.t0 = question.span().t0;
  plan.t1 = plan.t0 + question.span().length;
  plan.lambdas = question.shape().lambdas;
  plan.integrals = question.shape().integrals;
  plan.tolerance = tolerance;
  return plan;
}

}  // namespace

double action_of(Question& question, const Curve& curve) {
  // One point more than the curve has of its own: its error is then that of the curve.
  const Gauss& points = gauss(std::min(curve.stages + 1, most_stages));
  std::vector<double> z(at(curve.size()));
  double action = 0;
  for (Index i = 0; i < curve.intervals(); ++i) {
    const double h = curve.mesh[at(i + 1)] - curve.mesh[at(i)];
    double sum = 0;
    for (Index j = 0; j < points.s; ++j) {
      const double tau = curve.mesh[at(i)] + points.c[j] * h;
      evaluate(curve, tau, z.data());
      question.evaluate(question.equations().density, tau, z.data());
      sum += points.end.once[j] * *question.numbers().at(question.two_ends().layout.integrand);
    }
    action += h * question.span().length * sum;
  }
  return action;
}

bool ends_conjugate(Question& question, const Curve& curve) {
  question.set(curve.p.data());
  if (!is_variational(question) || !question.end_rows().all_fixed()) return false;
  View view(question);
  const Functional functional = view.functional();
  const Bvp bvp = question.bvp();
  const JacobiResult result = conjugate_points(plan_for(question, bvp, functional, curve, 1e-6));
  question.set(curve.p.data());
  return result.done && (result.at_end || result.end_gap < 1e-4);
}

Found judge(Question& question, const Solution& solution, const Plan& asked) {
  const Curve& curve = solution.curve;
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
    const Functional functional = view.functional();
    const Bvp bvp = question.bvp();
    const JacobiPlan plan =
        plan_for(question, bvp, functional, curve, std::clamp(0.1 * asked.tolerance, 1e-13, 1e-9));
    const Legendre legendre_of = legendre(plan);
    question.set(curve.p.data());
    found.legendre = legendre_of.positive ? 1 : legendre_of.negative ? -1 : 0;
    look_at_ends(question, curve);
    if (found.legendre != 0) {
      view.set_sign(found.legendre);  // of a maximum, what counts is −F
      found.index_by_second_variation = index_by_second_variation(question, view, curve);
      view.set_sign(1);
      judge_by_fields(question, plan, found);
    }
    question.set(curve.p.data());
  }
  set_verdict(variational, found);
  return found;
}

}  // namespace zwang::extremal
