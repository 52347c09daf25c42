// SPDX-License-Identifier: Apache-2.0
#include "instant/parts/part_factors.h"

#include <algorithm>
#include <utility>

namespace zwang::instant {

PartFactors::PartFactors(const equations::Equations& equations)
    : m_(equations.m),
      task_(equations),
      zero_(at(std::max(equations.n, equations.m)), 0.0),
      in_(zero_.size()),
      out_(zero_.size()) {}

// Of the same sizes as before where there are some.
void PartFactors::make_factors() {
  for (auto& factor : factors_) spare_.push_back(std::move(factor));
  factors_.clear();
  const least::Parts& parts = task_.parts();
  const auto smaller = [](const auto& a, const auto& b) {
    return a->n != b->n ? a->n < b->n : a->m < b->m;
  };
  std::sort(spare_.begin(), spare_.end(), smaller);
  for (Index p = 0; p < parts.count(); ++p) {
    const Index n = parts.coordinates(p).size, m = parts.rows(p).size;
    auto found = std::lower_bound(
        spare_.begin(), spare_.end(), std::pair{n, m}, [](const auto& a, const auto& size) {
          return a->n != size.first ? a->n < size.first : a->m < size.second;
        });
    if (found != spare_.end() && (*found)->n == n && (*found)->m == m) {
      factors_.push_back(std::move(*found));
      spare_.erase(found);
    } else {
      factors_.push_back(std::make_unique<Factor>(n, m));
    }
  }
  // What is large and not used now seldom comes back.
  std::erase_if(spare_, [](const auto& factor) { return factor->n * factor->m > 1000; });
}

bool PartFactors::factor(equations::Workspace& numbers, const unsigned char* takes_part,
                         RankTolerance tolerance) {
  if (task_.split(takes_part)) make_factors();
  bool good = true;
  for (std::size_t p = 0; good && p < factors_.size(); ++p) {
    const PartNumbers nothing{zero_.data(), zero_.data(), nullptr};
    good = factors_[p]->rows.factor(task_.of(static_cast<Index>(p), numbers, nothing), tolerance);
  }
  return good;
}

void PartFactors::tangent(const double* h, double* x) noexcept {
  const least::Parts& parts = task_.parts();
  for (Index p = 0; p < parts.count(); ++p) {
    const least::Parts::List coordinates = parts.coordinates(p), rows = parts.rows(p);
    bool asked = false;
    for (Index j = 0; j < rows.size; ++j) {
      in_[at(j)] = h[rows.numbers[j]];
      asked = asked || in_[at(j)] != 0;
    }
    if (asked) factors_[at(p)]->rows.tangent(nullptr, in_.data(), nullptr, 1, out_.data());
    for (Index i = 0; i < coordinates.size; ++i)
      x[coordinates.numbers[i]] = asked ? out_[at(i)] : 0.0;
  }
}

void PartFactors::adjoint(const double* w, double* s) noexcept {
  const least::Parts& parts = task_.parts();
  std::fill_n(s, m_, 0.0);
  for (Index p = 0; p < parts.count(); ++p) {
    const least::Parts::List coordinates = parts.coordinates(p), rows = parts.rows(p);
    bool pushed = false;
    for (Index i = 0; i < coordinates.size; ++i) {
      in_[at(i)] = w[coordinates.numbers[i]];
      pushed = pushed || in_[at(i)] != 0;
    }
    if (!pushed || rows.size == 0) continue;
    factors_[at(p)]->rows.adjoint(in_.data(), nullptr, out_.data(), nullptr);
    for (Index j = 0; j < rows.size; ++j) s[rows.numbers[j]] = out_[at(j)];
  }
}

double PartFactors::least_pivot() const noexcept {
  double least = 1;
  for (const auto& factor : factors_) least = std::min(least, factor->rows.least_pivot());
  return least;
}

}  // namespace zwang::instant
