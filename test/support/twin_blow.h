// SPDX-License-Identifier: Apache-2.0
#pragma once
// One blow at one contact of the plane, in pieces along its slip.

#include "support/planar_twin.h"

namespace zwang::test {

struct TwinBlow {
  double G[3],
      u[2];  // how normal and tangential impulse move the contact (nn, nt, tt); speeds before, then after
  double mu = 0, eps = 0;
  TwinLaw law = TwinLaw::stronge;
  double P[2] = {0, 0}, work = 0;
};

/// False: Newton's law asks for more energy than there was.
bool deal(TwinBlow& blow);

}  // namespace zwang::test
