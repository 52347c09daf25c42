// SPDX-License-Identifier: Apache-2.0
// A controller owns the clock: every hundredth of a second it looks at a pendulum on a cart and decides how hard
// to push the cart. Before the gust it keeps a copy, and tries from there what happens without control.
//
// Prints:
//   after 3 s the pole leans by -0.0037 rad
//   after a gust and 8 s it leans by  0.0082 rad
//   without control at 4 s by  3.1045 rad

#include <zwang/zwang.h>

#include <cstdio>

namespace {

constexpr const char* cart_pole = R"toml(
[parameters]
M = 2
m = 0.3
l = 0.8
[coordinates]
x = {}
a = { start = 0.2 }
[free]
kinetic   = "M*x'^2/2 + m*(x'^2 + 2*l*x'*a'*cos(a) + l^2*a'^2)/2"
potential = "m*9.81*l*cos(a)"
)toml";

double push(const zwang::State& now) {
  return 90 * now.q[1] + 25 * now.v[1] + 2 * now.q[0] + 6 * now.v[0];
}

// Up to a time, with what the controller says at each tick.
void control(zwang::Simulation& simulation, double until) {
  while (simulation.t() < until - 1e-9) {
    simulation.apply("x", push(simulation.state()));
    if (simulation.advance(0.01) != zwang::Ending::done) return;
  }
}

}  // namespace

int main() {
  zwang::Simulation simulation(zwang::read_model(cart_pole, "cart and pole"));
  control(simulation, 3);
  std::printf("after %.0f s the pole leans by %7.4f rad\n", simulation.t(),
              simulation.state().q[1]);
  simulation.apply("a", 1.5);  // a gust
  simulation.advance(0.1);
  simulation.apply("a", 0);
  zwang::Simulation alone = simulation;  // a checkpoint
  control(simulation, 8);
  std::printf("after a gust and %.0f s it leans by %7.4f rad\n", simulation.t(),
              simulation.state().q[1]);
  alone.apply("x", 0);
  alone.advance_to(4);
  std::printf("without control at %.0f s by %7.4f rad\n", alone.t(), alone.state().q[1]);
}
