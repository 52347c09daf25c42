// SPDX-License-Identifier: Apache-2.0
// Reads a model, looks it over, runs it and prints where the bob was and what the rod did.
//
// Prints:
//   2 coordinates, 1 constraint equation of rank 1: 1 degree of freedom.
//   ok: The run reached t = 2.
//      t      x      y  force of the rod
//    0.0  1.000  0.000        0.000
//    0.5  0.391 -0.920       27.086
//    1.0 -0.986 -0.165        4.856
//    1.5 -0.884 -0.467       13.751
//    2.0  0.794 -0.608       17.908

#include <zwang/zwang.h>

#include <cmath>
#include <cstdio>

int main(int count, char** words) {
  try {
    const zwang::Model model = zwang::load_model(count > 1 ? words[1] : "pendulum.toml");
    for (const zwang::Finding& finding : zwang::check(model).findings)
      std::printf("%s\n", finding.text.c_str());

    const zwang::Trajectory motion = zwang::run(model);
    const zwang::Summary& summary = motion.summary();
    std::printf("%s: %s\n", name(summary.ending).data(), summary.message.c_str());

    const auto t = motion.column("t"), x = motion.column("bob.x"), y = motion.column("bob.y");
    const auto fx = motion.column("force(rod).bob.x"), fy = motion.column("force(rod).bob.y");
    std::printf("   t      x      y  force of the rod\n");
    for (std::size_t k = 0; k < motion.samples(); ++k)
      std::printf("%4.1f %6.3f %6.3f %12.3f\n", t[k], x[k], y[k], std::hypot(fx[k], fy[k]));
    return summary.ending == zwang::Ending::done ? 0 : 3;
  } catch (const zwang::ModelError& error) {
    std::fputs(error.what(), stderr);  // every complaint with its line
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 2;
}
