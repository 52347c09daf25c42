// SPDX-License-Identifier: Apache-2.0
#pragma once
// What came to pass along a motion.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace zwang::motion {

enum class What : std::uint8_t {
  event,   // a formula of the user crossed zero; number: which
  graze,   // it touched zero and turned back
  impact,  // contacts met; number: a constraint that was hit
  rest,    // a contact came to rest, after so many bounces; number: the constraint
  leave,   // a contact opened without a blow
  stick,   // number: of the sliding contact
  slip,
  along,  // the motion slides along the surface of a switch, from here on; number: of the switch
  apart,  // and leaves it
  lost,   // a formula of the user has no value from here on
};

struct Happening {
  What what = What::event;
  std::uint32_t number = 0;
  double t = 0;
  std::vector<double> q, v, v_before;          // v_before only where rates jumped
  double energy_before = 0, energy_after = 0;  // kinetic, of an impact
  double carnot = 0;                           // what Carnot's theorem says it lost
  std::uint32_t blows = 0;
  bool reduced = false;     // its restitution, which would have made energy
  std::vector<double> hit;  // numbers of all constraints that an impact hit

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("happening", 2, x.what, x.number, x.t, x.q, x.v, x.v_before, x.energy_before,
          x.energy_after, x.carnot, x.blows, x.reduced, x.hit);
  }
};

inline constexpr std::size_t most_happenings = 100000;  // that are kept; all are counted

}  // namespace zwang::motion
