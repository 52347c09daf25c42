// SPDX-License-Identifier: Apache-2.0
#pragma once
// The lengths of quaternions, which their norm rows decide and nothing else does: a part s of x (or
// of q̈) that is known before the rest, and is taken off what other rows ask for.

#include <vector>

#include "equations/evaluate.h"

namespace zwang::instant {

class TreeLengths {
 public:
  explicit TreeLengths(const equations::Equations& equations);

  Index count() const { return static_cast<Index>(of_.size()); }
  /// Rows that are not norm rows; they stand first.
  Index other_rows() const { return others_; }

  /// Goes to the state that `numbers` were evaluated at.
  void move(const equations::Workspace& numbers) noexcept;
  /// s of q̈: e·ë = −ė·ė, and what v̇ is at q̈ = 0 (bodies/coordinate_rates.h) taken off.
  void ask_for_acceleration() noexcept;
  /// s of a change: e·δe = demand in norm rows that take part (m numbers), 0 in others.
  void ask_for_change(const double* demand, const unsigned char* takes_part) noexcept;

  /// b ← b − A s in the other rows.
  void take_off(const double* A, double* b) const noexcept;
  void add(double* x) const noexcept;  // x ← x + s
  /// λ of the norm rows, such that Aᵀλ has no part along any e.
  void fill_multipliers(const double* A, double* lambda) const noexcept;

 private:
  struct Length {
    Index coordinate;  // of e, among all
    Index row;
    double e[4], ed[4], s[4];
  };
  struct Entry {
    Index row, entry, length, component;
  };

  Index first_, others_;
  std::vector<Length> of_;
  std::vector<Entry> entries_;  // of A, in other rows
};

}  // namespace zwang::instant
