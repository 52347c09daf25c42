// SPDX-License-Identifier: Apache-2.0
#include "api/off_constraints.h"

#include <algorithm>
#include <cmath>

#include "api/model_parts.h"
#include "api/states.h"
#include "motion/project.h"

namespace zwang {

namespace {

double row_size(const double* x, Index count) {
  double most = 0;
  for (Index i = 0; i < count; ++i) most = std::max(most, std::abs(x[i]));
  return most;
}

bool is_off(double distance, double size) { return !(distance <= 1e-9 * size); }

}  // namespace

std::vector<OffConstraint> off_constraints(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  motion::RightSide side(equations, Method::automatic);
  const motion::Projector projector(side);
  equations::Workspace& numbers = side.numbers();
  numbers.evaluate(equations.projection, state.t, state.q.data(), state.v.data());
  std::vector<OffConstraint> all(model.constraints().size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k].constraint = k;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    const Index begin = equations.A.begin[i];
    const double size = row_size(numbers.A() + begin, equations.A.begin[i + 1] - begin);
    OffConstraint& off = all[equations.rows[i].constraint];
    const auto distance = [&](double residual) {  // a vanished row that is off has no distance
      return residual == 0 ? 0 : std::abs(residual) / (size > 0 ? size : 1);
    };
    if (projector.positions()[i]) {
      off.position = std::max(off.position, distance(numbers.residual()[i]));
    }
    if (projector.rates()[i]) off.velocity = std::max(off.velocity, distance(numbers.rate()[i]));
  }
  const double size = largest(state.q), rate = largest(state.v);
  std::erase_if(all, [&](const OffConstraint& off) {
    return !is_off(off.position, size) && !is_off(off.velocity, std::max(rate, size));
  });
  std::stable_sort(all.begin(), all.end(), [](const OffConstraint& x, const OffConstraint& y) {
    return std::max(x.position, x.velocity) > std::max(y.position, y.velocity);
  });
  return all;
}

std::vector<OffConstraint> missed_constraints(const Model& model, const State& nearest) {
  std::vector<OffConstraint> all = off_constraints(model, nearest);
  const double size = largest(nearest.q);
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

}  // namespace zwang
