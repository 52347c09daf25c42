// SPDX-License-Identifier: Apache-2.0
#pragma once
// Elementary functions in quadruple precision from their series, to a few units of 1e-34 for
// arguments of everyday size: the oracle must not share a library with what it judges.
// Outside of a domain the answer is a NaN, beyond the range of double an infinity.

#include "support/quad.h"

namespace zwang::test::in_quad {

Quad floor(Quad x);
Quad sqrt(Quad x);
Quad exp(Quad x);
Quad log(Quad x);
Quad sin(Quad x);
Quad cos(Quad x);
Quad tan(Quad x);
Quad asin(Quad x);
Quad acos(Quad x);
Quad atan(Quad x);
Quad sinh(Quad x);
Quad cosh(Quad x);
Quad tanh(Quad x);
Quad atan2(Quad y, Quad x);
Quad hypot(Quad x, Quad y);
Quad pow(Quad x, Quad y);

}  // namespace zwang::test::in_quad
