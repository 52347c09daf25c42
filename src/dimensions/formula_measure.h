// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a formula for its dimension alone. The formula is one that means something: what is wrong with it
// otherwise has been said. It recurses, and gives up, without a complaint, where brackets are deeper than a
// person follows.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "dimensions/measure.h"
#include "formula/parse/operators.h"
#include "formula/parse/token.h"

namespace zwang::compile {

/// What is known of a name, or of a part of a formula.
struct Measured {
  Measure measure;
  std::optional<double> value = {};  // where it is a plain number that does not vary
  std::uint32_t begin = 0, end = 0;  // bytes of the formula
  /// Of a name: whether it moves, so that forces act along it, or hides what does.
  enum class Moves : std::uint8_t { no, itself, hidden } moves = Moves::no;

  Place place() const { return {begin, Index{end} - begin}; }
};

/// What the names of a formula are measured in; members of families have the name of their family, and
/// components that of the whole.
struct MeasureNames {
  std::map<std::string, Measured, std::less<>> names;
  std::map<std::string, Measure, std::less<>> multipliers;  // of constraints
  Measure time, energy;
  std::map<std::string, Measure, std::less<>> reactions;  // of constraints, on all they act on

  const Measured* find(std::string_view path) const;
};

struct DimensionComplaint {
  Place place;  // in the formula
  std::string what, hint;
};

class FormulaMeasure {
 public:
  /// `indices`: names that are numbers here.
  FormulaMeasure(std::string_view text, const MeasureNames& names, OpenDimensions& unknowns,
                 std::span<const std::string> indices);

  /// All of it: a formula, or an equation, whose measure is that of its sides.
  Measured read();

  /// Whether a number had a unit.
  bool has_unit() const { return has_unit_; }
  const std::vector<DimensionComplaint>& complaints() const { return complaints_; }
  /// What moves in it, if all of that is measured alike; else anything.
  const Measure& along() const { return along_; }
  /// Names that stand alone in sin, cos and tan: angles.
  const std::vector<std::string>& angles() const { return angles_; }
  /// What to write where a plain number is taken for a quantity of this dimension.
  std::string hint(const Measure& x, const Measure& y) const;

 private:
  void advance();
  bool skip(formula::Mark mark);
  std::string_view words() const { return scanner_.words(token_); }
  void complain(Place place, std::string what, std::string hint = {});

  Measured expression(formula::Binding least);
  Measured between(const Measured& left, const formula::Token& mark);
  Measured power(const Measured& base, const Measured& exponent);
  Measured operand();
  Measured primary();
  Measured number();
  Measured vector();
  Measured after(Measured part);
  Measured derivative(const Measured& part, int primes) const;
  Measured name();
  Measured lookup(std::string_view path);
  void act_along(const Measured& part);
  std::string path();
  int primes();
  /// One of them, which must be of one dimension; complains at `place` where they are not.
  Measured same(const Measured& x, const Measured& y, Place place, std::string_view verb);

  // Functions (function_measure.cpp).
  std::vector<Measured> arguments();
  Measured call(std::string_view function, std::uint32_t begin);
  Measured elementary(std::string_view function, const std::vector<Measured>& x);
  Measured sum();
  Measured reaction(bool multiplier);
  Measured of_event(std::string_view function);
  Measured joint();
  Measured table();
  bool skip_quoted();
  void want_plain(std::string_view function, const Measured& x);

  formula::Scanner scanner_;
  formula::Token token_;
  std::uint32_t last_ = 0;  // where the last token ended
  const MeasureNames& names_;
  OpenDimensions& unknowns_;
  std::vector<std::string> indices_;
  std::string clash_;  // a unit that is a name, too, and how it was written
  std::vector<std::string> angles_;
  std::vector<DimensionComplaint> complaints_;
  Measure along_ = any_measure();
  int depth_ = 0;
  bool good_ = true, has_unit_ = false, moves_ = false;
};

}  // namespace zwang::compile
