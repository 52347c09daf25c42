// SPDX-License-Identifier: Apache-2.0
#include "linalg/sparse/ordering.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace zwang::linalg {

std::vector<Index> minimum_degree_order(const std::vector<Index>& begin,
                                        const std::vector<Index>& column) {
  const Index size = static_cast<Index>(begin.size()) - 1;
  std::vector<Eigen::Triplet<double, Index>> entries;
  for (Index i = 0; i < size; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (Index e = begin[static_cast<std::size_t>(i)]; e < begin[static_cast<std::size_t>(i) + 1];
         ++e) {
      entries.emplace_back(i, column[static_cast<std::size_t>(e)], 1.0);
      entries.emplace_back(column[static_cast<std::size_t>(e)], i, 1.0);
    }
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, Index> pattern(size, size);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, Index> order;
  if (size > 0) Eigen::AMDOrdering<Index>()(pattern, order);
  return {order.indices().data(), order.indices().data() + order.indices().size()};
}

}  // namespace zwang::linalg
