// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/quadratic_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
  Numbers G(rows * rows, 0);
  Numbers by_constants(rows * p, 0);
  Numbers a(rows * chain.sizes[chain.links], 0), next, chosen;
  const double nodes = static_cast<double>(chain.links + 1);
  for (Index k = chain.links; k-- > 0;) {
    const QuadraticChain::Link& link = chain.link[k];
    const Index here = chain.sizes[k], there = chain.sizes[k + 1], w = chain.width(k);
    next.assign(rows * here, 0);
    for (Index r = 0; r < rows; ++r) {
      for (Index i = 0; i < here; ++i) next[r * here + i] = link.row[r * w + i];
      for (Index i = 0; i < there; ++i) a[r * there + i] += link.row[r * w + here + i];
      for (Index i = 0; i < p; ++i) by_constants[r * p + i] += link.row[r * w + here + there + i];
    }
    if (link.choices < 0) {
      add_products(a, rows, there, nodes, G);
    } else {
      chosen.assign(rows * link.choices, 0);
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

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double narrow = 1e-3;  // of a first bracket
constexpr double beyond = 1e12;  // no eigenvalue that matters is larger

}  // namespace

ChainIndex::ChainIndex(const QuadraticChain& chain)
    : chain_(chain), rows_(independent_rows(chain)) {
  const auto kept = static_cast<Index>(rows_.kept.size());
  border_ = chain.constants + kept;
  const Index most = *std::max_element(chain.sizes.begin(), chain.sizes.end());
  const auto wide = static_cast<std::size_t>(2 * most + border_);
  for (auto* matrix : {&V_, &M_, &bound_, &product_, &pivot_, &solved_})
    matrix->assign(wide * wide, 0);
  scratch_.assign(wide, 0);
  order_.assign(wide, 0);
  pair_.assign(wide, 0);
  dimension_ = chain.sizes[0] + chain.constants - kept;
  for (Index k = 0; k < chain.links; ++k) dimension_ += chain.choices(k);
}

/// M over (η_k, η_{k+1}, constants, multipliers of the rows): the link, and V of all beyond.
void ChainIndex::gather(Index k) noexcept {
  const QuadraticChain::Link& link = chain_.link[k];
  const Index here = chain_.sizes[k], w = chain_.width(k), own = w - here;
  const auto kept = static_cast<Index>(rows_.kept.size());
  const Index all = w + kept;
  std::fill_n(M_.data(), all * all, 0.0);
  for (Index i = 0; i < w; ++i)
    for (Index j = 0; j < w; ++j) M_[i * all + j] = link.Q[i * w + j];
  for (Index r = 0; r < kept; ++r)
    for (Index i = 0; i < w; ++i)
      M_[(w + r) * all + i] = M_[i * all + w + r] =
          rows_.factor[r] * link.row[rows_.kept[r] * w + i];
  const Index size = own + kept;
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j) M_[(here + i) * all + here + j] += V_[i * size + j];
}

/// Where η_{k+1} follows: the same over (η_k, ζ, constants, multipliers).
void ChainIndex::bind(Index k) noexcept {
  const QuadraticChain::Link& link = chain_.link[k];
  if (link.choices < 0) return;
  const Index here = chain_.sizes[k], there = chain_.sizes[k + 1], p = chain_.constants;
  const Index choices = link.choices, old = here + there + border_, all = here + choices + border_;
  const auto coefficient = [&](Index i, Index j) -> double {  // of old unknown i in new unknown j
    if (i < here) return i == j ? 1 : 0;
    if (i >= here + there) return i - there == j - choices ? 1 : 0;
    const double* follow = link.follow.data() + (i - here) * (here + p);
    if (j < here) return follow[j];
    if (j < here + choices) return link.choice[(i - here) * choices + j - here];
    return j - here - choices < p ? follow[j - choices] : 0;
  };
  for (Index i = 0; i < old; ++i)
    for (Index j = 0; j < all; ++j) bound_[i * all + j] = coefficient(i, j);
  for (Index i = 0; i < old; ++i)
    for (Index j = 0; j < all; ++j) {
      double sum = 0;
      for (Index c = 0; c < old; ++c) sum += M_[i * old + c] * bound_[c * all + j];
      product_[i * all + j] = sum;
    }
  for (Index i = 0; i < all; ++i)
    for (Index j = i; j < all; ++j) {
      double sum = 0;
      for (Index c = 0; c < old; ++c) sum += bound_[c * all + i] * product_[c * all + j];
      M_[i * all + j] = M_[j * all + i] = sum;
    }
}

