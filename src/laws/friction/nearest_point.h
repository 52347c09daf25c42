// SPDX-License-Identifier: Apache-2.0
#pragma once
// The point nearest to a given one that satisfies equalities B x = d and inequalities B x ≥ d; or the
// proof that there is none: y ≥ 0 on inequalities with yᵀB = 0 and yᵀd > 0 (Farkas).

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "laws/active_rows.h"
#include "least/row_kind.h"

namespace zwang::least {

/// Rows that are added one by one.
struct PointRows {
  Index n = 0;
  std::vector<double> B, d;
  std::vector<unsigned char> kind;  // equality_row or unilateral_row

  void clear(Index size) {
    n = size;
    B.clear();
    d.clear();
    kind.clear();
  }
  Index count() const { return static_cast<Index>(kind.size()); }
  /// A row of zeros, to be filled in; until the next one.
  double* add(RowKind row_kind, double demand) {
    B.resize(B.size() + static_cast<std::size_t>(n), 0.0);
    d.push_back(demand);
    kind.push_back(row_kind);
    return B.data() + (count() - 1) * n;
  }
};

class NearestPoint {
 public:
  /// False: there is none, or the arithmetic fails; see proved(). Null: the point nearest to 0.
  bool solve(const PointRows& rows, const double* from = nullptr);

  /// So many rows at most come and go in one call; then it is false, and nothing is proved.
  void allow(Index changes) { most_changes_ = changes; }
  Index changes() const { return changes_; }

  const double* x() const { return x_.data(); }
  /// After equalities alone: what inequalities are then judged by.
  const double* on_equalities() const { return on_equalities_.data(); }
  /// How many of the equalities are independent; −1 where they contradict each other.
  Index rank() const { return rank_; }
  /// After false: y was evaluated, and excludes every point that is not absurdly far away.
  bool proved() const { return proved_; }
  /// A basis of the directions that equalities leave free: n − rank() columns of size n.
  const std::vector<double>& free_directions();

 private:
  void start(const PointRows& rows, const double* from);
  bool add_equalities();
  bool make_hold(Index p);
  bool drop_negative();
  void settle();
  double shortfall(Index i) const;
  double allowed(Index i) const;
  Index most_violated() const;
  void prove(const PointRows& rows, Index p, double sign);

  bool tires() const { return changes_ > std::min(most_changes_, 50 * (n_ + m_)); }

  Index n_ = 0, m_ = 0, rank_ = 0, changes_ = 0;
  Index most_changes_ = std::numeric_limits<Index>::max();
  bool proved_ = false;
  Index room_ = 0;
  std::optional<ActiveRows> active_;
  std::vector<double> rows_, demand_, from_, x_, on_equalities_, lambda_, c_, r_, y_, free_;
  std::vector<unsigned char> kind_, state_;
};

}  // namespace zwang::least
