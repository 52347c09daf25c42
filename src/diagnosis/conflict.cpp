// SPDX-License-Identifier: Apache-2.0
// At the state where residuals φ are least, Aᵀφ = 0: some rows are dependent there, and the
// combinations w with wᵀA = 0 and wᵀφ ≠ 0 are candidates. φ is not linear, so each candidate is
// tried: rows are left out one by one, as long as a state that satisfies the others is not found.

#include "diagnosis/conflict.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/acting_rows.h"
#include "diagnosis/row_units.h"
#include "flow/kept_rows.h"
#include "flow/natural_size.h"
#include "flow/settle.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang::diagnosis {

namespace {

using Flags = std::vector<unsigned char>;
using Rows = std::vector<std::size_t>;

constexpr std::size_t most_rows = 60;  // that are tried one by one
constexpr std::size_t most_candidates = 4, most_conflicts = 3;

Flags flags_of(const Rows& rows, std::size_t m) {
  Flags flags(m, 0);
  for (const std::size_t row : rows) flags[row] = 1;
  return flags;
}

class Search {
 public:
  Search(const Model& model, const State& given)
      : given_(given), rows_(model.parts().equations()) {}

  /// Whether no state near the given one satisfies these rows; `nearest`: where looking ended.
  bool fight(const Rows& rows, State& nearest) {
    const std::size_t m = rows_.equations().rows.size();
    nearest = given_;
    rows_.keep(flags_of(rows, m));
    const motion::Projection projection =
        rows_.assemble(nearest.t, nearest.q.data(), nearest.v.data());
    return !projection.converged || !projection.feasible || misses_vanished(rows, nearest);
  }

  /// Leaves out what is not needed for the fight, the rows that are missed least first.
  Rows smallest(Rows rows, const std::vector<double>& missed) {
    Rows order = rows;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t x, std::size_t y) { return missed[x] < missed[y]; });
    State nearest;
    for (const std::size_t row : order) {
      Rows others = rows;
      std::erase(others, row);
      if (!others.empty() && fight(others, nearest)) rows = std::move(others);
    }
    return rows;
  }

  /// Goes on from there to where the residuals are least.
  void settle(const Rows& rows, bool rate, State& nearest) {
    const std::vector<Index> numbers(rows.begin(), rows.end());
    motion::settle(rows_.side(), numbers, rate, nearest.t, nearest.q.data(), nearest.v.data());
  }

  /// Distances |φ_i|/‖A_i‖, or of rates where `rate`.
  std::vector<double> distances(const State& state, bool rate) {
    const equations::Equations& equations = rows_.equations();
    equations::Workspace& numbers = evaluate(state);
    std::vector<double> all(equations.rows.size(), 0.0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double residual = rate ? numbers.rate()[i] : residual_of(i);
      all[i] = std::abs(residual) / units_.of[i];
    }
    return all;
  }

  /// −φ, or −φ̇: what the rows still ask for.
  std::vector<double> demands(const State& state, bool rate) {
    equations::Workspace& numbers = evaluate(state);
    std::vector<double> all(rows_.equations().rows.size(), 0.0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double demand = rate ? -numbers.rate()[i] : -residual_of(i);
      all[i] = is_rounding(i, demand) ? 0.0 : demand;
    }
    return all;
  }

 private:
  equations::Workspace& evaluate(const State& state) {
    equations::Workspace& numbers = rows_.side().numbers();
    numbers.evaluate(equations::Stage::projection, state.t, state.q.data(), state.v.data());
    units_ = row_units(rows_.equations(), numbers.A());
    return numbers;
  }

  double residual_of(std::size_t row) {
    const bool position = rows_.equations().rows[row].level == equations::Level::position;
    return position ? rows_.side().numbers().residual()[row] : 0.0;
  }

  // Of a row that nothing feels, and that is met but for the last digits: one across a plane mechanism.
  bool is_rounding(std::size_t row, double residual) {
    const double size = std::max(motion::natural_size(rows_.equations()), largest(given_.q));
    return std::abs(residual) <= 1e-12 * size * units_.of[row] && units_.vanished[row];
  }

  // A row without coefficients has no distance; but it may be missed.
  bool misses_vanished(const Rows& rows, const State& state) {
    evaluate(state);
    return std::any_of(rows.begin(), rows.end(), [this](std::size_t row) {
      const double residual = residual_of(row);
      return units_.vanished[row] && residual != 0 && !is_rounding(row, residual);
    });
  }

  State given_;
  motion::KeptRows rows_;
  RowUnits units_;  // of the state that was evaluated last
};