linalg::SymmetricInertia ChainIndex::pivots(Index size) noexcept {
  const linalg::Symmetric view{size, pivot_.data(), size, order_.data(), pair_.data(), 0, 0};
  return linalg::factor_symmetric(view);
}

void ChainIndex::add_weight(Index k, double sigma, Index width) noexcept {
  const Index size = chain_.sizes[k];
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j)
      V_[i * width + j] -= sigma * chain_.weight[k][i * size + j];  // [ENDS 29]
}

/// V over (η_k, border) ← M without ζ.
bool ChainIndex::eliminate(Index k, double sigma) noexcept {
  const Index here = chain_.sizes[k], choices = chain_.choices(k);
  const Index all = here + choices + border_, size = here + border_;
  for (Index i = 0; i < choices; ++i)
    for (Index j = 0; j < choices; ++j) pivot_[i * choices + j] = M_[(here + i) * all + here + j];
  const linalg::SymmetricInertia inertia = pivots(choices);
  if (inertia.zero > 0) return false;
  negative_ += inertia.negative;
  const linalg::Symmetric view{choices, pivot_.data(), choices, order_.data(), pair_.data(), 0, 0};
  const auto outer = [here, choices](Index i) { return i < here ? i : i + choices; };
  for (Index j = 0; j < size; ++j) {
    double* x = solved_.data() + j * choices;
    for (Index c = 0; c < choices; ++c) x[c] = M_[(here + c) * all + outer(j)];
    linalg::solve_symmetric(view, inertia, x, scratch_.data());
  }
  for (Index i = 0; i < size; ++i)
    for (Index j = i; j < size; ++j) {
      double sum = M_[outer(i) * all + outer(j)];
      for (Index c = 0; c < choices; ++c)
        sum -= M_[(here + c) * all + outer(i)] * solved_[j * choices + c];  // [ENDS 29]
      if (!std::isfinite(sum)) return false;
      V_[i * size + j] = V_[j * size + i] = sum;
    }
  add_weight(k, sigma, size);
  return true;
}

Index ChainIndex::try_count(double sigma) noexcept {
  negative_ = 0;
  const Index last = chain_.sizes[chain_.links] + border_;
  std::fill_n(V_.data(), last * last, 0.0);
  add_weight(chain_.links, sigma, last);
  for (Index k = chain_.links; k-- > 0;) {
    gather(k);
    bind(k);
    if (!eliminate(k, sigma)) return -1;
  }
  const Index first = chain_.sizes[0], size = first + border_;
  for (Index i = 0; i < chain_.constants; ++i)
    V_[(first + i) * size + first + i] -= sigma * chain_.constant_weight[i];
  std::copy_n(V_.data(), size * size, pivot_.data());
  const linalg::SymmetricInertia inertia = pivots(size);
  if (inertia.zero > 0) return -1;
  // Each independent row brings one pivot of either sign.
  return negative_ + inertia.negative - static_cast<Index>(rows_.kept.size());  // [ENDS 23]
}

Index ChainIndex::count(double sigma) noexcept {
  // A pivot that vanishes does so by accident: beside this σ it does not.
  double aside = 0;
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Index found = try_count(sigma + aside);
    if (found >= 0) return found;
    aside = (aside > 0 ? 7 * aside : 1e-13) * (1 + std::fabs(sigma));
  }
  return -1;
}

double ChainIndex::eigenvalue(Index j, double guess, double accuracy) noexcept {
  if (j < 1) return -infinity;
  if (j > dimension_) return infinity;
  // A bracket: low has fewer than j below it, high has j.
  double low = guess, high = guess, width = std::max(0.1 * std::fabs(guess), narrow);
  while (low > -beyond && count(low) >= j) low -= width, width *= 8;
  width = std::max(0.1 * std::fabs(guess), narrow);
  while (high < beyond && count(high) < j) high += width, width *= 8;
  if (low <= -beyond) return -infinity;
  if (high >= beyond) return infinity;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2, size = std::max(std::fabs(low), std::fabs(high));
    if (high - low <= std::max(accuracy * size, 1e-12) || middle <= low || middle >= high) break;
    (count(middle) >= j ? high : low) = middle;
  }
  return (low + high) / 2;
}

}  // namespace zwang::variation
