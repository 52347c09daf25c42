// SPDX-License-Identifier: Apache-2.0
#include "linalg/verified.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lu.h"

namespace zwang::linalg {

namespace {

constexpr double kUnit = std::numeric_limits<double>::epsilon() / 2;  // u: of one rounding
constexpr double kTiny = std::numeric_limits<double>::denorm_min();   // of one underflow

/// Never less than the true sum, where x ≥ 0 came of at most `count` roundings to nearest of terms
/// that are not negative: (1 − u)^−count ≤ 1 + 2 count u. Each product may have underflowed too.
double above(double x, Index count) {
  const auto k = static_cast<double>(count + 4);
  return x * (1 + 4 * k * kUnit) + 4 * k * kTiny;
}

}  // namespace

// Doubled: the parts that rounding cuts off are summed beside.
void EnclosedSum::add(double a, double b, double a_radius, double b_radius) noexcept {
  const double product = a * b, product_rest = std::fma(a, b, -product);
  const double sum = x_ + product, back = sum - x_;
  const double sum_rest = (x_ - (sum - back)) + (product - back);
  x_ = sum;
  tail_ += product_rest + sum_rest;
  size_ += std::fabs(product);
  spread_ += (std::fabs(a) + a_radius) * b_radius + a_radius * std::fabs(b);
  ++count_;
}

// |error| ≤ u |x| + γ² Σ|a b|, γ = k u/(1 − k u) ≤ 1.5 k u, and five underflows a term.
EnclosedNumber EnclosedSum::value() const noexcept {
  const auto k = static_cast<double>(count_ + 1);
  const double x = x_ + tail_, gamma = 1.5 * k * kUnit;
  const double radius = above(kUnit * std::fabs(x) * 2 + gamma * gamma * above(size_, count_) +
                                  above(spread_, 4 * count_) + 5 * k * kTiny,
                              8);
  // Also what is not a number is bounded by nothing.
  return {x, radius <= std::numeric_limits<double>::max()
                 ? radius
                 : std::numeric_limits<double>::infinity()};
}

VerifiedSystem::VerifiedSystem(Index size, std::vector<double> K, std::vector<double> radius)
    : size_(size), K_(std::move(K)), radius_(std::move(radius)) {
  if (size_ == 0) {
    proved_ = true;
    condition_ = 1;
    return;
  }
  scale();
  if (!invert()) return;
  bound_contraction();
  proved_ = contraction_ < 0.5;  // beyond, radii would be more than twice what they need to be
}

// By powers of two, which are exact: entries of like size make the largest row sum a fair norm.
void VerifiedSystem::scale() {
  const auto n = static_cast<std::size_t>(size_);
  std::vector<double> row(n, 1), column(n, 1);
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      double most = 0;
      for (std::size_t j = 0; j < n; ++j)
        most = std::max(most, std::fabs(K_[i * n + j]) * row[i] * column[j]);
      if (most > 0 && std::isfinite(most)) row[i] /= std::sqrt(most);
    }
    for (std::size_t j = 0; j < n; ++j) {
      double most = 0;
      for (std::size_t i = 0; i < n; ++i)
        most = std::max(most, std::fabs(K_[i * n + j]) * row[i] * column[j]);
      if (most > 0 && std::isfinite(most)) column[j] /= std::sqrt(most);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    row_power_.push_back(std::ilogb(row[i]));
    column_power_.push_back(std::ilogb(column[i]));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const int power = row_power_[i] + column_power_[j];
      double& entry = K_[i * n + j];
      const double scaled = std::ldexp(entry, power);
      const bool exact = std::ldexp(scaled, -power) == entry;
      entry = scaled;
      if (!exact && radius_.empty()) radius_.assign(n * n, 0);
      if (radius_.empty()) continue;
      double& radius = radius_[i * n + j];
      if (radius > 0) radius = above(std::ldexp(radius, power), 1);
      if (!exact) radius += 2 * kTiny;
    }
}

// Row by row, from the factors of the transpose: so I − R K is small where K R − I need not be.
bool VerifiedSystem::invert() {
  const auto n = static_cast<std::size_t>(size_);
  std::vector<double> factors = K_;
  std::vector<Index> order(n);
  const Lu lu{size_, factors.data(), order.data()};
  if (!factor_lu(lu)) return false;
  R_.assign(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    R_[i * n + i] = 1;
    solve_lu(lu, R_.data() + i * n);
  }
  return std::all_of(R_.begin(), R_.end(), [](double x) { return std::isfinite(x); });
}

