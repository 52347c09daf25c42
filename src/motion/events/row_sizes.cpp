// SPDX-License-Identifier: Apache-2.0
#include "motion/events/row_sizes.h"

#include <algorithm>
#include <cmath>

#include "motion/natural_size.h"

namespace zwang::motion {

RowSizes::RowSizes(const equations::Equations& equations)
    : equations_(equations),
      natural_(natural_sizes(equations)),
      group_(groups(equations)),
      mass_(at(equations.n)),
      largest_(at(equations.n)),
      length_(equations.rows.size()),
      speed_(equations.rows.size()) {}

void RowSizes::measure(const Sizes& seen, equations::Workspace& numbers) noexcept {
  const double* M = numbers.M();
  std::size_t begin = 0;
  for (const std::size_t block : equations_.mass_blocks) {
    for (std::size_t i = 0; i < block; ++i) mass_[begin + i] = std::max(0.0, M[i * block + i]);
    M += block * block;
    begin += block;
  }
  measure(seen.coordinates, numbers.A(), length_);
  measure(seen.rates, numbers.A(), speed_);
}

void RowSizes::measure(const std::vector<double>& seen, const double* A,
                       std::vector<double>& of) noexcept {
  const bool places = &of == &length_;
  const auto size = [&](std::size_t k) {
    return places ? std::max(seen[k], natural_[k]) : seen[k];
  };
  std::fill(largest_.begin(), largest_.end(), 0.0);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    largest_[at(group_[k])] += mass_[k] * size(k) * size(k);
  }
  const equations::Pattern& pattern = equations_.A();
  for (std::size_t i = 0; i < of.size(); ++i) {
    double own = 0, weight = 0, beside = 0;
    for (Index e = pattern.begin[i]; e < pattern.begin[i + 1]; ++e) {
      const auto k = at(pattern.column[at(e)]);
      own += std::abs(A[e]) * size(k);
      if (mass_[k] > 0) weight += A[e] * A[e] / mass_[k];
      beside = largest_[at(group_[k])];  // rows join: one for all of its coordinates
    }
    of[i] = std::max(own, std::sqrt(weight * beside));
  }
}

}  // namespace zwang::motion
