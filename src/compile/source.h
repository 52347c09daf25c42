// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model that has been read: its formulas, names and rows over one graph, kept as long as the model. What
// equations are wanted of it is lowered from that, and no text is read again.

#include "compile/compilation.h"
#include "compile/touch/expand.h"

namespace zwang::compile {

/// Immutable: any number of threads may ask. A lowering works on a copy of the graph, so that its bits do
/// not depend on what was lowered before.
class Source {
 public:
  Source(Description description, Overrides overrides);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// With a constraint for every row of contacts and limits.
  const Description& description() const { return expanded_.description; }
  const Overrides& overrides() const { return overrides_; }
  const Scope& scope() const { return read_.scope(); }

  /// The equations of motion. What is wrong with the model is in their diagnostics.
  const Compiled& motion() const { return motion_; }
  Compiled lower(const Lowering& wanted) const;
  /// Parameters are inputs, so nothing is compiled for it.
  MovedStart moved(Index parameter, double value) const;

 private:
  const Expanded expanded_;
  const Overrides overrides_;
  Compilation read_;
  Compiled motion_;
};

}  // namespace zwang::compile
