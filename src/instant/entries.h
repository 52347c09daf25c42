// SPDX-License-Identifier: Apache-2.0
#pragma once
// One instant of a large system in all that can be said of it, without a full matrix: kernels serve steps
// and say less.

#include <vector>

#include "equations/evaluate.h"
#include "zwang/certificate.h"

namespace zwang::instant {

/// Rows of A by their entries.
struct RowEntries {
  std::vector<Index> begin{0}, column;
  std::vector<double> value;

  /// One more, of which zeros are left out.
  void add(const double* row, std::size_t n);
};

/// Whether there are so many coordinates, rows so short and M in blocks so small that full matrices would be
/// the greater work by far.
bool is_large(const equations::Equations& equations);

/// The chosen rows (m flags) at what `numbers` holds of the dynamics, as their entries.
RowEntries entries_of(const equations::Equations& equations, const equations::Workspace& numbers,
                      const std::vector<unsigned char>& chosen);

/// The instant of these rows alone, which get numbers of their own. C: n numbers, or null.
Instant solve_entries(const equations::Equations& equations, const equations::Workspace& numbers,
                      const std::vector<unsigned char>& chosen, const double* C,
                      const Options& options);

/// The identities on an instant of all rows, solved so.
Certificate certify_entries(const equations::Equations& equations,
                            const equations::Workspace& numbers, const double* C,
                            const Instant& instant);

}  // namespace zwang::instant
