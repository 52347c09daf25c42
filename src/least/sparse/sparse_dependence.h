// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of many sparse rows depend on others, and how: the rule of linalg/rank.h without a full matrix.

#include <vector>

#include "least/sparse/sparse_rows.h"
#include "zwang/instant.h"

namespace zwang::least {

struct SparseDependences {
  /// In order of rows. Beyond as many as can be told in about a second, `rows` is empty: which others
  /// such a row follows from was not worked out.
  std::vector<Dependence> all;
  std::vector<Index> vanished;
  std::vector<unsigned char> unique;  // m: 0 where a row is in some combination
  Index near_singular = 0;            // of them, those between the two tolerances
};

/// `weighed` holds D̂, rows of length 1 in the metric of M. With RankTolerance::stepping nearly dependent rows
/// count, too.
SparseDependences find_dependences(const WeighedRows& weighed, RankTolerance tolerance);

}  // namespace zwang::least
