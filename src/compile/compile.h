// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a model is compiled to, and what may be asked of it besides its motion.

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "compile/ends/extremal.h"
#include "compile/simulation.h"
#include "equations/equations.h"
#include "scope/names.h"
#include "scope/shape.h"
#include "zwang/description.h"

namespace zwang::compile {

struct Compiled {
  equations::Equations equations;
  Names names;
  std::optional<SimulationNumbers> simulation;  // as [simulate] asks
  std::optional<ExtremalNumbers> extremal;      // as [extremal] asks
  std::optional<double> linear_time;            // as [linear] asks
  std::vector<ShapeNumbers> shapes;             // of bodies and of the ground
  std::vector<Diagnostic> diagnostics;          // empty: the equations are complete
  std::size_t readings = 0;                     // of texts, since the model was first read
};

/// What equations have besides M, Q, A, b.
struct Lowering {
  bool tangent = false;  // the derivatives that implicit methods need
  bool hidden = false;   // the rows differentiated once more
  /// Of these, rows that others hide: each set of rows adds one.
  std::vector<std::vector<Index>> hidden_sets = {};
  std::vector<Index> sensitivity = {};  // the derivatives by these parameters
  /// The two-ended question of [extremal]: M and Q are of its functional, if it has one, and
  /// Equations::two_ends is filled in, with the tangent.
  bool extremal = false;
  bool soft = false;  // the same with layers as wide as a last parameter says (Scope::soften)
  /// What is observed in place of what the model says; null: that. Nothing else is lowered.
  const std::vector<Observable>* observe = nullptr;
};

struct CompileOptions {
  Overrides overrides = {};
  bool tangent = false;
  bool hidden = false;
  std::vector<Index> sensitivity = {};
  bool extremal = false;
};

/// A source that is lowered once and not kept (source.h).
Compiled compile(const Description& description, const CompileOptions& options = {});

}  // namespace zwang::compile
