// SPDX-License-Identifier: Apache-2.0
#include "extremal/verdict.h"

#include <algorithm>
#include <cmath>

#include "variation/chain/second_variation.h"
#include "variation/fields/jacobi.h"

namespace zwang::extremal {

namespace {

// Nodes of the second variation: few where they shall only confirm what fields have counted.
constexpr Index least_nodes = 48, least_to_confirm = 32, most_nodes = 600;

variation::SampledCurve sample_along(Question& question, const View& view, const bvp::Curve& curve,
                                     Index intervals) {
  const Shape& shape = question.shape();
  variation::SampledCurve sampled;
  std::vector<double> z(curve.size());
  for (Index k = 0; k <= intervals; ++k) {
    const double tau = static_cast<double>(k) / static_cast<double>(intervals);
    evaluate(curve, tau, z.data());
    question.evaluate(equations::Stage::dynamics, tau, z.data());
    sampled.t.push_back(question.span().time(tau));
    sampled.x.insert(sampled.x.end(), z.begin(), z.begin() + shape.n);
    sampled.v.insert(sampled.v.end(), question.v(), question.v() + shape.n);
    for (Index j = 0; j < shape.lambdas; ++j) {
      sampled.lambda.push_back(view.sign() * z[shape.lambda() + j]);
    }
    const bool solved = question.instants().solve(question.numbers());
    for (const Index row : view.position_rows()) {
      sampled.multipliers.push_back(solved ? view.sign() * question.instants().multipliers()[row]
                                           : 0.0);
    }
  }
  for (Index j = 0; j < shape.integrals; ++j) {
    sampled.mu.push_back(view.sign() * curve.p[j]);
  }
  return sampled;
}

// An unknown that F itself contains; the second variation knows end times only.
bool in_functional(Question& question, const bvp::Curve& curve) {
  const Shape& shape = question.shape();
  std::vector<double> z(curve.size());
  for (const double tau : {0.13, 0.52, 0.91}) {
    evaluate(curve, tau, z.data());
    question.evaluate(equations::Stage::density, tau, z.data());
    for (const Index j : shape.quadratures) {
      if (question.numbers().densities()[shape.integrals + 2 + j] != 0) return true;
    }
  }
  return false;
}

// With what the ends allow.
variation::SampledCurve sample(Question& question, const View& view, const bvp::Curve& curve,
                               Index intervals) {
  const Shape& shape = question.shape();
  const Index n = shape.n, width = 2 * n + shape.unknowns;
  variation::SampledCurve sampled = sample_along(question, view, curve, intervals);
  // Of all unknowns those that are free, and of rows and curvature their columns.
  std::vector<Index> columns;
  for (Index i = 0; i < 2 * n; ++i) columns.push_back(i);
  for (const Index j : shape.quadratures) {
    columns.push_back(2 * n + j);
    sampled.time_slopes.push_back(question.span().t0_slopes[j]);
    sampled.time_slopes.push_back(question.span().t0_slopes[j] + question.span().length_slopes[j]);
  }
  sampled.free = static_cast<Index>(shape.quadratures.size());
  const std::vector<double> rows = question.end_rows().variation_rows();
  const std::vector<double> bend = question.end_rows().variation_curvature();
  for (auto row = rows.begin(); row != rows.end(); row += width) {
    for (const Index j : columns) sampled.end_rows.push_back(row[j]);
  }
  for (const Index i : columns) {
    for (const Index j : columns) {
      sampled.end_curvature.push_back(-view.sign() * bend[i * width + j]);
    }
  }
  return sampled;
}

// `expected`: by fields; −1: nothing is.
variation::Inertia by_second_variation(Question& question, View& view, const bvp::Curve& curve,
                                       Index expected) {
  if (in_functional(question, curve)) return {};
  const auto nodes = [&curve](Index for_each, Index least) {
    return std::clamp(for_each * curve.intervals(), least, most_nodes);
  };
  if (expected >= 0) {
    const variation::SampledCurve few = sample(question, view, curve, nodes(2, least_to_confirm));
    if (confirms(view.functional(), few, expected)) return {expected, 0, true};
    question.set(curve.p.data());
  }
  return second_variation(view.functional(), sample(question, view, curve, nodes(4, least_nodes)));
}

// Rows over (δx₀, δx₁, δunknowns) as rows over (δz(0), δz(1), δp).
std::vector<double> widen(const Shape& shape, const std::vector<double>& rows) {
  const Index n = shape.n, size = shape.size(), width = 2 * size + shape.parameters();
  std::vector<double> wide;
  for (auto row = rows.begin(); row != rows.end(); row += 2 * n + shape.unknowns) {
    const auto first = static_cast<Index>(wide.size());
    wide.resize(first + width);
    std::copy_n(row, n, wide.begin() + first);
    std::copy_n(row + n, n, wide.begin() + first + size);
    std::copy_n(row + 2 * n, shape.unknowns, wide.begin() + first + 2 * size + shape.unknown());
  }
  return wide;
}

// From the slopes of the conditions at the ends of this curve: a natural one is the derivative of the
// action in a direction, and so its slopes are second derivatives.
variation::EndForm end_form(Question& question, const bvp::Curve& curve) {
  const Shape& shape = question.shape();
  const bvp::Bvp bvp = question.bvp();
  const Index count = bvp.conditions(), size = bvp.size(), parameters = bvp.parameters;
  std::vector<double> B(count), B0(count * size), B1(B0), Bp(count * parameters);
  question.ends(curve.at(0), curve.at(curve.intervals()), B.data(), B0.data(), B1.data(),
                Bp.data());
  const EndRows& ends = question.end_rows();
  variation::EndForm form;
  form.held = widen(shape, ends.variation_rows());
  form.along = widen(shape, ends.variation_directions());
  const auto take = [&](Index row, std::vector<double>& rows) {
    rows.insert(rows.end(), B0.begin() + row * size, B0.begin() + (row + 1) * size);
    rows.insert(rows.end(), B1.begin() + row * size, B1.begin() + (row + 1) * size);
    rows.insert(rows.end(), Bp.begin() + row * parameters, Bp.begin() + (row + 1) * parameters);
  };
  // The last of all, in this order: integrals, each at both ends; quadratures; natural conditions.
  const Index natural = count - ends.naturals();
  const Index integral =
      natural - static_cast<Index>(shape.quadratures.size()) - 2 * shape.integrals;
  for (Index k = 0; k < shape.integrals; ++k) take(integral + 2 * k + 1, form.held);
  for (Index k = 0; k < ends.naturals(); ++k) take(natural + k, form.natural);
  const Span& span = question.span();
  form.stretch.assign(parameters, 0);
  for (Index j = 0; j < shape.unknowns; ++j) {
    const double t0 = span.t0_slopes[j], t1 = t0 + span.length_slopes[j];
    const double p = std::abs(curve.p[shape.unknown() + j]);
    const double moved = (std::abs(t0) + std::abs(t1)) / std::abs(span.length);
    form.stretch[shape.unknown() + j] = moved > 0 ? moved : p > 0 ? 1 / p : 1;
  }
  return form;
}

// One column for each unknown that is free: the same velocity at the start, over another time.
std::vector<double> moving_unknowns(const Question& question, const bvp::Curve& curve) {
  const Shape& shape = question.shape();
  const Index length = shape.size() + shape.parameters();
  std::vector<double> columns(shape.quadratures.size() * at(length));
  double* column = columns.data();
  for (const Index j : shape.quadratures) {
    const double stretch = question.span().length_slopes[j] / question.span().length;
    for (Index i = shape.n; i < 2 * shape.n; ++i) column[i] = stretch * curve.at(0)[i];
    column[shape.size() + shape.unknown() + j] = 1;
    column += length;
  }
  return columns;
}

// A field's points are worth telling where it leaves the start as the ends say. With a free end time
// neighbours need not arrive at the same time, and points of a fixed one mean nothing.
void tell_points(const Question& question, const variation::JacobiResult& result, Found& found) {
  if (!result.focal || !question.shape().quadratures.empty()) return;
  for (const variation::ConjugatePoint& point : result.points) {
    const double t = found.t0 + point.tau * (found.t1 - found.t0);
    found.conjugate_times.insert(found.conjugate_times.end(), at(point.multiplicity), t);
  }
}

}  // namespace

variation::JacobiPlan plan_for(const Question& question, const bvp::Bvp& bvp,
                               const variation::Functional& functional, const bvp::Curve& curve,
                               double tolerance) {
  variation::JacobiPlan plan;
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

void count_index(Question& question, View& view, const variation::JacobiPlan& asked, Found& found) {
  const bvp::Curve& curve = *asked.curve;
  variation::JacobiPlan plan = asked;
  variation::EndForm form;
  const bool fixed = question.end_rows().all_fixed();
  if (!fixed) {
    form = end_form(question, curve);
    plan.ends = &form;
    plan.others = moving_unknowns(question, curve);
  }
  const variation::JacobiResult fields = conjugate_points(plan);
  question.set(curve.p.data());
  if (fields.done) {
    tell_points(question, fields, found);
    found.index_by_fields = fixed ? static_cast<Index>(found.conjugate_times.size()) : fields.index;
    found.end_conjugate = fixed && fields.at_end;
  } else if (fixed) {
    return;  // fields that could not be followed: rows whose gradients vanish
  }

  view.set_sign(asked.sign);  // of a maximum, what counts is −F
  const bool sure = fields.done && fields.nullity == 0;
  const variation::Inertia second =
      by_second_variation(question, view, curve, sure ? found.index_by_fields : Index{-1});
  view.set_sign(1);
  question.set(curve.p.data());
  if (second.known) found.index_by_second_variation = second.negative;
  found.nullity = found.index_by_fields >= 0 ? fields.nullity : second.known ? second.zero : -1;
}

}  // namespace zwang::extremal
