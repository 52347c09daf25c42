// SPDX-License-Identifier: Apache-2.0
#include "estimate/compress.h"

#include <algorithm>

#include "linalg/tall_qr.h"

namespace zwang::estimate {

namespace {

constexpr Index at_once = 128;  // rows

}  // namespace

std::vector<double> compress(Index rows, Index columns, const std::vector<double>& A) {
  std::vector<double> G(at(columns * columns), 0.0);
  const Index most = columns + at_once;
  linalg::TallRoom room(most, columns, most);
  for (Index first = 0; first < rows; first += at_once) {
    const Index count = std::min(at_once, rows - first);
    const linalg::TallQr qr = room.of(columns + count, columns);
    for (Index j = 0; j < columns; ++j) {
      std::copy_n(G.data() + j * columns, columns, qr.T + j * qr.ld);
      std::copy_n(A.data() + j * rows + first, count, qr.T + j * qr.ld + columns);
    }
    linalg::tall_qr(qr);
    std::fill(G.begin(), G.end(), 0.0);
    for (Index k = 0; k < columns; ++k) {
      double* const column = G.data() + qr.column_order[k] * columns;
      std::copy_n(qr.T + k * qr.ld, k, column);
      column[k] = qr.diagonal[k];
    }
  }
  return G;
}

}  // namespace zwang::estimate
