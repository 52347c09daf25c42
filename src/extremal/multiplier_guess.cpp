// SPDX-License-Identifier: Apache-2.0
#include "extremal/guess.h"

#include <algorithm>
#include <cmath>

#include "extremal/question/view.h"
#include "linalg/spectrum.h"

namespace zwang::extremal {

namespace {

// Of two neighbouring λ: small against Euler's equations, so that it only decides what they leave
// open.
constexpr double smoothness = 1e-3;
constexpr double zero_pivot = 1e-10;

/// What is left of Euler's equations and of the natural conditions, as a function of all λ and μ.
class Residual {
 public:
  Residual(Question& question, bvp::Curve& curve)
      : question_(question),
        curve_(curve),
        shape_(question.shape()),
        view_(question),
        functional_(view_.functional()),
        n_(shape_.n),
        momenta_((curve.intervals() + 1) * n_),
        rows_(functional_.rows),
        A_(std::max(functional_.rows * n_, Index{1})),
        B_(shape_.size() + shape_.parameters()) {}

  std::vector<double> operator()() {
    std::vector<double> left;
    question_.set(curve_.p.data());
    sum_quadratures();
    const Index N = curve_.intervals();
    for (Index k = 0; k <= N; ++k) momentum(k);
    for (Index k = 0; k < N; ++k) euler(k, left);
    natural(left);
    for (Index k = 0; k < N; ++k) {
      for (Index j = 0; j < shape_.lambdas; ++j) {
        const Index column = shape_.lambda() + j;
        left.push_back(smoothness * (curve_.at(k + 1)[column] - curve_.at(k)[column]));
      }
    }
    return left;
  }

 private:
  void momentum(Index k) {
    question_.evaluate(equations::Stage::density, curve_.mesh[k], curve_.at(k));
    std::copy_n(question_.numbers().momentum(), n_, momenta_.data() + k * n_);
  }

  // (F_v(k+1) − F_v(k))/h − F_x in the middle, without what constraints can carry.
  void euler(Index k, std::vector<double>& left) {
    const double tau = 0.5 * (curve_.mesh[k] + curve_.mesh[k + 1]);
    std::vector<double> z(shape_.size()), r(n_);
    for (Index i = 0; i < shape_.size(); ++i) {
      z[i] = 0.5 * (curve_.at(k)[i] + curve_.at(k + 1)[i]);
    }
    question_.evaluate(equations::Stage::second, tau, z.data());
    const double h = question_.span().length * (curve_.mesh[k + 1] - curve_.mesh[k]);
    const double* const F_x = question_.numbers().F_x();
    for (Index i = 0; i < n_; ++i) {
      r[i] = (momenta_[(k + 1) * n_ + i] - momenta_[k * n_ + i]) / h - F_x[i];
    }
    const double t = question_.span().time(tau);
    linalg::RowSpace space(n_);
    if (functional_.position_rows(functional_.self, t, z.data(), rows_.data(), A_.data())) {
      for (Index i = 0; i < functional_.rows; ++i) space.add(A_.data() + i * n_, 1e-6);
    }
    for (Index b = 0; b < space.rank(); ++b) {
      double part = 0;
      for (Index i = 0; i < n_; ++i) part += space.basis(b)[i] * r[i];
      for (Index i = 0; i < n_; ++i) r[i] -= part * space.basis(b)[i];
    }
    left.insert(left.end(), r.begin(), r.end());
  }

  // ∂S/∂p by the rule of the middle, into the last point.
  void sum_quadratures() {
    const Index first = shape_.lambdas + shape_.integrals;
    std::vector<double> z(shape_.size()), c(shape_.extra());
    std::vector<double> sum(shape_.quadratures.size());
    for (Index k = 0; k < curve_.intervals() && !sum.empty(); ++k) {
      const double tau = 0.5 * (curve_.mesh[k] + curve_.mesh[k + 1]);
      for (Index i = 0; i < shape_.size(); ++i) {
        z[i] = 0.5 * (curve_.at(k)[i] + curve_.at(k + 1)[i]);
      }
      question_.evaluate(equations::Stage::density, tau, z.data());
      question_.quadrature_rates(tau, c.data());
      for (std::size_t j = 0; j < sum.size(); ++j) {
        sum[j] += (curve_.mesh[k + 1] - curve_.mesh[k]) * c[at(first) + j];
      }
    }
    for (std::size_t j = 0; j < sum.size(); ++j) {
      curve_.at(curve_.intervals())[shape_.quadrature() + static_cast<Index>(j)] = sum[j];
    }
  }

  // Natural conditions are the last of those at the ends.
  void natural(std::vector<double>& left) {
    const Index N = curve_.intervals(), count = question_.end_rows().naturals();
    if (count == 0) return;
    if (!question_.ends(curve_.at(0), curve_.at(N), B_.data(), nullptr, nullptr, nullptr)) return;
    for (std::size_t k = B_.size() - at(count); k < B_.size(); ++k) {
      left.push_back(B_[k] * static_cast<double>(N));
    }
  }

  Question& question_;
  bvp::Curve& curve_;
  const Shape& shape_;
  View view_;
  variation::Functional functional_;
  Index n_;
  std::vector<double> momenta_, rows_, A_, B_;
};

// Where the numbers that are looked for stand in the curve.
std::vector<double*> places(const Shape& shape, bvp::Curve& curve) {
  std::vector<double*> found;
  for (Index k = 0; k <= curve.intervals(); ++k) {
    for (Index j = 0; j < shape.lambdas; ++j) found.push_back(curve.at(k) + shape.lambda() + j);
  }
  for (Index k = 0; k < shape.integrals; ++k) found.push_back(&curve.p[k]);
  return found;
}

}  // namespace

void guess_multipliers(Question& question, bvp::Curve& curve) {
  const std::vector<double*> y = places(question.shape(), curve);
  if (y.empty()) return;
  Residual residual(question, curve);
  for (double* place : y) *place = 0;
  const std::vector<double> zero = residual();
  const std::size_t count = y.size();
  std::vector<std::vector<double>> columns;
  for (double* place : y) {
    *place = 1;
    columns.push_back(residual());
    *place = 0;
    for (std::size_t i = 0; i < zero.size(); ++i) columns.back()[i] -= zero[i];
  }
  std::vector<double> normal(count * count), rhs(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < zero.size(); ++k) rhs[i] -= columns[i][k] * zero[k];
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < zero.size(); ++k) sum += columns[i][k] * columns[j][k];
      normal[i * count + j] = normal[j * count + i] = sum;
    }
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(normal.begin(), normal.end(), finite) ||
      !std::all_of(rhs.begin(), rhs.end(), finite)) {
    return;
  }
  const std::vector<double> found =
      linalg::shortest_solution(static_cast<Index>(count), normal, rhs, zero_pivot);
  for (std::size_t i = 0; i < count; ++i) *y[i] = found[i];
  question.set(curve.p.data());
}

}  // namespace zwang::extremal