// |I − R K| ≤ |1 − fl(R K)| + n u |R||K| + |R| radius.
void VerifiedSystem::bound_contraction() {
  const auto n = static_cast<std::size_t>(size_);
  std::vector<double> product(n), sizes(n), spread(n);
  double largest_R = 0, largest_K = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::fill(product.begin(), product.end(), 0.0);
    std::fill(sizes.begin(), sizes.end(), 0.0);
    std::fill(spread.begin(), spread.end(), 0.0);
    double row_R = 0, row_K = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double r = R_[i * n + k], size = std::fabs(r), *K = K_.data() + k * n;
      row_R += size;
      row_K += std::fabs(K_[i * n + k]);
      for (std::size_t j = 0; j < n; ++j) {
        product[j] += r * K[j];
        sizes[j] += size * std::fabs(K[j]);
      }
      for (std::size_t j = 0; j < n && !radius_.empty(); ++j)
        spread[j] += size * radius_[k * n + j];
    }
    product[i] -= 1;  // its rounding is the (n + 1)-th
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double rounding =
          1.5 * static_cast<double>(n + 2) * kUnit * (above(sizes[j], size_) + 1);
      sum += std::fabs(product[j]) * (1 + 2 * kUnit) + rounding + above(spread[j], size_);
    }
    g_.push_back(above(sum, 4 * size_));
    largest_R = std::max(largest_R, row_R);
    largest_K = std::max(largest_K, row_K);
    if (!(g_.back() < 1)) g_.back() = 1;  // also for what is not a number
    contraction_ = std::max(contraction_, g_.back());
  }
  condition_ = largest_R * largest_K;
}

Enclosed VerifiedSystem::residual(const Enclosed& c, const std::vector<double>& z) const {
  const auto n = static_cast<std::size_t>(size_);
  Enclosed r{std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    EnclosedSum sum;
    sum.add(c.x[i], 1, c.radius[i]);
    for (std::size_t j = 0; j < n; ++j)
      sum.add(-K_[i * n + j], z[j], radius_.empty() ? 0 : radius_[i * n + j]);
    r.x[i] = sum.value().x;
    r.radius[i] = sum.value().radius;
  }
  return r;
}

Enclosed VerifiedSystem::solve(const Enclosed& given) const {
  const auto n = static_cast<std::size_t>(size_);
  Enclosed c = given, answer{std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    const double scaled = std::ldexp(c.x[i], row_power_[i]);
    const bool exact = std::ldexp(scaled, -row_power_[i]) == c.x[i];
    c.x[i] = scaled;
    c.radius[i] = c.radius[i] > 0 ? above(std::ldexp(c.radius[i], row_power_[i]), 1) : 0;
    if (!exact) c.radius[i] += 2 * kTiny;
  }
  const auto times_R = [&](const std::vector<double>& x, std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += R_[i * n + j] * x[j];
    return sum;
  };
  std::vector<double>& z = answer.x;
  Enclosed r;
  for (int round = 0; round < 3; ++round) {
    r = residual(c, z);
    for (std::size_t i = 0; i < n; ++i) z[i] += times_R(r.x, i);
  }
  r = residual(c, z);
  std::vector<double>& error = answer.radius;
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double size = 0, spread = 0;
    for (std::size_t j = 0; j < n; ++j) {
      size += std::fabs(R_[i * n + j] * r.x[j]);
      spread += std::fabs(R_[i * n + j]) * r.radius[j];
    }
    const double rounding = 1.5 * static_cast<double>(n + 1) * kUnit * above(size, size_);
    error[i] = above(std::fabs(times_R(r.x, i)) + rounding + above(spread, size_), 4 * size_);
    most = std::max(most, error[i]);
  }
  const double rest = above(most / (1 - contraction_), 4);
  for (std::size_t i = 0; i < n; ++i) {
    const double bound = above(error[i] + g_[i] * rest, 4);
    const int power = column_power_[i];
    const double scaled = std::ldexp(z[i], power);
    const bool exact = std::ldexp(scaled, -power) == z[i];
    z[i] = scaled;
    error[i] = above(std::ldexp(bound, power), 1) + (exact ? 0 : 2 * kTiny);
  }
  return answer;
}

}  // namespace zwang::linalg
