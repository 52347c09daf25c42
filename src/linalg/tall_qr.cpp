// SPDX-License-Identifier: Apache-2.0
#include "linalg/tall_qr.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/contract.h"

namespace zwang::linalg {

TallRoom::TallRoom(Index rows, Index columns, Index apart)
    : most_rows(rows),
      most_columns(columns),
      ld(apart),
      T(columns * apart),
      numbers(4 * columns + apart),
      order(at(rows + columns)) {}

TallQr TallRoom::of(Index row_count, Index column_count) noexcept {
  double* const by_column = numbers.data();
  return {row_count,
          column_count,
          T.data(),
          ld,
          by_column,
          by_column + most_columns,
          order.data(),
          order.data() + most_rows,
          by_column + 2 * most_columns,
          by_column + 3 * most_columns,
          by_column + 4 * most_columns};
}

Tall::Tall(const std::vector<double>& matrix, Index row_count, Index column_count)
    : room(row_count, column_count, row_count), view(room.of(row_count, column_count)) {
  std::copy(matrix.begin(), matrix.end(), room.T.data());
  tall_qr(view);
}

/// Four partial sums: a fixed order that the processor need not wait for.
static double dot(const double* x, const double* y, Index count) {
  double s[4] = {};
  Index i = 0;
  for (; i + 4 <= count; i += 4)
    for (Index p = 0; p < 4; ++p) s[p] += x[i + p] * y[i + p];
  for (; i < count; ++i) s[0] += x[i] * y[i];
  return (s[0] + s[2]) + (s[1] + s[3]);
}

/// H b with H = I − γ v vᵀ, v stored in rows [k, rows) of column k.
static void reflect(const TallQr& qr, Index k, double* b) {
  const double* v = qr.T + k * qr.ld;
  const double t = qr.gamma[k] * dot(v + k, b + k, qr.rows - k);
  for (Index i = k; i < qr.rows; ++i) b[i] -= t * v[i];
}

/// Rows by falling size. An insertion sort is stable and the rows are few.
static void sort_rows(const TallQr& qr) {
  double* size = qr.scratch;
  for (Index i = 0; i < qr.rows; ++i) {
    size[i] = 0;
    for (Index k = 0; k < qr.columns; ++k)
      size[i] = std::fmax(size[i], std::fabs(qr.T[k * qr.ld + i]));
    qr.row_order[i] = i;
  }
  for (Index i = 1; i < qr.rows; ++i)
    for (Index j = i; j > 0 && size[j] > size[j - 1]; --j) {
      std::swap(size[j], size[j - 1]);
      std::swap(qr.row_order[j], qr.row_order[j - 1]);
      for (Index k = 0; k < qr.columns; ++k)
        std::swap(qr.T[k * qr.ld + j], qr.T[k * qr.ld + j - 1]);
    }
}

/// The column with the longest remainder. Lengths are lowered by what each step takes off, and
/// computed afresh where that has cost half of their digits.
static Index choose_column(const TallQr& qr, Index k) {
  Index best = k;
  for (Index j = k; j < qr.columns; ++j) {
    double& left = qr.norms[j];
    if (k > 0) {
      const double r = qr.T[j * qr.ld + k - 1];
      left -= r * r;
    }
    if (k == 0 || !(left > 1e-8 * qr.exact[j])) {
      const double* column = qr.T + j * qr.ld + k;
      left = qr.exact[j] = dot(column, column, qr.rows - k);
    }
    if (left > qr.norms[best]) best = j;
  }
  return best;
}

void tall_qr(const TallQr& qr) noexcept {
  expects(qr.rows >= qr.columns && qr.ld >= qr.rows);
  sort_rows(qr);
  for (Index k = 0; k < qr.columns; ++k) qr.column_order[k] = k;
  for (Index k = 0; k < qr.columns; ++k) {
    const Index best = choose_column(qr, k);
    if (best != k) {
      for (Index i = 0; i < qr.rows; ++i) std::swap(qr.T[k * qr.ld + i], qr.T[best * qr.ld + i]);
      std::swap(qr.column_order[k], qr.column_order[best]);
      std::swap(qr.norms[k], qr.norms[best]);
      std::swap(qr.exact[k], qr.exact[best]);
    }
    double* v = qr.T + k * qr.ld;
    const double norm2 = dot(v + k, v + k, qr.rows - k);
    const double beta = v[k] > 0 ? -std::sqrt(norm2) : std::sqrt(norm2);
    qr.diagonal[k] = beta;
    v[k] -= beta;
    qr.gamma[k] = norm2 > 0 ? -1 / (beta * v[k]) : 0;
    for (Index j = k + 1; j < qr.columns; ++j) reflect(qr, k, qr.T + j * qr.ld);
  }
}

void least_squares(const TallQr& qr, double* b, double* z) noexcept {
  double* sorted = qr.scratch;
  for (Index i = 0; i < qr.rows; ++i) sorted[i] = b[qr.row_order[i]];
  for (Index k = 0; k < qr.columns; ++k) reflect(qr, k, sorted);
  for (Index k = qr.columns; k-- > 0;) {
    double s = sorted[k];
    for (Index j = k + 1; j < qr.columns; ++j) s -= qr.T[j * qr.ld + k] * sorted[j];
    sorted[k] = s / qr.diagonal[k];
  }
  for (Index k = 0; k < qr.columns; ++k) z[qr.column_order[k]] = sorted[k];
}

void shortest(const TallQr& qr, double* z, double* x) noexcept {
  double* sorted = qr.scratch;
  for (Index k = 0; k < qr.columns; ++k) {
    double s = z[qr.column_order[k]];
    for (Index j = 0; j < k; ++j) s -= qr.T[k * qr.ld + j] * sorted[j];
    sorted[k] = s / qr.diagonal[k];
  }
  for (Index i = qr.columns; i < qr.rows; ++i) sorted[i] = 0;
  for (Index k = qr.columns; k-- > 0;) reflect(qr, k, sorted);
  for (Index i = 0; i < qr.rows; ++i) x[qr.row_order[i]] = sorted[i];
}

void basis_column(const TallQr& qr, Index k, double* x) noexcept {
  double* sorted = qr.scratch;
  for (Index i = 0; i < qr.rows; ++i) sorted[i] = i == k ? 1 : 0;
  for (Index j = qr.columns; j-- > 0;) reflect(qr, j, sorted);
  for (Index i = 0; i < qr.rows; ++i) x[qr.row_order[i]] = sorted[i];
}

}  // namespace zwang::linalg
