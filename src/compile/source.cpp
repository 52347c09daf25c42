// SPDX-License-Identifier: Apache-2.0
#include "compile/source.h"

#include <mutex>

#include "compile/data/drives.h"
#include "compile/families/families.h"
#include "dimensions/check.h"

namespace zwang::compile {

/// What sources that differ in values share.
struct Source::Reading {
  Reading(Families written_out, Overrides values)
      : families(std::move(written_out)),
        drives(write_out_drives(std::exchange(families.description, {}))),
        expanded(expand_contacts(std::exchange(drives.description, {}))),
        overrides(std::move(values)),
        read(expanded.description, overrides) {
    read.complain_of(families.problems);
    read.complain_of(drives.problems);
    read.complain_of(expanded.problems);
    hold(read.scope(), families);
    read.read_motion();
    motion = read.lower({});
    if (families.as_written) keep_first(motion.diagnostics);
    if (!motion.diagnostics.empty()) return;
    DimensionCheck dimensions =
        check_dimensions(expanded.description, motion.names, motion.equations.rows, overrides);
    motion.diagnostics = std::move(dimensions.diagnostics);
    quantities = std::move(dimensions.quantities);
    if (families.as_written) keep_first(motion.diagnostics);
    if (motion.diagnostics.empty()) revaluation = read.revaluation();
  }

  const Compiled& tangent() const {
    std::call_once(asked_tangent, [this] {
      Compilation extended(read);
      with_tangent = extended.lower({.tangent = true});
      standing = extended.standing();
    });
    return with_tangent;
  }

  /// As written, if it has families of bodies.
  const Description& described() const {
    return families.as_written ? *families.as_written : expanded.description;
  }

  Families families;  // but for the description without them
  Expanded drives;    // likewise
  const Expanded expanded;
  const Overrides overrides;
  Compilation read;
  Compiled motion;
  Quantities quantities;
  Revaluation revaluation;
  mutable std::once_flag asked_tangent;
  mutable Compiled with_tangent;
  mutable Standing standing;  // of what the tangent decided
};

Source::Source(std::shared_ptr<const Reading> reading)
    : reading_(std::move(reading)),
      overrides_(reading_->overrides),
      motion_(reading_, &reading_->motion) {}

Source::Source(Description description, Overrides overrides)
    : Source(std::make_shared<const Reading>(write_out_families(std::move(description), overrides),
                                             overrides)) {}

Source::Source(const Source& other, Overrides overrides)
    : Source(other.reading_->described(), std::move(overrides)) {}

namespace {

Description observing(Description description, const std::vector<Observable>& more) {
  std::vector<Observable>& observe = description.observe;
  observe.insert(observe.end(), more.begin(), more.end());
  return description;
}

}  // namespace

Source::Source(const Source& other, const std::vector<Observable>& more)
    : Source(observing(other.reading_->described(), more), other.overrides_) {}

const Description& Source::description() const { return reading_->expanded.description; }
const Quantities& Source::quantities() const { return reading_->quantities; }
const Scope& Source::scope() const { return reading_->read.scope(); }

std::optional<Source> Source::with(const Overrides& overrides, InTheWay& in_the_way) const {
  Overrides all = overrides;
  all.insert(overrides_.begin(), overrides_.end());
  auto moved = reading_->revaluation.at(all, in_the_way);
  if (!moved) return std::nullopt;
  Source other(reading_);
  auto motion = std::make_shared<Compiled>(reading_->motion);
  set_values(reading_->read.scope().kept(), *moved, *motion);
  other.overrides_ = std::move(all);
  other.moved_ = std::make_shared<const Moved>(std::move(*moved));
  other.motion_ = std::move(motion);
  return other;
}

Compilation Source::at_values() const {
  Compilation copy(reading_->read);
  if (moved_) copy.move(*moved_, overrides_);
  return copy;
}

Compiled Source::lower(const Lowering& wanted) const {
  Compiled lowered = lower_all(wanted);
  if (reading_->families.as_written) keep_first(lowered.diagnostics);
  return lowered;
}

Compiled Source::lower_all(const Lowering& wanted) const {
  if (wanted.extremal) {
    const Description still = without_drift(description());
    Compilation two_ended(reading_->read, still);
    if (moved_) two_ended.move_names(*moved_, overrides_);
    if (wanted.soft) two_ended.soften();
    two_ended.read_two_ends();
    return two_ended.lower(wanted);
  }
  Compilation extended = at_values();
  if (wanted.observe) extended.observe(*wanted.observe);
  return extended.lower(wanted);
}

Compiled Source::with_tangent() const {
  Compiled tangent = reading_->tangent();
  if (!moved_) return tangent;
  std::vector<double> memory;
  if (!reading_->standing.holds(moved_->inputs, memory)) return lower({.tangent = true});
  set_values(reading_->read.scope().kept(), *moved_, tangent);
  return tangent;
}

std::optional<equations::Block> Source::residual(Index row) const {
  return Compilation(reading_->read).residual(row);
}

std::optional<tape::Tape> Source::dynamics() const {
  return reading_->read.dynamics(reading_->motion.equations);
}

std::optional<double> Source::number(const Expression& expression,
                                     std::vector<Diagnostic>& complaints) const {
  Compilation copy = at_values();
  const std::optional<double> number = copy.scope().number(expression);
  complaints.insert(complaints.end(), copy.scope().diagnostics().begin(),
                    copy.scope().diagnostics().end());
  return number;
}

MovedStart Source::moved(Index parameter, double value) const {
  return at_values().moved(parameter, value);
}

Compiled compile(const Description& description, const CompileOptions& options) {
  Source source(description, options.overrides);
  Compiled compiled = source.lower({.tangent = options.tangent,
                                    .hidden = options.hidden,
                                    .sensitivity = options.sensitivity,
                                    .extremal = options.extremal});
  // Dimensions are looked at once, when the model is read.
  if (compiled.diagnostics.empty()) compiled.diagnostics = source.motion().diagnostics;
  return compiled;
}

}  // namespace zwang::compile
