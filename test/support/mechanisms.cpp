// SPDX-License-Identifier: Apache-2.0
#include "support/mechanisms.h"

#include "support/mechanism_builder.h"
#include "support/mechanism_numbers.h"

namespace zwang::test {

Mechanism double_pendulum(Parameters parameters) {
  MechanismBuilder build(2, parameters);
  const Expr m1 = build.parameter(pendulum::m1), m2 = build.parameter(pendulum::m2),
             l1 = build.parameter(pendulum::l1), l2 = build.parameter(pendulum::l2),
             g = build.parameter(gravity);
  const Expr y1 = -(l1 * cos(build.q(0))), y2 = y1 - l2 * cos(build.q(1));
  const Expr x1_rate = l1 * cos(build.q(0)) * build.v(0);
  const Expr y1_rate = l1 * sin(build.q(0)) * build.v(0);
  const Expr x2_rate = x1_rate + l2 * cos(build.q(1)) * build.v(1);
  const Expr y2_rate = y1_rate + l2 * sin(build.q(1)) * build.v(1);
  build.lagrangian(0.5 * m1 * (square(x1_rate) + square(y1_rate)) +
                   0.5 * m2 * (square(x2_rate) + square(y2_rate)) - m1 * g * y1 - m2 * g * y2);
  build.constraint(l1 * sin(build.q(0)) + l2 * sin(build.q(1)) - pendulum::wall);
  return build.take();
}

Mechanism planar_chain(int links, Parameters parameters) {
  MechanismBuilder build(links, parameters);
  const Expr g = build.parameter(gravity);
  const Expr zero = build.number(0);
  Expr angle = zero, rate = zero, x = zero, y = zero, x_rate = zero, y_rate = zero, L = zero;
  for (int i = 0; i < links; ++i) {
    const Expr m = build.parameter(chain::mass(i)), l = build.parameter(chain::length(i)),
               I = build.parameter(chain::inertia(i));
    angle = angle + build.q(i);
    rate = rate + build.v(i);
    x = x + l * sin(angle);
    y = y - l * cos(angle);
    x_rate = x_rate + l * cos(angle) * rate;
    y_rate = y_rate + l * sin(angle) * rate;
    L = L + 0.5 * m * (square(x_rate) + square(y_rate)) + 0.5 * I * square(rate) - m * g * y;
  }
  build.lagrangian(L);
  build.constraint(x - chain::tip_x);
  build.constraint(y - chain::tip_y);
  return build.take();
}

Mechanism particle_chain(int count, Parameters parameters) {
  MechanismBuilder build(3 * count, parameters);
  const Expr g = build.parameter(gravity), drag = build.parameter(particles::drag);
  for (int i = 0; i < count; ++i) {
    const Expr m = build.parameter(particles::mass(i));
    const Expr x = build.v(3 * i), y = build.v(3 * i + 1), z = build.v(3 * i + 2);
    const Expr speed = sqrt(square(x) + square(y) + square(z));
    build.force(-(drag * speed * x));
    build.force(-(drag * speed * y));
    build.force(-(m * g) - drag * speed * z);
  }
  for (int i = 0; i < count; ++i) {
    Expr sum = build.number(0);
    for (int k = 0; k < 3; ++k)
      sum = sum + square(i ? build.q(3 * i + k) - build.q(3 * i - 3 + k) : build.q(k));
    build.constraint(sum - square(build.parameter(particles::length(i))));
  }
  return build.take();
}

}  // namespace zwang::test
