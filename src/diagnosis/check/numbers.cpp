// SPDX-License-Identifier: Apache-2.0
// Numbers that are not finite, and directions that nothing decides.

#include <algorithm>
#include <cmath>
#include <set>

#include "diagnosis/check/findings.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

bool finite(const double* x, std::size_t count) {
  return std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
}

std::vector<std::string> names_at(const Model& model, const std::set<std::size_t>& coordinates) {
  std::vector<std::string> names;
  for (const std::size_t j : coordinates) names.push_back(model.coordinates()[j]);
  return names;
}

RowNumbers bad_rows(const equations::Equations& equations, equations::Workspace& numbers,
                    const State& state) {
  RowNumbers rows;
  std::vector<unsigned char> bad(equations.rows.size(), 0);
  const auto look = [&](equations::Stage stage, bool residuals) {
    numbers.evaluate(stage, state.t, state.q.data(), state.v.data());
    for (std::size_t i = 0; i < bad.size(); ++i) {
      const Index begin = equations.A().begin[i];
      const auto count = static_cast<std::size_t>(equations.A().begin[i + 1] - begin);
      bool good = finite(numbers.A() + begin, count);
      if (residuals)
        good = good && finite(numbers.residual() + i, 1) && finite(numbers.rate() + i, 1);
      if (!residuals) good = good && finite(numbers.b() + i, 1);
      bad[i] = bad[i] || !good;
    }
  };
  look(equations::Stage::projection, true);
  look(equations::Stage::dynamics, false);
  for (std::size_t i = 0; i < bad.size(); ++i) {
    if (bad[i] && equations.rows[i].constraint != equations::no_constraint) rows.push_back(i);
  }
  return rows;
}

// Those whose mass or force is not finite; `numbers` has seen the dynamics.
std::set<std::size_t> bad_coordinates(const equations::Equations& equations,
                                      equations::Workspace& numbers) {
  std::set<std::size_t> bad;
  const double* M = numbers.M();
  std::size_t first = 0;
  for (const std::size_t size : equations.mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      if (!finite(M + i * size, size) || !finite(numbers.Q() + first + i, 1)) bad.insert(first + i);
    }
    first += size;
    M += size * size;
  }
  return bad;
}

// Whether one of these coordinates has a mass; `numbers` has seen the dynamics.
bool has_mass(const equations::Equations& equations, equations::Workspace& numbers,
              const std::set<std::size_t>& coordinates) {
  const double* M = numbers.M();
  std::size_t first = 0;
  for (const std::size_t size : equations.mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      const double* const row = M + i * size;
      const bool massless = std::all_of(row, row + size, [](double x) { return x == 0; });
      if (!massless && coordinates.count(first + i) > 0) return true;
    }
    first += size;
    M += size * size;
  }
  return false;
}

// What is left of the instant when one undecided direction after the other is held fixed.
std::set<std::size_t> undecided(const Model& model, const State& state,
                                const std::vector<unsigned char>& acts) {
  constexpr int most_directions = 50;
  std::set<std::size_t> all;
  ChosenRows chosen = choose_rows(model, state, acts);
  for (int k = 0; k < most_directions; ++k) {
    const Instant instant = solve_rows(chosen).instant;
    const std::vector<double>& direction = instant.null_direction;
    if (instant.status != Status::degenerate || direction.empty()) break;
    double most = 0;
    for (const double x : direction) most = std::max(most, std::abs(x));
    for (std::size_t j = 0; j < direction.size(); ++j) {
      if (std::abs(direction[j]) > 1e-6 * most) all.insert(j);
    }
    chosen.add(direction, 0);
  }
  return all;
}

// Between two ends multipliers may take part in the mass matrix, and only a search finds them.
bool waits_for_multipliers(const Model& model) {
  const Description& description = model.description();
  if (!description.extremal || description.simulate) return false;
  const equations::TwoEnds& ends = model.parts().extremal().equations.two_ends;
  return ends.lambdas + ends.integrals > 0;
}

