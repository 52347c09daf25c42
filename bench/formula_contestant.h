// SPDX-License-Identifier: Apache-2.0
#pragma once
// One way to evaluate a mechanism's [M, Q, A, b] at a pool of states.

#include <memory>
#include <string>
#include <vector>

#include "formula_model.h"
#include "tape/tape.h"

namespace bench {

/// States (q, v) that everybody evaluates, few enough to stay in the nearest cache as the state of
/// a simulation does. Where there are more lanes than states, lanes repeat states.
inline constexpr std::size_t state_count = 8;

using States = std::vector<std::vector<double>>;

/// Angles and coordinates in [-π, π), rates in [-1, 1).
States random_states(std::size_t coordinates);

/// Keeps the states in its own layout; only evaluate() is timed.
class FormulaContestant {
 public:
  virtual ~FormulaContestant() = default;

  /// Outputs at the states lanes·group + lane, modulo state_count; valid until the next call.
  virtual void evaluate(std::size_t group) = 0;
  /// Output k of one lane.
  virtual double output(std::size_t k, std::size_t lane) const = 0;
};

struct FormulaEntrant {
  std::string name, form;
  std::size_t lanes = 1;
  std::unique_ptr<FormulaContestant> contestant;

  /// How many groups of lanes take in all states.
  std::size_t groups() const { return lanes < state_count ? state_count / lanes : 1; }
};

using FormulaField = std::vector<FormulaEntrant>;

// One file each. What this machine cannot run does not enter.
void enter_hand(FormulaField& field, const FormulaModel& model, const States& states);
void enter_programs(FormulaField& field, const zwang::tape::Tape& tape, const States& states);

}  // namespace bench
