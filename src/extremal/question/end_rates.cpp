// SPDX-License-Identifier: Apache-2.0
// Rates that are given at an end, beside those that the rows leave there.

#include <algorithm>
#include <cmath>

#include "extremal/question/end_rows.h"

namespace zwang::extremal {

using equations::EndKind;

namespace {

constexpr double dependent = 1e-7;  // as of positions
constexpr double same = 1e-7;       // of a rate at two places, relative

}  // namespace

// Values that are given and are no numbers: roots of negative parameters.
std::vector<Missed> EndRows::without_number(equations::Workspace& numbers, const Span& span,
                                            const double* x) {
  evaluate(numbers, span, {{x, x + n_}, {at_.zero.data(), at_.zero.data()}, {}});
  const equations::TwoEnds& two = equations_.two_ends;
  std::vector<Missed> missed;
  for (int end = 0; end < 2; ++end) {
    const double* const values = numbers[of_end(equations::Array::from_values, end)];
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
  const double* const slopes = numbers[of_end(equations::Array::from_slopes, g.end)];
  for (Index j = 0; j < u_; ++j) {
    if (slopes[j * rows + g.row] != 0) return true;
  }
  return false;
}

// What the rows ask of the rates at an end: A v = −φ_t, f = 0. Behind an evaluation at rest.
void EndRows::bind_rates(equations::Workspace& numbers, linalg::RowSpace& space,
                         std::vector<double>& demand) const {
  std::vector<double> row(n_);
  for (Index i = 0; i < equations_.m; ++i) {
    const bool position = equations_.rows[i].level == equations::Level::position;
    // In mechanics, rows on rates are among the conditions themselves.
    if (!position && equations_.two_ends.lambdas == 0) continue;
    std::fill(row.begin(), row.end(), 0.0);
    for (Index k = equations_.A().begin[i]; k < equations_.A().begin[i + 1]; ++k) {
      row[equations_.A().column[k]] = numbers.A()[k];
    }
    if (space.add(row.data(), dependent)) demand.push_back(-numbers.rate()[i]);
  }
}

// For each of rates_ the value that rows, and rates given before it, leave it at this point; NaN: any.
std::vector<double> EndRows::implied_rates(equations::Workspace& numbers, const Span& span, int end,
                                           const double* x) const {
  const equations::TwoEnds& two = equations_.two_ends;
  std::vector<double> implied(rates_.size(), NAN), demand, v(n_);
  // Rows that know an unknown leave a rate to it.
  if (std::count(two.rows_know.begin(), two.rows_know.end(), 1)) return implied;
  const double t = end == 0 ? span.t0 : span.t0 + span.length;
  numbers.evaluate(of_end(equations::Stage::from, end), t, x + end * n_, at_.zero.data());
  const double* const values =
      numbers[of_end(equations::Array::from_values, end)];  // at rest: −what is given
  const std::vector<double> given(values, values + two.rows[end].size());
  numbers.evaluate(equations::Stage::projection, t, x + end * n_, at_.zero.data());
  linalg::RowSpace space(n_);
  bind_rates(numbers, space, demand);
  std::vector<std::size_t> bound;
  for (std::size_t k = 0; k < rates_.size(); ++k) {
    const Given& g = rates_[k];
    const bool is_rate = g.end == end && two.rows[end][g.row].kind == EndKind::rate;
    if (!is_rate || knows_unknowns(numbers, g)) continue;
    std::fill(v.begin(), v.end(), 0.0);
    v[two.rows[end][g.row].number] = 1;
    if (space.add(v.data(), dependent)) {
      demand.push_back(-given[g.row]);
    } else {
      bound.push_back(k);
    }
  }
  space.shortest(demand.data(), v.data());
  for (const std::size_t k : bound) implied[k] = v[two.rows[end][rates_[k].row].number];
  return implied;
}

// Another pair of ends that the rows allow.
std::vector<double> EndRows::beside(equations::Workspace& numbers, const Span& span,
                                    const double* x) {
  std::vector<double> other(x, x + 2 * n_);
  double size = 0;
  for (const double entry : other) size = std::max(size, std::abs(entry));
  for (Index i = 0; i < 2 * n_; ++i) {
    other[i] += 0.07 * (size > 0 ? size : 1) * std::cos(2.4 * static_cast<double>(i + 1));
  }
  settle(numbers, span, other.data());
  return other;
}

// A rate that follows from the rows, and from those given before, is no condition of its own; if it
// contradicts them, it is missed. Where its value depends on where the end is, it says where.
void EndRows::choose_rates(equations::Workspace& numbers, const Span& span, double tolerance,
                           const double* x) {
  const equations::TwoEnds& two = equations_.two_ends;
  chosen_rates_.clear();
  missed_.clear();
  const auto is_given = [&two](const Given& g) {
    return two.rows[g.end][g.row].kind == EndKind::rate;
  };
  if (std::none_of(rates_.begin(), rates_.end(), is_given)) {  // rows alone, of which all count
    chosen_rates_ = rates_;
    return;
  }
  const bool all_fixed = fixed(0) && fixed(1);
  const std::vector<double> other =
      all_fixed ? std::vector<double>(x, x + 2 * n_) : beside(numbers, span, x);
  for (int end = 0; end < 2; ++end) {
    const std::vector<double> here = implied_rates(numbers, span, end, x);
    const std::vector<double> there = implied_rates(numbers, span, end, other.data());
    numbers.evaluate(of_end(equations::Stage::from, end),
                     end == 0 ? span.t0 : span.t0 + span.length, x + end * n_, at_.zero.data());
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      const Given& g = rates_[k];
      if (g.end != end) continue;
      const double size = std::max(1.0, std::abs(here[k]));
      if (!(std::abs(here[k] - there[k]) <= same * size)) {
        chosen_rates_.push_back(g);
        continue;
      }
      const double given = -numbers[of_end(equations::Array::from_values, end)][g.row],
                   by = here[k] - given;
      if (!(std::abs(by) <= tolerance * std::max(1.0, std::abs(given)))) {
        missed_.push_back({end, g.row, by});
      }
    }
  }
}

}  // namespace zwang::extremal
