// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model that has been read, at other values of its parameters: nothing is read or compiled for it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assemble/parts.h"
#include "compile/compile.h"
#include "compile/standing.h"

namespace zwang::compile {

/// All that values of parameters give.
struct Moved {
  std::vector<double> inputs;      // parameters by slot, 0 elsewhere
  std::vector<double> parameters;  // in their order
  std::vector<double> q, v;        // start
  std::vector<double> kept;        // as Scope::kept() lists them
  std::vector<double> shapes;      // as shape_nodes() lists them
};

/// Why values cannot be had without compiling.
struct InTheWay {
  std::vector<std::string>
      parameters;  // that decide what the model is; empty: a value cannot be at all
};

/// Immutable: any number of threads may ask.
class Revaluation {
 public:
  Revaluation() = default;
  /// Of a model that has been read and lowered, so that all decisions are taken.
  Revaluation(Scope& scope, const StartValues& start);

  /// Parameters by name have these values. Nothing, and why, if that is another model.
  std::optional<Moved> at(const Overrides& set, InTheWay& in_the_way) const;

 private:
  struct Parameter {
    std::string name;
    std::uint32_t slot;
  };
  struct Computed {
    std::uint32_t slot;
    formula::Evaluation formula;
  };
  /// Of the start: a number, one of the lone values, or a formula of a family at one of its members.
  struct Start {
    double number = 0;
    Index lone = -1, family = -1;
    std::uint32_t index = 0;
    double member = 0;
  };
  struct Lone;
  void add_start(const formula::Graph& graph, const std::vector<StartFormula>& formulas, Lone& lone,
                 std::vector<Start>& start);
  bool set_parameters(const Overrides& set, Moved& moved, std::vector<double>& memory) const;
  std::vector<std::string> names_of(const std::vector<std::uint32_t>& slots,
                                    const Moved& moved) const;
  std::vector<double> start_of(const std::vector<Start>& start, std::span<const double> lone,
                               std::vector<double>& inputs, std::vector<double>& memory) const;

  std::vector<double> numbers_;
  std::vector<Parameter> parameters_;
  std::vector<Computed> computed_;
  Standing standing_;
  formula::Evaluation lone_;  // kept numbers, those of shapes, then what starts need
  std::size_t kept_ = 0, shapes_ = 0;
  std::vector<formula::Evaluation> families_;
  std::vector<Start> q_, v_;
};

/// The numbers of equations that kept formulas give.
struct KeptNumbers {
  std::vector<equations::Row>& rows;
  std::vector<double>& control_weights;
  std::vector<equations::Event>& events;
  std::optional<SimulationNumbers>& simulation;
  double& t;
};
void set_kept(std::span<const Kept> kept, std::span<const double> values, KeptNumbers numbers);
/// The same model at other values.
void set_values(std::span<const Kept> kept, const Moved& moved, Compiled& compiled);

}  // namespace zwang::compile
