// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model that has been read: its formulas, names and rows over one graph, kept as long as the model. What
// equations are wanted of it is lowered from that, and no text is read again.

#include <memory>
#include <optional>

#include "assemble/touch/expand.h"
#include "compile/compilation.h"
#include "dimensions/quantities.h"

namespace zwang::compile {

/// Immutable: any number of threads may ask. A lowering works on a copy of the graph, so that its bits do
/// not depend on what was lowered before. Cheap to copy.
class Source {
 public:
  Source(Description description, Overrides overrides);
  /// The same model compiled with these values in place of the other's.
  Source(const Source& other, Overrides overrides);

  /// The same model that observes more, behind what it observes by itself.
  Source(const Source& other, const std::vector<Observable>& more);

  /// The same model with these values besides those that were set before, bit for bit as if it had been
  /// read with them; only numbers are computed. Nothing, and why, where it has to be compiled anew.
  std::optional<Source> with(const Overrides& overrides, InTheWay& in_the_way) const;

  /// With a constraint for every row of contacts and limits, and every member of a family of bodies.
  const Description& description() const;
  const Overrides& overrides() const { return overrides_; }
  /// What its numbers are measured in; nothing is given in a model without units.
  const Quantities& quantities() const;
  /// With the values that it was read with.
  const Scope& scope() const;

  /// The equations of motion. What is wrong with the model is in their diagnostics.
  const Compiled& motion() const { return *motion_; }
  Compiled lower(const Lowering& wanted) const;
  /// lower({.tangent = true}), which is done once for all values that are as good.
  Compiled with_tangent() const;
  /// A program of one row's residual, for those who ask for it at many places (Assembly::residual).
  std::optional<equations::Block> residual(Index row) const;
  /// Of the lone formulas of dynamics of motion() (Assembly::dynamics), for those who put it to other uses.
  std::optional<tape::Tape> dynamics() const;
  /// The value of a formula of parameters; nothing, and complaints, if it is none.
  std::optional<double> number(const Expression& expression,
                               std::vector<Diagnostic>& complaints) const;
  /// Parameters are inputs, so nothing is compiled for it.
  MovedStart moved(Index parameter, double value) const;

 private:
  struct Reading;
  explicit Source(std::shared_ptr<const Reading> reading);
  /// What has been read, at the values of this source.
  Compilation at_values() const;
  Compiled lower_all(const Lowering& wanted) const;

  std::shared_ptr<const Reading> reading_;
  Overrides overrides_;
  std::shared_ptr<const Moved> moved_;  // null: as it was read
  std::shared_ptr<const Compiled> motion_;
};

}  // namespace zwang::compile
