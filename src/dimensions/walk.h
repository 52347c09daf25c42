// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model's formulas, one after the other, and what each must be measured in.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "dimensions/formula_measure.h"
#include "scope/names.h"
#include "zwang/description.h"

namespace zwang::compile {

class DimensionWalk {
 public:
  DimensionWalk(const Description& description, const Overrides& overrides);

  const Description& description() const { return description_; }
  MeasureNames& names() { return names_; }
  OpenDimensions& unknowns() { return unknowns_; }
  bool has_unit() const { return has_unit_; }
  std::vector<Diagnostic> take_diagnostics() { return std::move(diagnostics_); }

  /// What a formula is measured in; complains of what stands in it.
  Measure check(const Expression& formula);
  /// Of a formula that is in no file, as the command line has them: nothing is told about it.
  Measure measure(const Expression& formula);
  /// The same, which must be `wanted`; `what` is what messages call it: 'mass'.
  Measure want(const Expression& formula, const Measure& wanted, std::string_view what);
  void want(const Components& formulas, const Measure& wanted, std::string_view what);
  void want_each(const Components& formulas, std::initializer_list<Measure> wanted,
                 std::string_view what);
  /// What moves in the formula that was looked at last (FormulaMeasure::along).
  const Measure& along() const { return along_; }
  /// What a name that results and settings use is measured in: "bob.x'".
  Measure of_name(const Name& name);
  /// The force along what has this name.
  Measure force_on(const Name& name);

  /// While it lives, these names are numbers.
  class Indices {
   public:
    Indices(DimensionWalk& walk, const Expression& for_each);
    Indices(DimensionWalk& walk, bool family);
    ~Indices() { walk_.indices_.clear(); }
    Indices(const Indices&) = delete;
    Indices& operator=(const Indices&) = delete;

   private:
    DimensionWalk& walk_;
  };

 private:
  bool is_ours(const Expression& formula) const;
  void complain(const Expression& formula, const DimensionComplaint& complaint);

  const Description& description_;
  MeasureNames names_;
  OpenDimensions unknowns_;
  std::vector<std::string> indices_;
  std::vector<Diagnostic> diagnostics_;
  Measure along_;
  bool has_unit_ = false;
};

// What moves, with its names (walk_moving.cpp); to be called first.
void walk_names(DimensionWalk& walk, const Overrides& overrides);
void walk_moving(DimensionWalk& walk);
// Bodies and shapes (walk_bodies.cpp).
void name_bodies(DimensionWalk& walk);
void walk_bodies(DimensionWalk& walk);
// How it moves and what binds it (walk_laws.cpp).
void walk_laws(DimensionWalk& walk);
/// `level`: of its rows, 0 of positions, 1 of velocities, 2 of accelerations.
void walk_constraint(DimensionWalk& walk, const Constraint& constraint, int level);
void walk_nonideal(DimensionWalk& walk);
// What is asked (walk_questions.cpp).
void walk_questions(DimensionWalk& walk);

}  // namespace zwang::compile
