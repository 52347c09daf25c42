// SPDX-License-Identifier: Apache-2.0
#include "variation/row_space.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"

namespace zwang::variation {

namespace {

double dot(Index n, const double* x, const double* y) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace

RowSpace::RowSpace(Index columns)
    : columns_(columns),
      Y_(at(columns * columns)),
      R_(at(columns * columns)),
      x_(at(columns)),
      parts_(at(columns)) {}

void RowSpace::clear() { rank_ = 0; }

// Takes what lies along the first basis vectors out of x, adds it to parts; the length of the rest.
double RowSpace::remove(Index count, double* x, double* parts) const {
  bool found = true;  // twice, unless nothing lay along them: coordinates stand on each other
  for (int pass = 0; pass < 2 && found; ++pass) {
    found = false;
    for (Index k = 0; k < count; ++k) {
      const double part = dot(columns_, basis(k), x);
      if (part == 0) continue;
      found = true;
      if (parts) parts[k] += part;
      for (Index i = 0; i < columns_; ++i) x[i] -= part * basis(k)[i];
    }
  }
  return std::sqrt(dot(columns_, x, x));
}

bool RowSpace::add(const double* row, double tolerance) {
  const double length = std::sqrt(dot(columns_, row, row));
  if (rank_ == columns_ || !(length > 0) || !std::isfinite(length)) return false;
  std::copy_n(row, columns_, x_.data());
  std::fill(parts_.begin(), parts_.end(), 0.0);
  const double left = remove(rank_, x_.data(), parts_.data());
  if (left <= tolerance * length) return false;
  double* const R = R_.data() + rank_ * columns_;
  std::copy_n(parts_.data(), rank_, R);
  R[rank_] = left;
  for (Index i = 0; i < columns_; ++i) Y_[at(rank_ * columns_ + i)] = x_[at(i)] / left;
  ++rank_;
  return true;
}

// Of the unit vectors always the one with the longest rest.
void RowSpace::complete() {
  for (Index k = rank_; k < columns_; ++k) {
    Index best = 0;
    double most = -1;
    for (Index j = 0; j < columns_; ++j) {
      double rest = 1;
      for (Index i = 0; i < k; ++i) rest -= basis(i)[j] * basis(i)[j];
      if (rest > most + 1e-9) {
        most = rest;
        best = j;
      }
    }
    double* const y = Y_.data() + k * columns_;
    std::fill_n(y, columns_, 0.0);
    y[best] = 1;
    const double left = remove(k, y, nullptr);
    ensures(left > 0);
    for (Index i = 0; i < columns_; ++i) y[i] /= left;
  }
}

// Rowsᵀ ν = Yᵀ Rᵀ ν ≈ x.
void RowSpace::multipliers(const double* x, double* nu) const {
  for (Index k = rank_ - 1; k >= 0; --k) {
    double sum = dot(columns_, basis(k), x);
    for (Index i = k + 1; i < rank_; ++i) sum -= R_[at(i * columns_ + k)] * nu[i];
    nu[k] = sum / R_[at(k * columns_ + k)];
  }
}

void RowSpace::shortest(const double* demand, double* d) const {
  std::fill_n(d, columns_, 0.0);
  std::vector<double> part(at(rank_));
  for (Index k = 0; k < rank_; ++k) {
    double sum = demand[k];
    for (Index i = 0; i < k; ++i) sum -= R_[at(k * columns_ + i)] * part[at(i)];
    part[at(k)] = sum / R_[at(k * columns_ + k)];
    for (Index i = 0; i < columns_; ++i) d[i] += part[at(k)] * basis(k)[i];
  }
}

}  // namespace zwang::variation
