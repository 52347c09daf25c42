// SPDX-License-Identifier: Apache-2.0
#pragma once
// One model on its way to equations: what has been read of it, over one graph. The parts are read in an
// order, for some read those before them; a copy goes on by itself.

#include <vector>

#include "assemble/laws/nonideal.h"
#include "assemble/parts.h"
#include "assemble/touch/expand.h"
#include "compile/compile.h"
#include "compile/ends/question.h"
#include "compile/revaluation.h"

namespace zwang::compile {

/// Where a parameter has another value: all parameters, and the start that follows from them.
struct MovedStart {
  std::vector<double> parameters, q, v;
};

class Compilation {
 public:
  /// Reads names and what they stand for.
  Compilation(const Description& description, const Overrides& overrides);
  /// All that was read, over a copy of the graph.
  Compilation(const Compilation& other);
  /// Names and formulas alone, for a model that differs from the other in what is made of them.
  Compilation(const Compilation& other, const Description& description);
  Compilation& operator=(const Compilation&) = delete;

  void complain_of(const std::vector<Problem>& problems);
  void read_motion();
  void read_two_ends();
  /// Before anything is read.
  void soften() { scope_.soften(); }
  /// These observables in place of all that was read.
  void observe(const std::vector<Observable>& observables);

  /// Once.
  Compiled lower(const Lowering& wanted);

  MovedStart moved(Index parameter, double value) const;
  std::optional<equations::Block> residual(Index row) const { return assembly_.residual(row); }
  /// Of the lone formulas of dynamics (Assembly::dynamics).
  std::optional<tape::Tape> dynamics(const equations::Equations& finished) const {
    return assembly_.dynamics(finished);
  }

  /// For other values of parameters, after all else.
  Revaluation revaluation() { return Revaluation(scope_, start_); }
  Standing standing() { return Standing(scope_); }
  /// From now on parameters have these values; `set` are those that were given.
  void move_names(const Moved& moved, const Overrides& set);
  /// And so have the numbers that were made of what has been read.
  void move(const Moved& moved, const Overrides& set);

  const Scope& scope() const { return scope_; }
  Scope& scope() { return scope_; }

 private:
  void name_what_moves();
  void add_laws();
  void add_all_rows();
  void add_numbers();
  void add_bodies();
  void count();
  void add_hidden_rows(const Lowering& wanted);
  Derivatives derivatives_of(const Lowering& wanted);
  void assemble(const Lowering& wanted, equations::Equations& equations);

  Scope scope_;
  Assembly assembly_;
  std::size_t named_ = 0;  // complaints of the names
  Names names_;
  Reactions reactions_;
  std::vector<equations::Row> rows_;
  std::vector<double> weights_;
  std::vector<std::vector<Index>> servo_;
  NonidealParts nonideal_;
  Question question_;  // of read_two_ends() alone: no copy takes it along
  Events events_;
  Controls controls_;
  StartValues start_;
  Counts counts_;
  std::optional<SimulationNumbers> simulation_;
  std::optional<double> linear_time_;
  std::optional<ExtremalNumbers> extremal_;
};

}  // namespace zwang::compile
