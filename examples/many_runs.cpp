// SPDX-License-Identifier: Apache-2.0
// One model, many starts, a thread for each: a compiled model may be run by all of them at once.
// The farther a pendulum swings the longer it takes, and the harder the rod pulls.
//
// Prints:
//   released at  30 degrees: lowest after 0.510 s, the rod pulls with  1.268 weights
//   released at  60 degrees: lowest after 0.538 s, the rod pulls with  2.000 weights
//   released at  90 degrees: lowest after 0.592 s, the rod pulls with  3.000 weights
//   released at 120 degrees: lowest after 0.689 s, the rod pulls with  4.000 weights

#include <zwang/zwang.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <thread>
#include <vector>

namespace {

struct Lowest {
  double t = 0, pull = 0;
};

Lowest find_lowest(const zwang::Model& model, double angle) {
  zwang::RunOptions options;
  options.start = zwang::State{0, {std::sin(angle), -std::cos(angle)}, {0, 0}};
  options.duration = 0.9;
  options.samples = 9001;
  const zwang::Trajectory motion = zwang::run(model, options);
  const std::vector<double> t = motion.column("t"), y = motion.column("bob.y");
  const std::vector<double> force = motion.column("force(rod).bob.y");
  const auto k = static_cast<std::size_t>(std::min_element(y.begin(), y.end()) - y.begin());
  return {t[k], force[k] / 9.81};
}

}  // namespace

int main(int count, char** words) {
  const zwang::Model model = zwang::load_model(count > 1 ? words[1] : "pendulum.toml");
  std::array<Lowest, 4> found;
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < found.size(); ++k)
    threads.emplace_back([&, k] {
      const double degrees = 30.0 * static_cast<double>(k + 1);
      found[k] = find_lowest(model, degrees * std::numbers::pi / 180);
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < found.size(); ++k)
    std::printf("released at %3zu degrees: lowest after %.3f s, the rod pulls with %6.3f weights\n",
                30 * (k + 1), found[k].t, found[k].pull);
}
