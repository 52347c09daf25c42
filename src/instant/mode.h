// SPDX-License-Identifier: Apache-2.0
#pragma once
// What holds between two events: which rows act, which contacts slide and which way. A motion is
// smooth as long as its mode stays.

#include <cstdint>
#include <vector>

#include "equations/equations.h"

namespace zwang::instant {

enum class Slip : std::uint8_t { off, slides, sticks };  // off: nothing presses there

struct Mode {
  std::vector<unsigned char> acts;      // m: the row exerts a force
  std::vector<unsigned char> switched;  // m: on, as far as the user's switches go
  std::vector<Slip> slip;               // by sliding contact
  std::vector<double> direction;  // three for each: of sliding; a sign, 0, 0 where w is scalar
  std::vector<double> speed;      // of each, when the step at hand began
  std::vector<double> least;      // slip of each that is too slow to have a direction of its own
  /// By switch: ±1, formulas are as on that side of σ = 0; 0, the motion slides along it. Empty: formulas go
  /// by σ themselves.
  std::vector<double> side;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("mode", 3, x.acts, x.switched, x.slip, x.direction, x.speed, x.least, x.side);
  }
};

/// Before anything was looked at: equalities act, contacts are open, nothing slides.
Mode first_mode(const equations::Equations& equations);

/// Whether the equations know only one mode: nothing is unilateral, switched, sliding or watched.
bool has_events(const equations::Equations& equations);
/// Whether formulas jump across surfaces that can be followed.
bool has_switches(const equations::Equations& equations);
/// Whether anything but ideal rows decides the instant.
bool has_laws(const equations::Equations& equations);

void switch_rows(const equations::Equations& equations, std::uint32_t constraint, bool on,
                 Mode& mode);

}  // namespace zwang::instant
