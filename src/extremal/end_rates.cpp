// SPDX-License-Identifier: Apache-2.0
// Rates that are given at an end, beside those that the rows leave there.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "extremal/end_rows.h"

namespace zwang::extremal {

using equations::EndKind;

namespace {

constexpr double dependent = 1e-7;  // as of positions

}  // namespace

// Values that are given and are no numbers: roots of negative parameters.
std::vector<Missed> EndRows::without_number(equations::Workspace& numbers, const Span& span,
                                            const double* x) {
  evaluate(numbers, span, {{x, x + n_}, {zero_.data(), zero_.data()}, {}});
  const equations::TwoEnds& two = equations_.two_ends;
  std::vector<Missed> missed;
  for (int end = 0; end < 2; ++end) {
    const double* const values = numbers.at(two.layout.end_values[end]);
    for (std::size_t k = 0; k < two.rows[end].size(); ++k) {
      const EndKind kind = two.rows[end][k].kind;
      const bool value = kind == EndKind::coordinate || kind == EndKind::rate;
      if (value && !std::isfinite(values[k])) {
        missed.push_back({end, static_cast<Index>(k), values[k]});
      }
    }
  }
  return missed;
}

bool EndRows::knows_unknowns(const equations::Workspace& numbers, const Given& g) const {
  const auto rows = static_cast<Index>(equations_.two_ends.rows[g.end].size());
  const double* const slopes = numbers.at(equations_.two_ends.layout.end_slopes[g.end]);
  for (Index j = 0; j < u_; ++j) {
    if (slopes[j * rows + g.row] != 0) return true;
  }
  return false;
}

// What the rows ask of the rates at an end: A v = −φ_t, f = 0. Behind an evaluation at rest.
void EndRows::bind_rates(equations::Workspace& numbers, RowSpace& space,
                         std::vector<double>& demand) const {
  std::vector<double> row(at(n_));
  for (Index i = 0; i < equations_.m; ++i) {
    const bool position = equations_.rows[at(i)].level == equations::Level::position;
    // In mechanics, rows on rates are among the conditions themselves.
    if (!position && equations_.two_ends.lambdas == 0) continue;
    std::fill(row.begin(), row.end(), 0.0);
    for (Index k = equations_.A.begin[at(i)]; k < equations_.A.begin[at(i + 1)]; ++k) {
      row[at(equations_.A.column[at(k)])] = numbers.A()[k];
    }
    if (space.add(row.data(), dependent)) demand.push_back(-numbers.rate()[i]);
  }
}

// At an end that is fixed, a rate that follows from the rows, and from those given before, is no
// condition of its own; if it contradicts them, it is missed.
void EndRows::choose_rates_of(equations::Workspace& numbers, int end, double tolerance) {
  const equations::TwoEnds& two = equations_.two_ends;
  const double* const values = numbers.at(two.layout.end_values[end]);  // at rest: −what is given
  RowSpace space(n_);
  std::vector<double> demand, v(at(n_));
  std::vector<Given> implied;
  bind_rates(numbers, space, demand);
  for (const Given& g : rates_) {
    if (g.end != end) continue;
    const equations::EndRow& row = two.rows[end][at(g.row)];
    std::fill(v.begin(), v.end(), 0.0);
    if (row.kind == EndKind::rate && !knows_unknowns(numbers, g)) {
      v[at(row.number)] = 1;
      if (!space.add(v.data(), dependent)) {
        implied.push_back(g);
        continue;
      }
      demand.push_back(-values[g.row]);
    }
    chosen_rates_.push_back(g);
  }
  space.shortest(demand.data(), v.data());
  for (const Given& g : implied) {
    const double given = -values[g.row], by = v[at(two.rows[end][at(g.row)].number)] - given;
    if (!(std::abs(by) <= tolerance * std::max(1.0, std::abs(given)))) {
      missed_.push_back({end, g.row, by});
    }
  }
}

void EndRows::choose_rates(equations::Workspace& numbers, const Span& span, double tolerance,
                           const double* x) {
  chosen_rates_.clear();
  missed_.clear();
  for (int end = 0; end < 2; ++end) {
    if (!fixed(end)) {
      std::copy_if(rates_.begin(), rates_.end(), std::back_inserter(chosen_rates_),
                   [end](const Given& g) { return g.end == end; });
      continue;
    }
    const double t = end == 0 ? span.t0 : span.t0 + span.length;
    numbers.evaluate(equations_.projection, t, x + end * n_, zero_.data());
    choose_rates_of(numbers, end, tolerance);
  }
}

}  // namespace zwang::extremal
