// SPDX-License-Identifier: Apache-2.0
// Andrews' squeezer in the letters of the literature (see mechanism_numbers.h). The angles are
// β, Θ, γ, Φ, δ, Ω, ε.

#include "support/mechanism_builder.h"
#include "support/mechanism_numbers.h"
#include "support/mechanisms.h"

namespace zwang::test {

namespace {

struct Squeezer {
  MechanismBuilder& build;
  Expr p(double value) { return build.parameter(value); }

  // Parameters that M, Q and the rows share.
  Expr m2 = p(andrews::m2), m4 = p(andrews::m4), m6 = p(andrews::m6);
  Expr da = p(andrews::da), rr = p(andrews::rr), zt = p(andrews::zt), u = p(andrews::u);
  Expr e = p(andrews::e), zf = p(andrews::zf), ss = p(andrews::ss);
  Expr E = e - p(andrews::ea), F = zf - p(andrews::fa);
  Expr beta = build.q(0), theta = build.q(1), gamma = build.q(2), phi = build.q(3),
       delta = build.q(4), omega = build.q(5), epsilon = build.q(6);

  void mass();
  void force();
  void rows();
};

void Squeezer::mass() {
  using namespace andrews;
  const Expr I1 = p(andrews::I1), I2 = p(andrews::I2), I3 = p(andrews::I3), I4 = p(andrews::I4),
             I5 = p(andrews::I5), I6 = p(andrews::I6), I7 = p(andrews::I7);
  build.mass(p(m1) * square(p(ra)) + m2 * (square(rr) - 2 * da * rr * cos(theta) + square(da)) +
             I1 + I2);
  build.mass(m2 * (square(da) - da * rr * cos(theta)) + I2);
  build.mass(m2 * square(da) + I2);
  build.mass(p(m3) * (square(p(sa)) + square(p(sb))) + I3);
  build.mass(m4 * square(E) + I4);
  build.mass(m4 * (square(E) + zt * E * sin(phi)) + I4);
  build.mass(m4 * (square(zt) + 2 * zt * E * sin(phi) + square(E)) +
             p(m5) * (square(p(ta)) + square(p(tb))) + I4 + I5);
  build.mass(m6 * square(F) + I6);
  build.mass(m6 * (square(F) - u * F * sin(omega)) + I6);
  build.mass(m6 * (square(F) - 2 * u * F * sin(omega) + square(u)) +
             p(m7) * (square(p(ua)) + square(p(ub))) + I6 + I7);
}

void Squeezer::force() {
  const Expr sc = p(andrews::sc), sd = p(andrews::sd);
  const Expr x = sd * cos(gamma) + sc * sin(gamma) + p(andrews::xb) - p(andrews::xc);
  const Expr y = sd * sin(gamma) - sc * cos(gamma) + p(andrews::yb) - p(andrews::yc);
  const Expr length = sqrt(square(x) + square(y));
  const Expr pull = -p(andrews::c0) * (length - p(andrews::l0)) / length;
  const auto v = [&](int i) { return build.v(i); };
  build.force(p(andrews::mom) - m2 * da * rr * v(1) * (v(1) + 2 * v(0)) * sin(theta));
  build.force(m2 * da * rr * square(v(0)) * sin(theta));
  build.force(pull * x * (sc * cos(gamma) - sd * sin(gamma)) +
              pull * y * (sd * cos(gamma) + sc * sin(gamma)));
  build.force(m4 * zt * E * square(v(4)) * cos(phi));
  build.force(-(m4 * zt * E * v(3) * (v(3) + 2 * v(4)) * cos(phi)));
  build.force(-(m6 * u * F * square(v(6)) * cos(omega)));
  build.force(m6 * u * F * v(5) * (v(5) + 2 * v(6)) * cos(omega));
}

void Squeezer::rows() {
  const Expr d = p(andrews::d), xa = p(andrews::xa), ya = p(andrews::ya);
  const Expr x = rr * cos(beta) - d * cos(beta + theta);
  const Expr y = rr * sin(beta) - d * sin(beta + theta);
  build.constraint(x - ss * sin(gamma) - p(andrews::xb));
  build.constraint(y + ss * cos(gamma) - p(andrews::yb));
  build.constraint(x - e * sin(phi + delta) - zt * cos(delta) - xa);
  build.constraint(y + e * cos(phi + delta) - zt * sin(delta) - ya);
  build.constraint(x - zf * cos(omega + epsilon) - u * sin(epsilon) - xa);
  build.constraint(y - zf * sin(omega + epsilon) + u * cos(epsilon) - ya);
}

}  // namespace

Mechanism andrews_squeezer(Parameters parameters) {
  MechanismBuilder build(7, parameters);
  Squeezer squeezer{build};
  squeezer.mass();
  squeezer.force();
  squeezer.rows();
  return build.take();
}

}  // namespace zwang::test
