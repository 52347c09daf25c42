// SPDX-License-Identifier: Apache-2.0
#include "extremal/question/end_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/contract.h"

namespace zwang::extremal {

using equations::EndKind;

namespace {

// Rows that are nearer to depending on others than this count as dependent: they are evaluated on
// the constraints, where a redundant row differs from the others by rounding only.
constexpr double dependent = 1e-7;

}  // namespace

EndRows::EndRows(const equations::Equations& equations)
    : equations_(equations),
      n_(equations.n),
      u_(equations.two_ends.unknowns),
      columns_(2 * n_ + u_),
      space_(columns_) {
  for (auto* vector : {&at_.row, &at_.natural, &at_.nu}) vector->resize(columns_);
  at_.curvature.resize(2 * (n_ + u_) * (n_ + u_));
  at_.zero.resize(n_);
  at_.rates.resize(2 * n_);
  const equations::TwoEnds& two = equations.two_ends;
  shape_ = {n_, two.lambdas, two.integrals, two.unknowns, {}};
  const Index directions = two.directions();
  at_.momentum.resize(2 * n_ * (2 * n_ + directions));
  for (int end = 0; end < 2; ++end) {
    for (std::size_t k = 0; k < two.rows[end].size(); ++k) {
      const EndKind kind = two.rows[end][k].kind;
      const bool of_rates = kind == EndKind::rate || kind == EndKind::velocity;
      (of_rates ? rates_ : positions_).push_back({end, static_cast<Index>(k)});
    }
  }
  // Given values come first, for they are never left out; periodic ones next.
  std::vector<Given> periodic;
  for (std::size_t i = 0; i < two.periodic.size(); ++i) {
    if (two.periodic[i]) periodic.push_back({-1, static_cast<Index>(i)});
  }
  const auto is_value = [&](const Given& g) {
    return two.rows[g.end][g.row].kind == EndKind::coordinate;
  };
  const auto middle = std::stable_partition(positions_.begin(), positions_.end(), is_value);
  positions_.insert(middle, periodic.begin(), periodic.end());
}

double EndRows::value(const equations::Workspace& numbers, const double* const x[2],
                      const Given& g) const {
  if (g.end < 0) return x[1][g.row] - x[0][g.row];
  return numbers[of_end(equations::Array::from_values, g.end)][g.row];
}

// Over (x₀, x₁, p).
void EndRows::gradient(const equations::Workspace& numbers, const Given& g, double* row) const {
  std::fill_n(row, columns_, 0.0);
  if (g.end < 0) {
    row[g.row] = -1;
    row[n_ + g.row] = 1;
    return;
  }
  const auto rows = static_cast<Index>(equations_.two_ends.rows[g.end].size());
  std::copy_n(numbers[of_end(equations::Array::from_gradient, g.end)] + g.row * 2 * n_, n_,
              row + g.end * n_);
  for (Index j = 0; j < u_; ++j) {
    row[2 * n_ + j] = numbers[of_end(equations::Array::from_slopes, g.end)][j * rows + g.row];
  }
}

void EndRows::evaluate(equations::Workspace& numbers, const Span& span,
                       const EndStates& states) noexcept {
  for (int end = 0; end < 2; ++end) {
    const double t = end == 0 ? span.t0 : span.t0 + span.length;
    numbers.evaluate(of_end(equations::Stage::from, end), t, states.x[end], states.v[end]);
  }
}

// Gauss and Newton: the shortest steps onto the rows.
void EndRows::settle(equations::Workspace& numbers, const Span& span, double* x) {
  const double* const points[2] = {x, x + n_};
  const EndStates states{{x, x + n_}, {at_.zero.data(), at_.zero.data()}, {}};
  linalg::RowSpace space(2 * n_);
  std::vector<double> demand(2 * n_), step(2 * n_), best(x, x + 2 * n_);
  double least = INFINITY;
  int in_vain = 0;
  for (int iteration = 0; iteration < 100 && in_vain < 12; ++iteration) {
    evaluate(numbers, span, states);
    space.clear();
    double size = 0;
    bool vanished = false;
    for (const Given& g : positions_) {
      gradient(numbers, g, at_.row.data());
      const double miss = value(numbers, points, g);
      const double length = std::sqrt(
          std::inner_product(at_.row.begin(), at_.row.begin() + 2 * n_, at_.row.begin(), 0.0));
      vanished = vanished || (length == 0 && miss != 0);
      if (!space.add(at_.row.data(), dependent)) {  // it may depend on the others just here
        vanished = vanished || std::abs(miss) > 1e-6 * length;
        continue;
      }
      demand[space.rank() - 1] = -miss;
      size += miss * miss / (length * length);
    }
    if (vanished && iteration < 3) {  // such as the centre of a circle: step aside
      for (Index i = 0; i < 2 * n_; ++i) x[i] += 0.01 * (1 + 0.618 * static_cast<double>(i % 5));
      continue;
    }
    ++in_vain;  // a first step from flat ground goes far beyond, and comes back
    if (size < least) {
      least = size;
      best.assign(x, x + 2 * n_);
      in_vain = 0;
    }
    if (size == 0) break;
    space.shortest(demand.data(), step.data());
    for (Index i = 0; i < 2 * n_; ++i) x[i] += step[i];
  }
  std::copy(best.begin(), best.end(), x);
}

std::vector<Missed> EndRows::misses(equations::Workspace& numbers, const Span& span,
                                    const double* x, const std::vector<Given>& which,
                                    double tolerance) {
  const double* const points[2] = {x, x + n_};
  evaluate(numbers, span, {{x, x + n_}, {at_.zero.data(), at_.zero.data()}, {}});
  double scale = 0;
  for (Index i = 0; i < 2 * n_; ++i) scale = std::max(scale, std::abs(x[i]));
  if (scale == 0) scale = 1;
  std::vector<Missed> missed;
  for (const Given& g : which) {
    if (g.end < 0) continue;
    gradient(numbers, g, at_.row.data());
    double length = 0;
    for (Index i = 0; i < 2 * n_; ++i) length = std::max(length, std::abs(at_.row[i]));
    const double by = value(numbers, points, g);
    const double distance = std::abs(by) / (length > 0 ? length : 1);
    if (!(distance <= tolerance * scale)) missed.push_back({g.end, g.row, by});
  }
  return missed;
}

std::vector<Missed> EndRows::look(equations::Workspace& numbers, const Span& span, const double* x,
                                  double tolerance) {
  return misses(numbers, span, x, left_out_, tolerance);
}

// A rate, instead of what would be natural: in the same coordinate at the same end, if that is free;
// else instead of an unknown's own condition; else wherever one is left.
bool EndRows::take_place_of_natural(int end, Index coordinate) {
  const auto hold = [this](Index column) {
    std::vector<double> unit(columns_);
    unit[column] = 1;
    if (!space_.add(unit.data(), dependent)) return false;
    held_.push_back(std::move(unit));
    return true;
  };
  const equations::TwoEnds& two = equations_.two_ends;
  // A motion that repeats keeps its rates; nothing else could tell its period.
  const bool repeats =
      coordinate >= 0 && !two.variational && !two.periodic.empty() && two.periodic[coordinate];
  if (coordinate >= 0 && !(repeats && u_ > 0) && hold(end * n_ + coordinate)) return true;
  for (Index j = 0; j < u_; ++j) {
    if (hold(2 * n_ + j)) return true;
  }
  if (coordinate >= 0 && hold((1 - end) * n_ + coordinate)) return true;
  for (Index k = 2 * n_ - 1; k >= 0; --k) {
    if (hold(k)) return true;
  }
  return false;
}

void EndRows::choose_positions(equations::Workspace& numbers) {
  space_.clear();
  chosen_.clear();
  left_out_.clear();
  rows_move_ = false;
  for (const Given& g : positions_) {
    gradient(numbers, g, at_.row.data());
    (space_.add(at_.row.data(), dependent) ? chosen_ : left_out_).push_back(g);
    if (g.end < 0) continue;
    const EndKind kind = equations_.two_ends.rows[g.end][g.row].kind;
    rows_move_ = rows_move_ || kind != EndKind::coordinate || knows_unknowns(numbers, g);
  }
}

Failure EndRows::choose_naturals() {
  const equations::TwoEnds& two = equations_.two_ends;
  held_.clear();
  given_ = space_.rank();
  bool fits = true;
  for (const Given& g : chosen_rates_) {
    const equations::EndRow& row = two.rows[g.end][g.row];
    if (row.kind == EndKind::velocity && two.lambdas > 0) continue;  // determines λ
    ++given_;
    fits = take_place_of_natural(g.end, row.kind == EndKind::rate ? row.number : Index{-1}) && fits;
  }
  naturals_ = space_.free();
  const bool mechanics = !two.lagrange && std::any_of(rates_.begin(), rates_.end(), [&](auto& g) {
    return two.rows[g.end][g.row].kind == EndKind::velocity;
  });
  if (!fits || (mechanics && naturals_ > 0)) return Failure::counts;
  space_.complete();
  shape_.quadratures.clear();
  for (Index j = 0; j < u_; ++j) {
    double most = 0;
    for (Index k = 0; k < naturals_; ++k) {
      most = std::max(most, std::abs(space_.free_basis(k)[2 * n_ + j]));
    }
    if (most <= dependent) continue;
    if (!two.variational || two.rows_know[j]) {
      unknown_ = j;
      return Failure::natural_unknown;
    }
    shape_.quadratures.push_back(j);
  }
  return Failure::none;
}

Failure EndRows::prepare(equations::Workspace& numbers, const Span& span, double tolerance,
                         double* x) {
  missed_ = without_number(numbers, span, x);
  if (!missed_.empty()) return Failure::not_finite;
  settle(numbers, span, x);
  evaluate(numbers, span, {{x, x + n_}, {at_.zero.data(), at_.zero.data()}, {}});
  choose_positions(numbers);
  choose_rates(numbers, span, tolerance, x);
  const Failure failure = choose_naturals();
  if (failure != Failure::none) return failure;
  std::vector<Missed> off = misses(numbers, span, x, positions_, tolerance);
  // Where unknowns move a row they may still meet it.
  std::erase_if(off, [&](const Missed& row) {
    return knows_unknowns(numbers, {row.end, row.row});
  });
  missed_.insert(missed_.begin(), off.begin(), off.end());
  return missed_.empty() ? Failure::none : Failure::infeasible_end;
}

bool EndRows::fixed(int end) const {
  // Its own rows alone must determine it.
  return std::count_if(chosen_.begin(), chosen_.end(),
                       [end](const Given& g) { return g.end == end; }) == n_;
}

bool EndRows::all_fixed() const {
  return naturals_ == 0 && u_ == 0 && held_.empty() && starts_fixed();
}

std::vector<double> EndRows::variation_rows() const {
  const double* const first = space_.basis(0);
  return {first, first + (columns_ - naturals_) * columns_};
}

std::vector<double> EndRows::variation_directions() const {
  const double* const first = space_.free_basis(0);
  return {first, first + naturals_ * columns_};
}

std::vector<double> EndRows::variation_curvature() const {
  const Index corner = n_ + u_;
  std::vector<double> all(columns_ * columns_);
  for (int end = 0; end < 2; ++end) {
    const auto column = [&](Index i) { return i < n_ ? end * n_ + i : n_ + i; };
    for (Index i = 0; i < corner; ++i) {
      for (Index j = 0; j < corner; ++j) {
        all[column(i) * columns_ + column(j)] += at_.curvature[(end * corner + i) * corner + j];
      }
    }
  }
  return all;
}

}  // namespace zwang::extremal
