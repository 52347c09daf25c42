// SPDX-License-Identifier: Apache-2.0
// Gauss–Newton, with the change that is least in the metric of M: for positions on φ(q) = 0 and on what of φ̇ lies outside
// of the range of A, which rates cannot change; for rates on φ̇ = 0 and on what of b lies outside of it. Slopes are
// differences: they only decide how fast it converges.

#include "diagnosis/hidden_start.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/acting_rows.h"
#include "diagnosis/dependence.h"
#include "diagnosis/hidden.h"
#include "flow/kept_rows.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang::diagnosis {

namespace {

using Flags = std::vector<unsigned char>;
using Numbers = std::vector<double>;

constexpr int most_steps = 40;
constexpr double rounding = 1e-9;  // of what the rows are made of: so well is a start given

class Assembly {
 public:
  Assembly(const Model& model, const Flags& kept)
      : model_(model), kept_(kept), numbers_(model.parts().equations()) {}

  /// What positions (`rate` false) or rates miss, one number for each row twice.
  Numbers missed(const State& state, bool rate) {
    const equations::Equations& equations = model_.parts().equations();
    chosen_ = rows_at(state);
    numbers_.evaluate(equations::Stage::projection, state.t, state.q.data(), state.v.data());
    Numbers all, other;
    for (std::size_t k = 0; k < chosen_.rows.size(); ++k) {
      const std::size_t row = chosen_.rows[k];
      const equations::Level level = equations.rows[row].level;
      const bool is_position = level == equations::Level::position;
      const bool is_rate = level != equations::Level::acceleration;
      const double position = is_position ? numbers_.residual()[row] / units_[k] : 0;
      const double speed = is_rate ? numbers_.rate()[row] / units_[k] : 0;
      all.push_back(rate ? speed : position);
      other.push_back(speed);
    }
    const Numbers outside = outside_of_range(rate ? chosen_.b : other);
    all.insert(all.end(), outside.begin(), outside.end());
    return all;
  }

  /// The least change of positions or rates after which nothing is missed. False: none was found.
  bool solve(State& state, bool rate) {
    Numbers now = missed(state, rate);
    const double first = largest(now);
    for (int k = 0; k < most_steps && largest(now) > 0; ++k) {
      const Numbers change = least_change(state, rate, now);
      if (change.empty()) return false;
      State next;
      Numbers then;
      double share = 1;
      for (; share > 1e-3; share /= 2) {
        next = state;
        Numbers& x = rate ? next.v : next.q;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += share * change[i];
        then = missed(next, rate);
        if (largest(then) < largest(now)) break;
      }
      if (share <= 1e-3) break;  // rounding, or the end of the way
      state = std::move(next);
      now = std::move(then);
    }
    return largest(now) <= rounding * std::max(first, size_of(state, rate));
  }

  /// What the rows are made of: they are met to so many digits of it.
  double size_of(const State& state, bool rate) {
    const ChosenRows chosen = rows_at(state);
    const std::size_t n = state.q.size();
    double most = rate ? largest(chosen.b) : 0;
    for (std::size_t k = 0; k < chosen.rows.size(); ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        sum += std::abs(chosen.A[k * n + i]) * std::max(std::abs(state.v[i]), std::abs(state.q[i]));
      }
      most = std::max(most, sum);
    }
    return most;
  }

 private:
  /// The rows in units of their own at the first state: differences do not know small ones beside large ones.
  ChosenRows rows_at(const State& state) {
    ChosenRows rows = choose_rows(model_, state, kept_);
    const std::size_t n = state.q.size();
    for (std::size_t k = units_.size(); k < rows.rows.size(); ++k) {
      const double* const a = rows.A.data() + k * n;
      double unit = 0;
      for (std::size_t i = 0; i < n; ++i) unit = std::max(unit, std::abs(a[i]));
      units_.push_back(unit > 0 ? unit : 1);
    }
    for (std::size_t k = 0; k < rows.rows.size(); ++k) {
      for (std::size_t i = 0; i < n; ++i) rows.A[k * n + i] /= units_[k];
      rows.b[k] /= units_[k];
    }
    rows.weights.clear();
    return rows;
  }

