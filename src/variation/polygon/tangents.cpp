// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/tangents.h"

#include <algorithm>

#include "linalg/vector.h"

namespace zwang::variation {

void Tangents::lift(const double* eta, double* dx) const noexcept {
  for (std::size_t k = 0; k < free.size(); ++k) {
    double* node = dx + static_cast<Index>(k) * n;
    std::fill_n(node, n, 0.0);
    for (Index j = begin[k]; j < begin[k + 1]; ++j)
      for (Index i = 0; i < n; ++i) node[i] += column(j)[i] * eta[j];
  }
}

void Tangents::reduce(const double* g, double* eta) const noexcept {
  for (std::size_t k = 0; k < free.size(); ++k)
    for (Index j = begin[k]; j < begin[k + 1]; ++j)
      eta[j] = linalg::dot(column(j), g + static_cast<Index>(k) * n, n);
}

bool find_tangents(const Polygon& polygon, const double* x, OntoRows& onto, Tangents& tangents) {
  const Index n = polygon.n(), nodes = polygon.nodes();
  tangents.n = n;
  tangents.free.assign(static_cast<std::size_t>(nodes), 0);
  tangents.begin.assign(static_cast<std::size_t>(nodes + 1), 0);
  tangents.Z.resize(static_cast<std::size_t>(nodes * n * n));
  for (Index k = 0; k < nodes; ++k) {
    if (!onto.factor(k, x + k * n)) return false;
    tangents.free[k] = onto.rows().free();
    tangents.begin[k + 1] = tangents.begin[k] + tangents.free[k];
    onto.rows().null_basis(tangents.Z.data() + tangents.begin[k] * n);
  }
  return true;
}

}  // namespace zwang::variation
