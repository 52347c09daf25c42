// SPDX-License-Identifier: Apache-2.0
#pragma once
// The reactions that formulas read. Each is an input of programs, and says what is put there.

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "assemble/assembly.h"
#include "scope/names.h"

namespace zwang::compile {

/// A constraint whose reaction is asked for, or why there is none.
struct FoundConstraint {
  std::optional<std::size_t> number;
  std::string_view code;
  std::string what, hint;
};
FoundConstraint find_constraint(const Description& description, const Names& names,
                                std::string_view name);

/// Who reads reactions. An event or an observable: {Reading::watched}.
struct ReactionUse {
  equations::Reading reading = equations::Reading::watched;
  std::vector<formula::Node> on = {};  // what reaction(rod) acts on; none: everything
  std::uint32_t law = 0;               // number of the [[nonideal]]
};

/// All reactions of a model; an equal one is the same input.
class Reactions {
 public:
  /// Before anything is asked of it, names.constraints must be complete.
  Reactions(Scope& scope, const Assembly& assembly, const Names& names)
      : scope_(scope), assembly_(assembly), names_(names) {}
  /// The same over copies of these.
  Reactions(const Reactions& other, Scope& scope, const Assembly& assembly, const Names& names)
      : scope_(scope),
        assembly_(assembly),
        names_(names),
        known_(other.known_),
        all_(other.all_),
        laws_(other.laws_),
        nodes_(other.nodes_) {}

  /// The norm of the force of these rows along coordinates; none: along all they touch.
  formula::Node norm(Index first_row, Index rows, const std::vector<formula::Node>& on,
                     equations::Reading reading, std::uint32_t law, std::string words);
  /// The size of the multiplier of a row: a normal force where the row is a distance.
  formula::Node pressure(Index row, equations::Reading reading, std::uint32_t law,
                         std::string words);
  /// The multiplier of a row, signed.
  formula::Node multiplier(Index row, equations::Reading reading, std::uint32_t law,
                           std::string words);

  /// What a call in a formula means to `use`.
  formula::Node find(const formula::ReactionCall& call, const ReactionUse& use,
                     formula::Complaints& complaints);

  Index count() const { return static_cast<Index>(all_.size()); }
  /// Inputs, in their order.
  const std::vector<formula::Node>& nodes() const { return nodes_; }
  Index number(formula::Node input) const;

  /// Equations with their pattern of A: coordinates become columns.
  std::vector<equations::Reaction> finish(const Assembly& assembly,
                                          const equations::Equations& equations) const;

  Scope& scope() { return scope_; }

 private:
  static constexpr Index pressure_rows = 0;  // of a Key: one row, by its multiplier
  static constexpr Index joint_rows = -1;    // of a Key: no row, but six times a body and a part
  using Key = std::tuple<Index, Index, std::vector<formula::Node>, bool, equations::Reading>;
  formula::Node add(const Key& key, std::uint32_t law, std::string words);
  std::vector<const FrameSymbols*> points_of(const NamedRows& rows) const;
  std::vector<formula::Node> held_point(const formula::ReactionCall& call, const NamedRows& rows,
                                        formula::Complaints& complaints) const;
  formula::Node find_joint(const formula::ReactionCall& call, const ReactionUse& use,
                           formula::Complaints& complaints);
  formula::Node pulling(const formula::ReactionCall& call, std::size_t constraint,
                        formula::Node multiplier, formula::Complaints& complaints) const;
  std::vector<formula::Node> coordinates_of(const formula::Value& object) const;
  bool is_object(const formula::ReactionCall& call, formula::Complaints& complaints) const;
  formula::Node find_multiplier(const formula::ReactionCall& call, const NamedRows& rows,
                                const ReactionUse& use, formula::Complaints& complaints);

  Scope& scope_;
  const Assembly& assembly_;
  const Names& names_;
  std::map<Key, std::size_t> known_;
  std::vector<Key> all_;
  std::vector<std::uint32_t> laws_;
  std::vector<formula::Node> nodes_;
};

/// While it lives, formulas may say reaction() and multiplier().
class AllowedReactions {
 public:
  AllowedReactions(Reactions& reactions, ReactionUse use);
  ~AllowedReactions();
  AllowedReactions(const AllowedReactions&) = delete;
  AllowedReactions& operator=(const AllowedReactions&) = delete;

 private:
  formula::Symbols& symbols_;
};

}  // namespace zwang::compile
