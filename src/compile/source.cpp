// SPDX-License-Identifier: Apache-2.0
#include "compile/source.h"

namespace zwang::compile {

Source::Source(Description description, Overrides overrides)
    : expanded_(expand_contacts(std::move(description))),
      overrides_(std::move(overrides)),
      read_(expanded_.description, overrides_) {
  read_.complain_of(expanded_.problems);
  read_.read_motion();
  motion_ = read_.lower({});
}

Compiled Source::lower(const Lowering& wanted) const {
  if (wanted.extremal) {
    const Description still = without_drift(description());
    Compilation two_ended(read_, still);
    if (wanted.soft) two_ended.soften();
    two_ended.read_two_ends();
    return two_ended.lower(wanted);
  }
  Compilation extended(read_);
  if (wanted.observe) extended.observe(*wanted.observe);
  return extended.lower(wanted);
}

MovedStart Source::moved(Index parameter, double value) const {
  Compilation copy(read_);
  return copy.moved(parameter, value);
}

Compiled compile(const Description& description, const CompileOptions& options) {
  Source source(description, options.overrides);
  return source.lower({.tangent = options.tangent,
                       .hidden = options.hidden,
                       .sensitivity = options.sensitivity,
                       .extremal = options.extremal});
}

}  // namespace zwang::compile
