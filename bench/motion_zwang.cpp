// SPDX-License-Identifier: Apache-2.0
#include "motion_zwang.h"

#include <cstdio>
#include <exception>

#include "stopwatch.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace bench {
namespace {

using zwang::Constraint;
using zwang::Description;
using zwang::Particle;

Constraint constraint(const char* name, const char* equation, const std::string& for_each) {
  Constraint rows;
  rows.name = name;
  rows.equations = {equation};
  if (!for_each.empty()) rows.for_each = zwang::Expression(for_each);
  return rows;
}

Description chain(int links) {
  Particle points;
  points.name = "p";
  points.count = links;
  points.mass = 1;
  points.position = {"i", 0};
  Description description;
  description.title = "chain";
  description.particles = {points};
  description.free.gravity = {0, -gravity};
  description.constraints = {constraint("hook", "p[1].x^2 + p[1].y^2 = 1", "")};
  if (links > 1) {
    description.constraints.push_back(
        constraint("links", "(p[i+1].x - p[i].x)^2 + (p[i+1].y - p[i].y)^2 = 1",
                   "i in 1.." + std::to_string(links - 1)));
  }
  return description;
}

Description four_bar() {
  Particle tips;
  tips.name = "p";
  tips.count = 3;
  tips.mass = 0;  // the rods have the mass
  tips.position = {"i - 1", 1};
  tips.velocity = {1, 0};
  Description description;
  description.title = "four-bar";
  description.parameters = {{"g", gravity}};
  description.particles = {tips};
  description.free.kinetic =
      "(sum(k in 1..3, dot(p[k]', p[k]'))"
      " + sum(k in 1..2, dot(p[k]', p[k]') + dot(p[k]', p[k+1]') + dot(p[k+1]', p[k+1]')))/6";
  description.free.potential = "g*(p[1].y + 1.5*p[2].y + p[3].y)";
  description.constraints = {
      constraint("cranks", "(p[i].x - i + 1)^2 + p[i].y^2 = 1", "i in 1..3"),
      constraint("couplers", "(p[i+1].x - p[i].x)^2 + (p[i+1].y - p[i].y)^2 = 1", "i in 1..2")};
  return description;
}

/// From the columns p[1].x, p[1].y, … and their rates; sample 0 is the start.
void read(const zwang::Trajectory& trajectory, MotionSamples& samples) {
  for (std::size_t c = 0; c < samples.n; ++c) {
    const std::string name = "p[" + std::to_string(c / 2 + 1) + (c % 2 == 0 ? "].x" : "].y");
    const std::vector<double> q = trajectory.column(name), v = trajectory.column(name + "'");
    for (int k = 0; k < output_count; ++k) {
      samples.q(k)[c] = q.at(static_cast<std::size_t>(k) + 1);
      samples.v(k)[c] = v.at(static_cast<std::size_t>(k) + 1);
    }
  }
}

}  // namespace

Description motion_description(const MotionTask& task) {
  Description description = task.four_bar ? four_bar() : chain(task.links);
  description.simulate.emplace().duration = task.duration;
  return description;
}

MotionResult zwang_run(const MotionTask& task, double tolerance) try {
  const zwang::Model model = zwang::compile_model(motion_description(task));
  zwang::RunOptions options;
  options.tolerance = tolerance;
  options.samples = output_count + 1;
  // Set-up: programs that `auto` asks for are compiled on the model's first run.
  zwang::RunOptions first = options;
  first.duration = 1e-6 * task.duration;
  zwang::run(model, first);
  const double start = thread_microseconds();
  const zwang::Trajectory trajectory = zwang::run(model, options);
  const double seconds = (thread_microseconds() - start) * 1e-6;
  if (trajectory.summary().ending != zwang::Ending::done) {
    std::fprintf(stderr, "%s at %g: %s\n", task.name().c_str(), tolerance,
                 trajectory.summary().message.c_str());
    return failed_run();
  }
  MotionSamples samples(point_system(task));
  read(trajectory, samples);
  return assess(task, samples, seconds, trajectory.summary().steps);
} catch (const std::exception& trouble) {
  std::fprintf(stderr, "%s\n", trouble.what());
  return failed_run();
}

}  // namespace bench
