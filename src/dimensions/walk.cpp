// SPDX-License-Identifier: Apache-2.0
#include "dimensions/walk.h"

#include "read/offset.h"
#include "scope/code.h"

namespace zwang::compile {

namespace {

constexpr std::size_t most_diagnostics = 100;

}  // namespace

DimensionWalk::DimensionWalk(const Description& description, const Overrides& overrides)
    : description_(description) {
  const std::string& time = description.time.text;
  names_.time = time == "t" ? Measure(units::time) : unknowns_.add(time);
  names_.names[time] = {names_.time};
  names_.energy = unknowns_.add("energy");
  if (!description.particles.empty() || !description.bodies.empty())
    unknowns_.equate(names_.energy, units::energy);
  walk_names(*this, overrides);
}

// A robot's file has numbers in the SI, which carry no units.
bool DimensionWalk::is_ours(const Expression& formula) const {
  return formula.given() && (formula.at.line > 0 || description_.text.empty());
}

void DimensionWalk::complain(const Expression& formula, const DimensionComplaint& complaint) {
  if (diagnostics_.size() >= most_diagnostics) return;
  diagnostics_.push_back({code::units,
                          read::place_in_file(description_.text, formula, complaint.place),
                          complaint.what, complaint.hint});
}

Measure DimensionWalk::check(const Expression& formula) { return want(formula, any_measure(), {}); }

Measure DimensionWalk::measure(const Expression& formula) {
  return FormulaMeasure(formula.text, names_, unknowns_, indices_).read().measure;
}

Measure DimensionWalk::want(const Expression& formula, const Measure& wanted,
                            std::string_view what) {
  if (!is_ours(formula)) return any_measure();
  FormulaMeasure reader(formula.text, names_, unknowns_, indices_);
  const Measure found = reader.read().measure;
  has_unit_ = has_unit_ || reader.has_unit();
  for (const DimensionComplaint& complaint : reader.complaints()) complain(formula, complaint);
  for (const std::string& angle : reader.angles()) {
    if (const auto at = names_.names.find(angle); at != names_.names.end())
      at->second.measure.angle = 1;
  }
  along_ = reader.along();
  if (unknowns_.equate(found, wanted)) {
    // A name alone is what it is taken for: a torque, not an energy.
    const auto own = names_.names.find(formula.text);
    if (own != names_.names.end() && own->second.measure.angle == 0)
      own->second.measure.angle = wanted.angle;
    return found;
  }
  complain(formula, {{0, static_cast<Index>(formula.text.size())},
                     "'" + std::string(what) + "' must be " + unknowns_.words(wanted) + ", not " +
                         unknowns_.words(found),
                     reader.hint(found, wanted)});
  return any_measure();
}

void DimensionWalk::want(const Components& formulas, const Measure& wanted, std::string_view what) {
  for (const Expression& formula : formulas) want(formula, wanted, what);
}

void DimensionWalk::want_each(const Components& formulas, std::initializer_list<Measure> wanted,
                              std::string_view what) {
  if (formulas.size() != wanted.size()) return;
  const Measure* one = wanted.begin();
  for (const Expression& formula : formulas) want(formula, *one++, what);
}

Measure DimensionWalk::of_name(const Name& name) {
  return FormulaMeasure(name.text, names_, unknowns_, indices_).read().measure;
}

Measure DimensionWalk::force_on(const Name& name) {
  const Measure along = of_name(name);
  // Nothing but a body has no measure.
  return names_.energy / (along.any ? Measure(units::length) : along);
}

DimensionWalk::Indices::Indices(DimensionWalk& walk, const Expression& for_each) : walk_(walk) {
  formula::Scanner scanner(for_each.text);
  std::string last;
  for (formula::Token token = scanner.next(); token.mark != formula::Mark::end;
       token = scanner.next()) {
    if (token.mark == formula::Mark::in) walk_.indices_.push_back(last);
    last = scanner.words(token);
  }
}

DimensionWalk::Indices::Indices(DimensionWalk& walk, bool family) : walk_(walk) {
  if (family) walk_.indices_.emplace_back("i");
}

}  // namespace zwang::compile
