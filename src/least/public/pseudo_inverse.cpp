// SPDX-License-Identifier: Apache-2.0
// A = T Q₁ᵀ with T tall and of full column rank, so A⁺ = Q₁ T⁺: rank from the pivoted QR of the
// equilibrated rows, lengths from the rows as given.

#include "zwang/papers.h"

#include <cmath>
#include <string>

#include "least/workspace.h"
#include "linalg/rank.h"
#include "linalg/tall_qr.h"
#include "zwang/status.h"

namespace zwang {

PseudoInverse pseudo_inverse(std::span<const double> A, std::size_t rows, std::size_t columns,
                             double tolerance) {
  if (A.size() != rows * columns)
    throw InputError("A", "has " + std::to_string(A.size()) + " entries where " +
                              std::to_string(rows * columns) + " are needed");
  for (double x : A)
    if (!std::isfinite(x)) throw InputError("A", "has an entry that is not finite");
  if (!(tolerance >= 0)) throw InputError("tolerance", "must not be negative");
  const auto m = static_cast<Index>(rows), n = static_cast<Index>(columns);
  PseudoInverse result{std::vector<double>(rows * columns, 0), 0};
  linalg::LaneQr qr(n, m, 0);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) qr.row(i)[j] = A[static_cast<std::size_t>(j * n + i)];
  qr.view.tolerance = tolerance > 0 ? tolerance : linalg::instant_tolerance(m, n);
  const Index r = linalg::kernels().row_qr(qr.view);
  result.rank = static_cast<std::size_t>(r);

  std::vector<double> T(static_cast<std::size_t>(m * r), 0);
  for (Index k = 0; k < r; ++k)
    for (Index j = k; j < m; ++j) T[static_cast<std::size_t>(k * m + j)] = qr.row(k)[j];
  const linalg::Tall tall(T, m, r);
  std::vector<double> unit(rows);
  AlignedArray column(round_up(n, linalg::kLane));
  for (Index j = 0; j < m; ++j) {
    for (Index i = 0; i < m; ++i) unit[static_cast<std::size_t>(i)] = i == j ? 1 : 0;
    double* x = column.data();
    for (Index i = 0; i < column.size(); ++i) x[i] = 0;
    linalg::least_squares(tall.view, unit.data(), x);
    linalg::kernels().apply_reflectors(qr.view, r, &x, 1);
    for (Index i = 0; i < n; ++i)
      result.matrix[static_cast<std::size_t>(i * m + qr.order[static_cast<std::size_t>(j)])] = x[i];
  }
  return result;
}

}  // namespace zwang
