// SPDX-License-Identifier: Apache-2.0
#include "body_motion_zwang.h"

#include <cstdio>

#include "zwang/model.h"
#include "zwang/run.h"

namespace bench {
namespace {

/// Solids closed by a hinge: five rows, of which the plane mechanism needs two.
constexpr const char* model_text = R"(
[parameters]
g = 9.81
[free]
gravity = [0, "-g", 0]
[ground]
points = { right = [3, 0, 0] }
[[bodies]]
name    = "crank"
joint   = "hinge"
mass    = 1
inertia = [0.001, "1/12", "1/12"]
center  = [0.5, 0, 0]
start   = { angle = ANGLE0 }
[[bodies]]
name    = "coupler"
parent  = "crank"
joint   = "hinge"
at      = [1, 0, 0]
mass    = 3
inertia = [0.003, "27/12", "27/12"]
center  = [1.5, 0, 0]
start   = { angle = ANGLE1 }
[[bodies]]
name    = "rocker"
parent  = "coupler"
joint   = "hinge"
at      = [3, 0, 0]
mass    = 2
inertia = [0.002, "8/12", "8/12"]
center  = [1, 0, 0]
points  = { end = [2, 0, 0] }
start   = { angle = ANGLE2 }
[[constraints]]
name  = "closure"
hinge = { between = ["rocker.end", "ground.right"], axis = [0, 0, 1] }
)";

constexpr const char* names[3] = {"crank", "coupler", "rocker"};

std::string four_bar_text() {
  std::string text = model_text;
  const BodyState start = body_states(body_system("four-bar"), Motion::still)[0];
  for (std::size_t i = 0; i < 3; ++i) {
    char number[32];
    std::snprintf(number, sizeof number, "%.17g", start.angles[i]);
    const std::string word = "ANGLE" + std::to_string(i);
    text.replace(text.find(word), word.size(), number);
  }
  return text;
}

}  // namespace

BodyMotion zwang_four_bar(double tolerance) {
  static const zwang::Model model = zwang::read_model(four_bar_text(), "four-bar");
  zwang::RunOptions options;
  options.duration = body_motion_duration;
  options.tolerance = tolerance;
  options.samples = body_motion_samples + 1;
  zwang::RunOptions first = options;  // programs are compiled on the first run
  first.duration = 1e-6;
  zwang::run(model, first);
  BodyMotion motion;
  const double start = thread_microseconds();
  const zwang::Trajectory trajectory = zwang::run(model, options);
  motion.seconds = (thread_microseconds() - start) * 1e-6;
  motion.steps = trajectory.summary().steps;
  if (trajectory.summary().ending != zwang::Ending::done) return {};
  std::vector<std::vector<double>> columns;
  for (const char* what : {".angle", ".angle'"})
    for (const char* name : names) columns.push_back(trajectory.column(std::string(name) + what));
  for (std::size_t k = 1; k <= body_motion_samples; ++k)
    for (const std::vector<double>& column : columns) motion.states.push_back(column.at(k));
  return motion;
}

}  // namespace bench
