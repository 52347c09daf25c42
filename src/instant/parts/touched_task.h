// SPDX-License-Identifier: Apache-2.0
#pragma once
// A question about contacts without what they do not reach: rows that ask something, and the coordinates of the
// parts that some contact is in. Rows and coordinates keep their order.

#include "equations/evaluate.h"
#include "least/parts.h"
#include "least/row_kind.h"
#include "least/task.h"

namespace zwang::instant {

class TouchedTask {
 public:
  explicit TouchedTask(const equations::Equations& equations);

  /// By row a least::RowKind. Allocates; asked at events.
  void choose(const unsigned char* kind);
  /// Parts with a row that is no equality.
  Index count() const { return static_cast<Index>(touched_.size()); }
  /// From now on one of these is meant, or all of them.
  void take(Index number);
  void take_all();

  Index n() const { return static_cast<Index>(coordinates_.size()); }
  Index m() const { return static_cast<Index>(rows_.size()); }
  const std::vector<Index>& coordinates() const { return coordinates_; }
  const std::vector<Index>& rows() const { return rows_; }
  const std::vector<unsigned char>& kind() const { return kind_; }
  /// −1: not there.
  Index place(Index coordinate) const { return place_[at(coordinate)]; }
  Index row_place(Index row) const { return row_place_[at(row)]; }

  /// True until the next call; C (n of all) or null.
  least::Task task(equations::Workspace& numbers, const double* C);

 private:
  void forget();
  void add(Index part);
  void finish();

  const equations::Equations& equations_;
  least::Parts parts_;
  std::vector<unsigned char> asks_, all_kinds_, kind_;
  std::vector<Index> touched_, blocks_, coordinates_, rows_, place_, row_place_;
  std::vector<std::size_t> sizes_;
  std::vector<double> M_, Q_, A_, b_, C_, W_;
};

}  // namespace zwang::instant
