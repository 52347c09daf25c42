// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contacts that slide or stick: their friction in C, their limits, and the rows that hold them.

#include <map>
#include <vector>

#include "assemble/laws/reactions.h"
#include "assemble/laws/sliding.h"

namespace zwang::compile {

/// The non-ideal forces along coordinates, by slot.
using NonidealForce = std::map<std::uint32_t, formula::Node>;

/// One law of friction at one place.
struct ContactLaw {
  SlidingVelocity sliding;
  std::vector<formula::Node> normals;  // reactions; none: the coefficients are the limits
  formula::Node coefficient, static_coefficient;
  std::uint32_t number;  // of the [[nonideal]], or of the constraint; without normals of the body
  bool of_constraint;
};

class Contacts {
 public:
  Contacts(Scope& scope, Assembly& assembly, Reactions& reactions,
           std::vector<equations::Row>& rows, std::vector<double>& weights)
      : scope_(scope), assembly_(assembly), reactions_(reactions), rows_(rows), weights_(weights) {}

  /// What slides alike is one contact: its limits add.
  void add(const ContactLaw& law);

  /// Limits and sliding velocities become outputs; friction is added to C.
  void finish(NonidealForce& C);

  const std::vector<equations::Sliding>& sliding() const { return contacts_; }
  Index components() const { return components_; }  // of all sliding velocities

 private:
  std::size_t contact(const ContactLaw& law);
  void add_stick_row(formula::Node w, Index row);
  void add_friction(std::size_t contact, NonidealForce& C);

  Scope& scope_;
  Assembly& assembly_;
  Reactions& reactions_;
  std::vector<equations::Row>& rows_;
  std::vector<double>& weights_;
  std::map<std::vector<formula::Node>, std::size_t> known_;  // by sliding velocity
  std::vector<equations::Sliding> contacts_;
  struct Formulas {
    std::vector<formula::Node> w, direction;
    formula::Node limit, static_limit;
  };
  std::vector<Formulas> formulas_;
  Index components_ = 0;
};

}  // namespace zwang::compile
