// SPDX-License-Identifier: Apache-2.0
#include "model/states.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"

namespace zwang {

namespace {

void check_size(const Model& model, const std::vector<double>& x, const char* name) {
  const std::size_t n = model.coordinates().size();
  if (x.size() == n) return;
  throw InputError(name, "has " + std::to_string(x.size()) + " entries where " + std::to_string(n) +
                             " are needed (one per coordinate)");
}

}  // namespace

void check_state(const Model& model, const State& state) {
  check_size(model, state.q, "state.q");
  check_size(model, state.v, "state.v");
}

std::vector<double> rates_at(const Model& model, const State& state) {
  check_state(model, state);
  std::vector<double> rates(model.rates().size());
  model.parts().shown.rates(state.q.data(), state.v.data(), rates.data());
  return rates;
}

std::vector<double> accelerations_at(const Model& model, const State& state,
                                     const std::vector<double>& acceleration) {
  check_state(model, state);
  check_size(model, acceleration, "acceleration");
  std::vector<double> shown(model.rates().size());
  model.parts().shown.accelerations(state.q.data(), state.v.data(), acceleration.data(),
                                    shown.data());
  return shown;
}

std::vector<double> forces_at(const Model& model, const State& state,
                              const std::vector<double>& force) {
  check_state(model, state);
  check_size(model, force, "force");
  std::vector<double> shown(model.rates().size());
  model.parts().shown.forces(state.q.data(), force.data(), shown.data());
  return shown;
}

bool assign(const Model& model, std::string_view name, double value, State& state) {
  check_state(model, state);
  const auto find = [name](const std::vector<std::string>& names) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  if (const std::size_t i = find(model.coordinates()); i < model.coordinates().size()) {
    state.q[i] = value;
    return true;
  }
  const std::size_t k = find(model.rates());
  if (k == model.rates().size()) return false;
  model.parts().shown.set_rate(k, value, state.q.data(), state.v.data());
  return true;
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double value : x) most = std::max(most, std::abs(value));
  return most;
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

}  // namespace zwang
