// SPDX-License-Identifier: Apache-2.0
#pragma once
// Friction of constraints: which reactions press, how strongly they rub, and where.

#include <map>
#include <optional>

#include "assemble/laws/contacts.h"
#include "scope/places.h"

namespace zwang::compile {

class FrictionWriter {
 public:
  FrictionWriter(Scope& scope, const Names& names, Reactions& reactions, Contacts& contacts)
      : scope_(scope), names_(names), reactions_(reactions), contacts_(contacts) {}

  /// Of a [[nonideal]]; it has the places of its constraints.
  void write(const Nonideal& nonideal, std::uint32_t number);
  /// Of a unilateral constraint: every row is a contact of its own.
  void write_own(std::size_t constraint);

 private:
  /// A constraint that rubs, and its places.
  struct Rubbing {
    std::size_t number;
    std::optional<Ranges> ranges;
  };
  /// Rows of one constraint at one place: they press with one normal force.
  struct Pressing {
    std::size_t constraint;
    Index first_row, rows;
  };
  /// Who asks for friction.
  struct Owner {
    std::uint32_t number;
    bool of_constraint;
    equations::Reading reading;
  };

  std::optional<Rubbing> rubbing(std::size_t constraint, const Expression& at);
  std::vector<Rubbing> all_rubbing(const Friction& friction);
  void write_place(const Friction& friction, const Owner& owner, const std::vector<Rubbing>& all,
                   std::size_t place);
  void write_contact(const Friction& friction, std::span<const formula::Node> residuals,
                     const std::vector<Pressing>& pressing, const Owner& owner,
                     const Expression& at);
  std::vector<formula::Node> read_residuals(const Constraint& constraint);
  std::optional<double> known_number(formula::Node x);
  formula::Node coefficient(const Expression& at);
  bool check_order(const Friction& friction, formula::Node mu, formula::Node mu_static);

  Scope& scope_;
  const Names& names_;
  Reactions& reactions_;
  Contacts& contacts_;
  std::map<formula::Node, std::optional<double>> numbers_;
};

}  // namespace zwang::compile
