// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a description to equations.

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "compile/ends/extremal.h"
#include "compile/names.h"
#include "compile/simulation.h"
#include "equations/equations.h"
#include "zwang/description.h"

namespace zwang::compile {

struct Compiled {
  equations::Equations equations;
  Names names;
  std::optional<SimulationNumbers> simulation;  // as [simulate] asks
  std::optional<ExtremalNumbers> extremal;      // as [extremal] asks
  std::vector<Diagnostic> diagnostics;          // empty: the equations are complete
};

struct CompileOptions {
  Overrides overrides = {};
  bool tangent = false;                 // with the derivatives that implicit methods need
  bool hidden = false;                  // with the rows differentiated once more
  Index hidden_rows = 0;                // with room for so many rows that others hide
  std::vector<Index> sensitivity = {};  // with the derivatives by these parameters
  /// The two-ended question of [extremal]: M and Q are of its functional, if it has one, and
  /// Equations::two_ends is filled in, with the tangent.
  bool extremal = false;
};

Compiled compile(const Description& description, const CompileOptions& options = {});

}  // namespace zwang::compile
