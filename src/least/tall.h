// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tall QR with the arrays it lives in, for callers that may allocate.

#include <vector>

#include "linalg/tall_qr.h"

namespace zwang::least {

struct Tall {
  std::vector<double> T, gamma, diagonal, norms, exact, scratch;
  std::vector<Index> rows, columns;
  linalg::TallQr view;

  /// T: rows × columns, column-major; factored.
  Tall(std::vector<double> matrix, Index row_count, Index column_count)
      : T(std::move(matrix)),
        gamma(static_cast<std::size_t>(column_count)),
        diagonal(gamma.size()),
        norms(gamma.size()),
        exact(gamma.size()),
        scratch(static_cast<std::size_t>(row_count)),
        rows(scratch.size()),
        columns(gamma.size()),
        view{row_count,    column_count,    T.data(),      row_count,
             gamma.data(), diagonal.data(), rows.data(),   columns.data(),
             norms.data(), exact.data(),    scratch.data()} {
    linalg::tall_qr(view);
  }
  Tall(const Tall&) = delete;
  Tall& operator=(const Tall&) = delete;
};

}  // namespace zwang::least
