// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/rows.h"

namespace zwang::instant {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Where a coordinate of the tree has its rate.
struct RateOf {
  Index rate, quaternion, component;
};

std::vector<RateOf> rates_of_coordinates(const bodies::Tree& tree) {
  std::vector<RateOf> all;
  for (const bodies::Body& body : tree.bodies) {
    const Index count = coordinates(body.joint),
                plain = count - (has_quaternion(body.joint) ? 4 : 0);
    for (Index i = 0; i < plain; ++i) all.push_back({body.v + i, -1, 0});
    for (Index i = plain; i < count; ++i) {
      all.push_back({body.v + plain, body.q + plain, i - plain});
    }
  }
  return all;
}

/// Entries of columns that ascend, so that those of a quaternion follow each other.
class RowOfRates {
 public:
  explicit RowOfRates(const equations::Solids& solids)
      : first_(solids.first), of_(rates_of_coordinates(solids.tree)) {}

  void append(Index column, Index from, std::vector<RateEntry>& row) const {
    const RateOf to = column < first_ ? RateOf{column - first_, -1, 0} : of_[at(column - first_)];
    const bool known = !row.empty() && to.quaternion >= 0 && row.back().to == first_ + to.rate;
    if (!known) row.push_back({first_ + to.rate, to.quaternion, {-1, -1, -1, -1}});
    row.back().from[to.component] = from;
  }

 private:
  Index first_;
  std::vector<RateOf> of_;
};

}  // namespace

std::vector<std::vector<RateEntry>> rate_entries(const equations::Equations& equations,
                                                 Index rows) {
  const RowOfRates rates(*equations.solids);
  const equations::Pattern& A = equations.A();
  std::vector<std::vector<RateEntry>> entries(at(rows));
  for (Index i = 0; i < rows; ++i) {
    for (Index k = A.begin[at(i)]; k < A.begin[at(i) + 1]; ++k) {
      rates.append(A.column[at(k)], k, entries[at(i)]);
    }
  }
  return entries;
}

std::vector<std::vector<RateEntry>> written_entries(const equations::Equations& equations,
                                                    Index rows) {
  const RowOfRates rates(*equations.solids);
  std::vector<std::vector<RateEntry>> entries(at(rows));
  for (const equations::RowMap::Copy& copy : equations.solids->A_rows.copies) {
    if (copy.row < rows) rates.append(copy.column, copy.from, entries[at(copy.row)]);
  }
  return entries;
}

}  // namespace zwang::instant
