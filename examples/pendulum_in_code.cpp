// SPDX-License-Identifier: Apache-2.0
// The pendulum described by a program instead of a file: one instant of it, and a motion.
//
// Prints:
//   level, at rest: acceleration (0.00, -9.81), force of the rod (0.00, 0.00)
//   after one second at (-0.986, -0.165)

#include <zwang/zwang.h>

#include <cstdio>

namespace {

zwang::Description pendulum() {
  zwang::Description model;
  model.title = "Pendulum";
  model.parameters = {{"m", 1.0}, {"l", 1.0}, {"g", 9.81}};

  zwang::Particle bob;
  bob.name = "bob";
  bob.mass = "m";
  bob.position = {"l", 0};
  bob.force = {0, "-m*g"};
  model.particles = {bob};

  zwang::Constraint rod;
  rod.name = "rod";
  rod.equations = {"bob.x^2 + bob.y^2 = l^2"};
  model.constraints = {rod};
  return model;
}

}  // namespace

int main() {
  const zwang::Model model = zwang::compile_model(pendulum());

  const zwang::Instant now = zwang::solve_instant(model).instant;
  std::printf("level, at rest: acceleration (%.2f, %.2f), force of the rod (%.2f, %.2f)\n",
              now.acceleration[0], now.acceleration[1], now.constraint_force[0] + 0.0,
              now.constraint_force[1] + 0.0);

  zwang::RunOptions options;
  options.duration = 1;
  options.tolerance = 1e-12;
  const zwang::State end = zwang::run(model, options).summary().end;
  std::printf("after one second at (%.3f, %.3f)\n", end.q[0], end.q[1]);
}
