// SPDX-License-Identifier: Apache-2.0
#include "instant/changes.h"

#include <algorithm>

#include "base/contract.h"
#include "instant/dense_task.h"

namespace zwang::instant {

namespace {

void spread(const std::vector<Index>& places, const double* values, double* full) noexcept {
  for (const Index place : places) full[place] = *values++;
}

}  // namespace

Changes::Changes(const equations::Equations& equations, Index directions)
    : n_(equations.n),
      m_(equations.m),
      directions_(directions),
      columns_(2 * n_ + directions),
      g_(at(columns_ * n_)),
      h_(at(columns_ * m_)),
      G_places_(places_of(equations.G(), 1, n_)),
      H_places_(places_of(equations.H(), 1, m_)) {
  expects(equations.tangent.compiled);
}

void Changes::fill(equations::Workspace& numbers, double t, const double* q, const double* v,
                   const double* acceleration, const double* multipliers) noexcept {
  numbers.evaluate_tangent(t, q, v, acceleration, multipliers);
  if (directions_ > 0) numbers.evaluate_by_parameter(t, q, v, acceleration, multipliers);
  spread(G_places_, numbers.G(), g_.data());
  spread(H_places_, numbers.H(), h_.data());
  std::copy_n(numbers.force_slope(), directions_ * n_, g_.data() + 2 * n_ * n_);
  std::copy_n(numbers.row_slope(), directions_ * m_, h_.data() + 2 * n_ * m_);
}

}  // namespace zwang::instant
