// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/off_constraints.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/acting_rows.h"
#include "diagnosis/row_units.h"
#include "equations/evaluate.h"
#include "flow/natural_size.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang::diagnosis {

namespace {

// What distances are small against: of mechanisms that start with all angles at zero a radian.
double size_of(const Model& model, const State& state) {
  return std::max({motion::natural_size(model.parts().equations()), largest(state.q),
                   largest(model.start().q)});
}

bool is_off(double distance, double size) { return !(distance <= 1e-9 * size); }

}  // namespace

std::vector<OffConstraint> off_constraints(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  const std::vector<unsigned char> acts = acting_rows(model, state);
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::projection, state.t, state.q.data(), state.v.data());
  const RowUnits units = row_units(equations, numbers.A());
  std::vector<OffConstraint> all(model.constraints().size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k].constraint = k;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    const bool servo = row.kind == equations::Kind::servo;
    if (!(acts[i] || servo) || row.drift != equations::Drift::project) continue;
    if (row.constraint == equations::no_constraint) continue;
    OffConstraint& off = all[row.constraint];
    const auto distance = [&](double residual) { return std::abs(residual) / units.of[i]; };
    if (row.level == equations::Level::position) {
      off.position = std::max(off.position, distance(numbers.residual()[i]));
    }
    const bool moves = equations.order == 2 && (servo || row.kind == equations::Kind::equality) &&
                       row.level != equations::Level::acceleration;
    if (moves) off.velocity = std::max(off.velocity, distance(numbers.rate()[i]));
  }
  // The way onto the constraints may lead to where all coordinates are zero.
  const double size = size_of(model, state);
  const double rate = std::max(largest(state.v), largest(model.start().v));
  std::erase_if(all, [&](const OffConstraint& off) {
    return !is_off(off.position, size) && !is_off(off.velocity, std::max(rate, size));
  });
  // Rounded, so that the last bits do not decide the order of what is equal for a reader.
  const auto distance = [](const OffConstraint& off) {
    return static_cast<float>(std::max(off.position, off.velocity));
  };
  std::stable_sort(all.begin(), all.end(), [&](const OffConstraint& x, const OffConstraint& y) {
    return distance(x) > distance(y);
  });
  return all;
}

std::vector<OffConstraint> missed_constraints(const Model& model, const State& nearest) {
  std::vector<OffConstraint> all = off_constraints(model, nearest);
  const double size = size_of(model, nearest);
  const auto off = [size](const OffConstraint& x) { return is_off(x.position, size); };
  if (std::none_of(all.begin(), all.end(), off)) return all;
  std::erase_if(all, [off](const OffConstraint& x) { return !off(x); });
  for (OffConstraint& x : all) x.velocity = 0;
  return all;
}

std::string list_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;  // what a person reads
  const std::size_t shown = std::min(names.size(), most);
  const std::size_t more = names.size() - shown;
  std::string text;
  for (std::size_t k = 0; k < shown; ++k) {
    if (k > 0) text += k + 1 == shown && more == 0 ? " and " : ", ";
    text += "'" + names[k] + "'";
  }
  return more > 0 ? text + " and " + std::to_string(more) + " more" : text;
}

}  // namespace zwang::diagnosis
