// SPDX-License-Identifier: Apache-2.0
#pragma once
// One blow at one contact with friction. Normal and tangential impulse grow together, P_N from 0 on, and
// friction obeys Coulomb's law all the way: against the slip of the moment, which slows down, stops, turns
// or reverses meanwhile (Routh 1860, Keller 1986). What is felt at the contact is
//   u = u⁻ + G P,   dP_T = −μ dP_N u_T/|u_T|;   at u_T = 0 it sticks, or slides the way it then speeds up.

#include "base/index.h"
#include "laws/restitution.h"

namespace zwang::least {

struct SlipTask {
  Index tangents = 0;  // 0 to 3
  double G[16] = {};   // (1 + tangents)², the normal first; semidefinite, G[0] > 0
  double u[4] = {};  // u⁻; a normal speed of 0 is a blow only if friction drives the contact shut
  double friction = 0, restitution = 0;
  RestitutionLaw law = RestitutionLaw::stronge;
};

struct SlipBlow {
  double P[4] = {}, u[4] = {};                // impulses; u⁺
  double normal_work = 0, friction_work = 0;  // ∫u_N dP_N, ∫u_T·dP_T: along the path
  bool reduced = false;  // it ended sooner than the law says: more would have made energy
  bool ended = true;     // false: the path leads nowhere; all is as it was when that was seen
};

SlipBlow follow_slip(const SlipTask& task) noexcept;

}  // namespace zwang::least
