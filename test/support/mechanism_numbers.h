// SPDX-License-Identifier: Apache-2.0
#pragma once
// Masses and lengths of the mechanisms that formulas and hand-written code both describe. SI units.

namespace zwang::test {

inline constexpr double gravity = 9.81;

namespace pendulum {  // two bars, absolute angles from the vertical, the tip held at x = wall
inline constexpr double m1 = 1.3, m2 = 0.7, l1 = 1.1, l2 = 0.9, wall = 0.4;
}

namespace chain {  // link i
constexpr double mass(int i) { return 1 + 0.1 * i; }
constexpr double length(int i) { return 0.3 + 0.02 * i; }
constexpr double inertia(int i) { return 0.05 + 0.01 * i; }
inline constexpr double tip_x = 0.5, tip_y = -0.6;
}  // namespace chain

namespace particles {  // particle i, hung from the one before, the first from the origin
constexpr double mass(int i) { return 1 + 0.1 * (i % 7); }
constexpr double length(int i) { return 0.3 + 0.02 * (i % 7); }
inline constexpr double drag = 0.1;
}  // namespace particles

// Andrews' squeezing mechanism, in the letters of the literature: Schiehlen (ed.), Multibody
// Systems Handbook, 1990; Hairer, Wanner, Solving Ordinary Differential Equations II, VII.7.
namespace andrews {
inline constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050,
                        m6 = .00706, m7 = .05498;
inline constexpr double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5,
                        I6 = 5.667e-7, I7 = 1.912e-5;
inline constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
inline constexpr double d = .028, da = .0115, e = .02, ea = .01421, zf = .02, fa = .01421,
                        rr = .007, ra = .00092, ss = .035, sa = .01874, sb = .01043, sc = .018,
                        sd = .02, zt = .04, ta = .02308, tb = .00916, u = .04, ua = .01228,
                        ub = .00449;
inline constexpr double c0 = 4530, l0 = .07785, mom = .033;
}  // namespace andrews

namespace robot {  // joint i turns about axis i mod 3 of its link
constexpr double mass(int i) { return 1 + 0.1 * (i % 5); }
inline constexpr double offset[3] = {.05, .02, .3};    // from joint to joint, in the link before
inline constexpr double centre[3] = {.02, .01, .15};   // of mass, in the link
inline constexpr double inertia[3] = {.04, .05, .02};  // per mass, about the centre
}  // namespace robot

}  // namespace zwang::test
