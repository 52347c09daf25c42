// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a run to one number: what a watch asks for.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace zwang {

struct Reduction {
  enum class Kind : std::uint8_t {
    end,
    start,
    max,
    min,
    mean,
    rms,
    range,
    integral,
    when_max,
    first,  // of events, as the two below
    last,
    count
  };
  Kind kind = Kind::end;
  std::string argument;  // a formula, or the name of an event
  int offset = 0;        // where it begins in the text

  bool of_event() const { return kind >= Kind::first; }
  /// Whether the end of the run does not tell it.
  bool needs_samples() const { return kind != Kind::end && !of_event(); }
};

/// "max(norm(f))"; nothing if it is none.
std::optional<Reduction> read_reduction(const std::string& text);

/// Of samples f at times t, ascending: by straight lines between them.
double reduce(Reduction::Kind kind, std::span<const double> t, std::span<const double> f);

}  // namespace zwang