Rows all_of(const Flags& flags) {
  Rows rows;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) rows.push_back(i);
  }
  return rows;
}

// Rows in combinations that residuals do not fit, the smallest first; then all that are missed.
std::vector<Rows> candidates(const Model& model, Search& search, const Rows& rows,
                             const State& nearest, bool rate) {
  const std::vector<double> missed = search.distances(nearest, rate);
  const Flags flags = flags_of(rows, missed.size());
  std::vector<Rows> all;
  ChosenRows chosen = choose_rows(model, nearest, flags);
  const std::vector<double> demands = search.demands(nearest, rate);
  for (std::size_t k = 0; k < chosen.rows.size(); ++k) chosen.b[k] = demands[chosen.rows[k]];
  const RowsInstant there = solve_rows(chosen);
  for (const Contradiction& set : there.instant.contradictory) {
    if (all.size() < most_candidates) all.push_back(set.rows);
  }
  double most = 0;
  for (const std::size_t row : rows) most = std::max(most, missed[row]);
  Rows off;
  for (const std::size_t row : rows) {
    if (missed[row] > 1e-6 * most) off.push_back(row);
  }
  all.push_back(off);
  all.push_back(rows);
  return all;
}

// Of a set no row can be left out; but another may do with fewer, and then without one of these.
void find_smaller(Search& search, const Rows& rows, const std::vector<double>& missed, Rows& best) {
  if (best.size() <= 2 || rows.size() > most_rows / 2) return;
  const Rows first = best;
  for (const std::size_t row : first) {
    Rows others = rows;
    std::erase(others, row);
    State nearest;
    if (!search.fight(others, nearest)) continue;
    Rows found = search.smallest(std::move(others), missed);
    if (found.size() < best.size()) best = std::move(found);
  }
}

// One smallest set among rows that are known to fight; empty where there are too many.
Conflict find_one(const Model& model, Search& search, const Rows& rows, const State& nearest) {
  const std::vector<double> positions = search.distances(nearest, false);
  const bool rate = std::none_of(rows.begin(), rows.end(), [&](std::size_t row) {
    return positions[row] > 1e-9 * std::max(largest(nearest.q), largest(model.start().q));
  });
  const std::vector<double> missed = search.distances(nearest, rate);
  Conflict best;
  for (const Rows& candidate : candidates(model, search, rows, nearest, rate)) {
    State where;
    const bool shorter = best.rows.empty() || candidate.size() < best.rows.size();
    if (!shorter || candidate.size() > most_rows || !search.fight(candidate, where)) continue;
    const Rows found = search.smallest(candidate, missed);
    if (best.rows.empty() || found.size() < best.rows.size()) best.rows = found;
  }
  if (best.rows.empty()) return best;
  find_smaller(search, rows, missed, best.rows);
  State there;
  search.fight(best.rows, there);
  search.settle(best.rows, rate, there);
  best.rate = rate;
  const std::vector<double> demands = search.demands(there, rate);
  for (const std::size_t row : best.rows) best.missed.push_back(std::abs(demands[row]));
  return best;
}

}  // namespace

std::vector<Conflict> find_conflicts(const Model& model, const Flags& kept, const State& given,
                                     const State& nearest) {
  Search search(model, given);
  Rows rows = all_of(kept);
  State where = nearest;
  std::vector<Conflict> all;
  while (all.size() < most_conflicts) {
    Conflict one = find_one(model, search, rows, where);
    if (one.rows.empty()) break;
    std::erase_if(rows, [&](std::size_t row) {
      return std::binary_search(one.rows.begin(), one.rows.end(), row);
    });
    all.push_back(std::move(one));
    if (rows.empty() || !search.fight(rows, where)) break;
  }
  std::sort(all.begin(), all.end(),
            [](const Conflict& x, const Conflict& y) { return x.rows < y.rows; });
  return all;
}

}  // namespace zwang::diagnosis
