// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "diagnosis/check/findings.h"
#include "diagnosis/conflict.h"
#include "diagnosis/hidden_start.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang::diagnosis {

namespace {

using Flags = std::vector<unsigned char>;

std::vector<std::size_t> numbers_of(const std::vector<OffConstraint>& all) {
  std::vector<std::size_t> numbers;
  for (const OffConstraint& off : all) numbers.push_back(off.constraint);
  return numbers;
}

std::string distances(const Model& model, const std::vector<OffConstraint>& all) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(all.size(), most); ++k) {
    const OffConstraint& off = all[k];
    const bool rate = off.velocity > off.position;
    text += (k ? ", '" : "'") + model.constraints()[off.constraint].name + "' by " +
            short_number(rate ? off.velocity : off.position) + (rate ? " in rates" : "");
  }
  return all.size() > most ? text + ", …" : text;
}

// What is left at the point where no change brings the state nearer.
Finding impossible(const Model& model, const State& nearest) {
  const std::vector<OffConstraint> off = missed_constraints(model, nearest);
  std::string text = "No state near the start satisfies the constraints";
  if (!off.empty()) text += "; the best compromise violates " + distances(model, off);
  return finding_about(model, "start-impossible", "error", numbers_of(off), text + ".",
                       "Correct the start, or remove one of the conflicting constraints.");
}

// The constraints of a conflict that are missed by more than rounding.
std::vector<OffConstraint> missed_in(const Model& model, const Conflict& conflict) {
  const double most = *std::max_element(conflict.missed.begin(), conflict.missed.end());
  std::vector<OffConstraint> all;
  for (std::size_t k = 0; k < conflict.rows.size(); ++k) {
    const std::size_t constraint = constraint_of(model, conflict.rows[k]);
    if (!(conflict.missed[k] > 1e-9 * most)) continue;
    if (all.empty() || all.back().constraint != constraint) all.push_back({constraint, 0, 0});
    double& by = conflict.rate ? all.back().velocity : all.back().position;
    by = std::max(by, conflict.missed[k]);
  }
  return all;
}

Finding conflicting(const Model& model, const Conflict& conflict) {
  const std::vector<std::size_t> about = constraints_of(model, conflict.rows);
  const std::vector<OffConstraint> missed = missed_in(model, conflict);
  const std::string names = names_of(model, about);
  std::string text = about.size() > 1 ? "The constraints " + names + " cannot hold together"
                     : conflict.rows.size() > 1
                         ? "The equations of the constraint " + names + " cannot hold together"
                         : "The constraint " + names + " cannot hold";
  text += " near the start";
  if (!missed.empty()) {
    text += "; the best compromise violates " + distances(model, missed);
  }
  return finding_about(model, "start-impossible", "error", about, text + ".",
                       conflict.rows.size() > 1
                           ? "Correct or remove one of them, or start elsewhere."
                           : "Correct it, or start elsewhere.");
}

Finding moved(const Model& model, const std::vector<OffConstraint>& off, double by, double rate) {
  const auto& asked = model.description().simulate;
  const bool strict = asked && asked->start == StartPolicy::strict;
  std::string text = off.empty() ? "The start violates a condition that constraints imply together."
                                 : "The start violates " + distances(model, off) + ".";
  text += " To satisfy the constraints, coordinates change by up to " + short_number(by) +
          ", rates by up to " + short_number(rate) + ".";
  return finding_about(model, "start-moved", strict ? "error" : "note", numbers_of(off), text,
                       strict ? "Correct the start, or use start = \"project\"."
                              : "A run corrects the start by this much.");
}

// Contacts that the way onto the constraints runs into are kept too. False: no state was found.
bool assemble(const Model& model, const State& given, State& state, Flags& kept) {
  motion::KeptRows rows(model.parts().equations());
  kept = rows_kept_at(model, given);
  for (int round = 0; round < 10; ++round) {
    state = given;
    rows.keep(kept);
    const motion::Projection projection = rows.assemble(state.t, state.q.data(), state.v.data());
    if (!projection.converged || !projection.feasible) return false;
    const Flags now = rows_kept_at(model, state);
    bool more = false;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      more = more || (now[i] && !kept[i]);
      kept[i] = kept[i] || now[i];
    }
    if (!more) break;
  }
  // A row without coefficients has no distance; but it may be missed.
  return missed_constraints(model, state).empty();
}

// As assemble, and onto what dependent rows hide.
bool assemble_all(const Model& model, const State& given, State& state, Flags& kept) {
  const bool met = assemble(model, given, state, kept);
  State hidden = met ? state : given;
  if (!assemble_hidden(model, kept, hidden)) return met;
  state = std::move(hidden);
  return missed_constraints(model, state).empty();
}

}  // namespace

bool check_start(const Model& model, State& state, std::vector<Finding>& findings) {
  const equations::Equations& equations = model.parts().equations();
  const State given = state;
  Flags kept;
  if (!assemble_all(model, given, state, kept)) {
    std::vector<Conflict> conflicts;
    if (equations.n <= most_around) conflicts = find_conflicts(model, kept, given, state);
    for (const Conflict& conflict : conflicts) findings.push_back(conflicting(model, conflict));
    if (conflicts.empty()) findings.push_back(impossible(model, state));
    return false;
  }
  const double by = largest_difference(state.q, given.q);
  const double rate = equations.order == 2 ? largest_difference(state.v, given.v) : 0;
  const bool is_off = by > 1e-9 * largest(state.q) || rate > 1e-9 * largest(state.v);
  if (is_off) findings.push_back(moved(model, off_constraints(model, given), by, rate));
  return true;
}

}  // namespace zwang::diagnosis
