// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/quadratic_chain.h"

#include <cmath>

#include "linalg/rank.h"

namespace zwang::variation {

namespace {

using Numbers = std::vector<double>;

/// G += a aᵀ for a of rows × columns, row-major.
void add_products(const Numbers& a, Index rows, Index columns, double factor, Numbers& G) {
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < rows; ++j)
      for (Index c = 0; c < columns; ++c)
        G[i * rows + j] += factor * a[i * columns + c] * a[j * columns + c];
}

/// Products of the rows, as functions of what may be chosen: η_0, every ζ and the constants. From
/// the end of the chain to its beginning, `a` holding what the rows see of η_{k+1}.
Numbers gram(const QuadraticChain& chain) {
  const Index rows = chain.rows, p = chain.constants;
  Numbers G(static_cast<std::size_t>(rows * rows), 0);
  Numbers by_constants(static_cast<std::size_t>(rows * p), 0);
  Numbers a(static_cast<std::size_t>(rows * chain.sizes[chain.links]), 0), next, chosen;
  const double nodes = static_cast<double>(chain.links + 1);
  for (Index k = chain.links; k-- > 0;) {
    const QuadraticChain::Link& link = chain.link[k];
    const Index here = chain.sizes[k], there = chain.sizes[k + 1], w = chain.width(k);
    next.assign(static_cast<std::size_t>(rows * here), 0);
    for (Index r = 0; r < rows; ++r) {
      for (Index i = 0; i < here; ++i) next[r * here + i] = link.row[r * w + i];
      for (Index i = 0; i < there; ++i) a[r * there + i] += link.row[r * w + here + i];
      for (Index i = 0; i < p; ++i) by_constants[r * p + i] += link.row[r * w + here + there + i];
    }
    if (link.choices < 0) {
      add_products(a, rows, there, nodes, G);
    } else {
      chosen.assign(static_cast<std::size_t>(rows * link.choices), 0);
      for (Index r = 0; r < rows; ++r)
        for (Index i = 0; i < there; ++i) {
          const double x = a[r * there + i];
          for (Index j = 0; j < link.choices; ++j)
            chosen[r * link.choices + j] += x * link.choice[i * link.choices + j];
          for (Index j = 0; j < here; ++j)
            next[r * here + j] += x * link.follow[i * (here + p) + j];
          for (Index j = 0; j < p; ++j)
            by_constants[r * p + j] += x * link.follow[i * (here + p) + here + j];
        }
      add_products(chosen, rows, link.choices, nodes, G);
    }
    a.swap(next);
  }
  add_products(a, rows, chain.sizes[0], nodes, G);
  add_products(by_constants, rows, p, 1, G);
  return G;
}

}  // namespace

/// Cholesky with pivoting of the products: the rank rule on rows of length 1, squared.
ChainRows independent_rows(const QuadraticChain& chain) {
  ChainRows result;
  const Index rows = chain.rows;
  if (rows == 0) return result;
  Numbers G = gram(chain), factor(static_cast<std::size_t>(rows));
  for (Index i = 0; i < rows; ++i)
    factor[i] = chain.row_length[i] > 0 ? 1 / chain.row_length[i] : 0;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < rows; ++j) G[i * rows + j] *= factor[i] * factor[j];
  const double least = linalg::stepping_tolerance() * linalg::stepping_tolerance();
  for (Index step = 0; step < rows; ++step) {
    Index best = 0;
    for (Index i = 0; i < rows; ++i)
      if (G[i * rows + i] > G[best * rows + best] * (1 + 1e-10)) best = i;
    const double pivot = G[best * rows + best];
    if (!(pivot > least)) break;
    result.kept.push_back(best);
    result.factor.push_back(factor[best]);
    const Numbers column(G.begin() + best * rows, G.begin() + (best + 1) * rows);
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < rows; ++j) G[i * rows + j] -= column[i] * column[j] / pivot;
    for (Index i = 0; i < rows; ++i) G[best * rows + i] = G[i * rows + best] = 0;
  }
  return result;
}

}  // namespace zwang::variation
