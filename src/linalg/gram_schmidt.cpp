// SPDX-License-Identifier: Apache-2.0
#include "linalg/gram_schmidt.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/contract.h"
#include "linalg/vector.h"

namespace zwang::linalg {

RowSpace::RowSpace(Index columns)
    : columns_(columns),
      Y_(columns * columns),
      R_(columns * columns),
      x_(columns),
      parts_(columns) {}

void RowSpace::clear() { rank_ = 0; }

// Takes what lies along the first basis vectors out of x, adds it to parts; the length of the rest.
double RowSpace::remove(Index count, double* x, double* parts) const {
  bool found = true;  // twice, unless nothing lay along them: coordinates stand on each other
  for (int pass = 0; pass < 2 && found; ++pass) {
    found = false;
    for (Index k = 0; k < count; ++k) {
      const double part = dot(basis(k), x, columns_);
      if (part == 0) continue;
      found = true;
      if (parts) parts[k] += part;
      for (Index i = 0; i < columns_; ++i) x[i] -= part * basis(k)[i];
    }
  }
  return std::sqrt(dot(x, x, columns_));
}

bool RowSpace::add(const double* row, double tolerance) {
  const double length = std::sqrt(dot(row, row, columns_));
  if (rank_ == columns_ || !(length > 0) || !std::isfinite(length)) return false;
  std::copy_n(row, columns_, x_.data());
  std::fill(parts_.begin(), parts_.end(), 0.0);
  const double left = remove(rank_, x_.data(), parts_.data());
  if (left <= tolerance * length) return false;
  double* const R = R_.data() + rank_ * columns_;
  std::copy_n(parts_.data(), rank_, R);
  R[rank_] = left;
  for (Index i = 0; i < columns_; ++i) Y_[rank_ * columns_ + i] = x_[i] / left;
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
    double sum = dot(basis(k), x, columns_);
    for (Index i = k + 1; i < rank_; ++i) sum -= R_[i * columns_ + k] * nu[i];
    nu[k] = sum / R_[k * columns_ + k];
  }
}

void RowSpace::shortest(const double* demand, double* d) const {
  std::fill_n(d, columns_, 0.0);
  std::vector<double> part(rank_);
  for (Index k = 0; k < rank_; ++k) {
    double sum = demand[k];
    for (Index i = 0; i < k; ++i) sum -= R_[k * columns_ + i] * part[i];
    part[k] = sum / R_[k * columns_ + k];
    for (Index i = 0; i < columns_; ++i) d[i] += part[k] * basis(k)[i];
  }
}

namespace {

void add(Index N, double factor, const double* from, double* to) {
  for (Index i = 0; i < N; ++i) to[i] += factor * from[i];
}

void scale(Index N, double factor, double* x) {
  for (Index i = 0; i < N; ++i) x[i] *= factor;
}

}  // namespace

Index orthonormalise(Index N, double* W, double* C, double* size, double least) noexcept {
  std::fill_n(C, N * N, 0.0);
  for (Index k = 0; k < N; ++k) C[k * N + k] = 1;
  const auto left = [&](Index k) { return norm(W + k * N, N) / size[k]; };  // NaN for 0 of 0
  for (Index k = 0; k < N; ++k) {
    Index most = k;
    for (Index j = k + 1; j < N; ++j)
      if (!(left(j) <= left(most)) && left(j) > 0) most = j;
    if (most > k) {
      std::swap_ranges(W + k * N, W + (k + 1) * N, W + most * N);
      std::swap_ranges(C + k * N, C + (k + 1) * N, C + most * N);
      std::swap(size[k], size[most]);
    }
    double *w = W + k * N, *c = C + k * N;
    // Once more against those before: of a short remainder most was rounding.
    for (Index j = 0; j < k; ++j) {
      const double part = dot(W + j * N, w, N);
      add(N, -part, W + j * N, w);
      add(N, -part, C + j * N, c);
    }
    if (!(left(k) > least) || !std::isfinite(left(k))) return k;
    const double length = norm(w, N);
    scale(N, 1 / length, w);
    scale(N, 1 / length, c);
    for (Index j = k + 1; j < N; ++j) {
      const double part = dot(w, W + j * N, N);
      add(N, -part, w, W + j * N);
      add(N, -part, c, C + j * N);
    }
  }
  return N;
}

void combine_columns(Index rows, Index count, const double* C, double* columns,
                     double* row) noexcept {
  for (Index i = 0; i < rows; ++i) {
    for (Index c = 0; c < count; ++c) row[c] = columns[c * rows + i];
    for (Index c = 0; c < count; ++c) columns[c * rows + i] = dot(C + c * count, row, count);
  }
}

void multiply(Index N, const double* A, const double* B, double* R) noexcept {
  std::fill_n(R, N * N, 0.0);
  for (Index j = 0; j < N; ++j)
    for (Index k = 0; k < N; ++k) add(N, B[j * N + k], A + k * N, R + j * N);
}

void multiply_transposed(Index N, const double* A, const double* B, double* R) noexcept {
  for (Index j = 0; j < N; ++j)
    for (Index i = 0; i < N; ++i) R[j * N + i] = dot(A + i * N, B + j * N, N);
}

}  // namespace zwang::linalg