  /// Of a right side: what no x with A x can be.
  Numbers outside_of_range(const Numbers& right) {
    ChosenRows rows = chosen_;
    rows.b = right;
    std::fill(rows.Q.begin(), rows.Q.end(), 0.0);
    return solve_instant(rows.problem(), options()).residual;
  }

  Numbers least_change(const State& state, bool rate, const Numbers& now) {
    const std::size_t n = state.q.size();
    Numbers slopes(now.size() * n);
    const Numbers& x0 = rate ? state.v : state.q;
    const double size = largest(x0) > 0 ? largest(x0) : 1;
    for (std::size_t i = 0; i < n; ++i) {
      const double h = 1e-5 * std::max(std::abs(x0[i]), 0.1 * size);
      State there = state;
      Numbers& x = rate ? there.v : there.q;
      x[i] = x0[i] + h;
      const Numbers ahead = missed(there, rate);
      x[i] = x0[i] - h;
      const Numbers behind = missed(there, rate);
      for (std::size_t k = 0; k < now.size(); ++k)
        slopes[k * n + i] = (ahead[k] - behind[k]) / (2 * h);
    }
    missed(state, rate);
    ChosenRows rows = chosen_;
    rows.A = std::move(slopes);
    rows.b = now;
    for (double& b : rows.b) b = -b;
    std::fill(rows.Q.begin(), rows.Q.end(), 0.0);
    Numbers change = solve_instant(rows.problem(), options()).acceleration;
    const bool finite =
        std::all_of(change.begin(), change.end(), [](double d) { return std::isfinite(d); });
    return finite ? change : Numbers{};
  }

  static Options options() {
    Options options;
    options.tolerance = RankTolerance::stepping;  // slopes are differences
    options.diagnose = options.multipliers = false;
    return options;
  }

  const Model& model_;
  Flags kept_;
  equations::Workspace numbers_;
  Numbers units_;
  ChosenRows chosen_;  // at the state that was looked at last
};

// What only rounding moved stays where it was given.
void keep_given(const Numbers& given, Numbers& x) {
  const double most = largest_difference(x, given);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i] - given[i]) <= 1e-12 * most) x[i] = given[i];
  }
}

bool settles(const Model& model, const Flags& kept, State& state) {
  motion::KeptRows rows(model.parts().equations());
  rows.keep(kept);
  const motion::Projection there = rows.assemble(state.t, state.q.data(), state.v.data());
  return there.converged && there.feasible;
}

}  // namespace

bool assemble_hidden(const Model& model, const Flags& kept, State& state) {
  const equations::Equations& equations = model.parts().equations();
  if (equations.n > most_around || equations.m == 0 || equations.order != 2) return false;
  const RowsInstant here = solve_rows(model, state, kept);
  if (here.rank == here.rows) return false;
  State found = state;
  Assembly assembly(model, kept);
  const bool follows = settles(model, kept, found);
  if (!follows) {
    found = state;
    if (!assembly.solve(found, false) || !settles(model, kept, found)) return false;
  }
  const bool hides = !rows_that_hide(model, found).empty();
  const bool misses =
      hides && largest(assembly.missed(found, true)) > rounding * assembly.size_of(found, true);
  if (misses && !assembly.solve(found, true)) return false;
  if (follows && !misses) return false;
  keep_given(state.q, found.q);
  keep_given(state.v, found.v);
  state = std::move(found);
  return true;
}

std::vector<unsigned char> rows_kept_at(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  Flags kept = acting_rows(model, state);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool servo = equations.rows[i].kind == equations::Kind::servo;
    kept[i] = (kept[i] || servo) && equations.rows[i].drift == equations::Drift::project;
  }
  return kept;
}

bool assemble_hidden(const Model& model, State& state) {
  return assemble_hidden(model, rows_kept_at(model, state), state);
}

}  // namespace zwang::diagnosis