// Whether masses of these coordinates vanish everywhere and forces on them depend on rates: the
// Lagrangian is linear in their rates. In one pose a mass may vanish by itself, so others are looked at.
bool is_linear_in_rates(const Model& model, const State& state,
                        const std::set<std::size_t>& coordinates) {
  const equations::Equations& equations = model.parts().equations();
  if (model.description().free.lagrangian.text.empty() || equations.solids) return false;
  equations::Workspace numbers(equations);
  State beside = state;
  bool of_rates = false;
  for (int k = 1; k <= 3; ++k) {
    for (std::size_t j = 0; j < beside.q.size(); ++j) {
      beside.q[j] = state.q[j] + 0.1 * k * std::cos(1.0 + 7.0 * static_cast<double>(j) + k);
    }
    std::vector<double> still;
    for (const double rate : {0.0, 0.3 * k}) {
      for (std::size_t j = 0; j < beside.v.size(); ++j) {
        beside.v[j] = rate * std::sin(2.0 + 5.0 * static_cast<double>(j));
      }
      numbers.evaluate(equations::Stage::dynamics, beside.t, beside.q.data(), beside.v.data());
      if (has_mass(equations, numbers, coordinates)) return false;
      const std::vector<double> Q(numbers.Q(), numbers.Q() + equations.n);
      for (const std::size_t j : coordinates) of_rates = of_rates || (rate > 0 && Q[j] != still[j]);
      still = Q;
    }
  }
  return of_rates;
}

}  // namespace

bool check_numbers(const Model& model, const State& state, std::vector<Finding>& findings) {
  const equations::Equations& equations = model.parts().equations();
  equations::Workspace numbers(equations);
  const RowNumbers rows = bad_rows(equations, numbers, state);
  const std::set<std::size_t> coordinates = bad_coordinates(equations, numbers);
  if (!rows.empty()) {
    const std::vector<std::size_t> about = constraints_of(model, rows);
    findings.push_back(finding_about(
        model, "not-finite", "error", about,
        (about.size() == 1 ? "The constraint " : "The constraints ") + names_of(model, about) +
            (about.size() == 1 ? " has" : " have") + " no finite value at the start.",
        "Look for a division by zero, or a root or logarithm of a negative number."));
  }
  if (!coordinates.empty()) {
    findings.push_back(
        finding_about(model, "not-finite", "error", {},
                      "Mass or force along " + list_names(names_at(model, coordinates)) +
                          (coordinates.size() == 1 ? " is" : " are") + " not finite at the start.",
                      "Look for a division by zero, or a root or logarithm of a negative number."));
  }
  return rows.empty() && coordinates.empty();
}

void check_answer(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                  const Instant& instant, std::vector<Finding>& findings) {
  const Status status = instant.status;
  if (status == Status::ok || status == Status::contradictory) return;
  if (status != Status::degenerate) {
    findings.push_back(finding_about(model, "no-answer", "error", {}, std::string(sentence(status)),
                                     std::string(remedy(status))));
    return;
  }
  if (waits_for_multipliers(model)) return;
  const std::set<std::size_t> directions = undecided(model, state, acts);
  if (is_linear_in_rates(model, state, directions)) {
    const std::string names = list_names(names_at(model, directions));
    findings.push_back(
        finding_about(model, "massless", "error", {},
                      "The Lagrangian is linear in the rates of " + names +
                          ": it gives equations of first order for rates, and no accelerations.",
                      "Write these equations as constraints on the rates, as x' = y, or give " +
                          names + " kinetic energy."));
    return;
  }
  findings.push_back(
      finding_about(model, "massless", "error", {},
                    "The acceleration along " + list_names(names_at(model, directions)) +
                        " is not determined: there is neither mass nor a constraint.",
                    std::string(remedy(status))));
}

}  // namespace zwang::diagnosis
