// SPDX-License-Identifier: Apache-2.0
#include "periodic/newton.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "estimate/singular.h"
#include "linalg/vector.h"

namespace zwang::periodic {

namespace {

// Of columns of length 1: slopes have ten digits or so.
constexpr double nothing = 1e-7;

// An orthonormal basis of the range of a projector, in sizes: all its singular values are 0, or 1 and more.
std::vector<double> basis_of(Index n, const std::vector<double>& P,
                             const std::vector<double>& size) {
  std::vector<double> turned(at(n * n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      turned[at(i * n + j)] = P[at(j * n + i)] * size[at(j)] / size[at(i)];
    }
  }
  const estimate::Singular svd = estimate::singular_values(n, n, turned);
  std::vector<double> basis;
  for (Index k = 0; k < n && svd.values[at(k)] > 0.5; ++k) {
    basis.insert(basis.end(), svd.vectors.begin() + k * n, svd.vectors.begin() + (k + 1) * n);
  }
  return basis;
}

}  // namespace

Linearised linearise(const Question& question, const Place& place, const Round& round,
                     bool with_parameter) {
  Linearised linear;
  const std::vector<double>& size = question.size;
  const auto n = static_cast<Index>(size.size());
  linear.n = n;
  linear.basis = basis_of(n, round.tangent, size);
  linear.d = static_cast<Index>(linear.basis.size()) / n;
  const Index d = linear.d;
  const bool period = !question.period_is_given;
  linear.unknowns = d + period + with_parameter;
  linear.rows = d + period;
  linear.A.assign(at(linear.rows * linear.unknowns), 0.0);
  linear.residual.assign(at(linear.rows), 0.0);
  const auto scaled = [&](const std::vector<double>& x) {
    std::vector<double> y(x);
    for (Index i = 0; i < n; ++i) y[at(i)] /= size[at(i)];
    return y;
  };
  const auto along = [&](Index j, const std::vector<double>& x) {
    return linalg::dot(linear.basis.data() + j * n, x.data(), n);
  };
  linear.reduced.assign(at(d * d), 0.0);
  for (Index k = 0; k < d; ++k) {
    std::vector<double> image(at(n), 0.0);
    for (Index j = 0; j < n; ++j) {
      const double by = linear.basis[at(k * n + j)] * size[at(j)];
      for (Index i = 0; i < n; ++i) image[at(i)] += round.slopes[at(j * n + i)] * by;
    }
    image = scaled(image);
    for (Index j = 0; j < d; ++j) {
      linear.reduced[at(k * d + j)] = along(j, image);
      linear.A[at(k * linear.rows + j)] = linear.reduced[at(k * d + j)] - (j == k ? 1.0 : 0.0);
    }
  }
  std::vector<double> off(round.end);
  for (Index i = 0; i < n; ++i) off[at(i)] -= round.start[at(i)];
  off = scaled(off);
  const std::vector<double> f = scaled(round.rate_start), f_end = scaled(round.rate_end);
  for (Index j = 0; j < d; ++j) linear.residual[at(j)] = along(j, off);
  linear.left = linalg::norm(off.data(), n);
  if (period) {
    const double whole = linalg::norm(f.data(), n);
    linear.left /= std::max(whole * place.period, 1e-300) / (2 * std::numbers::pi);
    for (Index j = 0; j < d; ++j) {
      linear.A[at(d * linear.rows + j)] = along(j, f_end) * place.period;
      linear.A[at(j * linear.rows + d)] = whole > 0 ? along(j, f) / whole : 0;
    }
  }
  if (with_parameter) {
    const std::vector<double> by = scaled(round.by_parameter);
    for (Index j = 0; j < d; ++j) {
      linear.A[at((linear.unknowns - 1) * linear.rows + j)] =
          along(j, by) * question.parameter_size;
    }
  }
  return linear;
}

void add_row(Linearised& linear, const std::vector<double>& row, double value) {
  std::vector<double> A;
  for (Index k = 0; k < linear.unknowns; ++k) {
    A.insert(A.end(), linear.A.begin() + k * linear.rows, linear.A.begin() + (k + 1) * linear.rows);
    A.push_back(row[at(k)]);
  }
  linear.A = std::move(A);
  linear.residual.push_back(-value);
  ++linear.rows;
}

ShortestStep shortest_step(const Linearised& linear, double weak) {
  const Index m = linear.rows, k = linear.unknowns;
  const estimate::Singular svd = estimate::singular_values(m, k, linear.A);
  ShortestStep step;
  step.u.assign(at(k), 0.0);
  for (Index c = 0; c < k; ++c) {
    const double* const v = svd.vectors.data() + c * k;
    if (svd.values[at(c)] <= std::max(nothing, weak) * std::max(svd.values[0], 1e-300)) {
      ++step.null;
      continue;
    }
    // u += v (A v)ᵀ(−r)/σ²
    double product = 0;
    for (Index i = 0; i < m; ++i) {
      double image = 0;
      for (Index j = 0; j < k; ++j) image += linear.A[at(j * m + i)] * v[j];
      product -= image * linear.residual[at(i)];
    }
    const double share = product / (svd.values[at(c)] * svd.values[at(c)]);
    for (Index j = 0; j < k; ++j) step.u[at(j)] += share * v[j];
  }
  step.weakest.assign(svd.vectors.end() - k, svd.vectors.end());
  return step;
}

Place moved(const Question& question, const Linearised& linear, const Place& from,
            const Round& round, const std::vector<double>& u) {
  Place to = from;
  to.x = round.start;
  const Index n = linear.n, d = linear.d;
  const bool period = !question.period_is_given;
  const bool parameter = linear.unknowns > d + period;
  const double by = parameter ? u.back() * question.parameter_size : 0;
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < d; ++j) sum += linear.basis[at(j * n + i)] * u[at(j)];
    to.x[at(i)] += sum * question.size[at(i)];
    if (parameter) to.x[at(i)] += by * round.start_by_parameter[at(i)];
  }
  if (period) to.period += u[at(d)] * from.period;
  to.parameter += by;
  return to;
}

}  // namespace zwang::periodic
