// SPDX-License-Identifier: Apache-2.0
#include "variation/column_space.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/vector.h"

namespace zwang::variation {

using linalg::dot;
using linalg::norm;

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

}  // namespace zwang::variation
