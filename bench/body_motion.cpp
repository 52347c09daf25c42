// SPDX-License-Identifier: Apache-2.0
// The four-bar, ten seconds from rest. Everybody hands over angles and rates at twenty times; from
// these, the same code for all computes the drift of the energy, in units of m g L of the crank, and
// the gap at the closure. Who ends elsewhere than our finest run by more than 0.1 does not count.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <sstream>

#include "body_motion_zwang.h"
#include "body_race.h"
#include "motion_child.h"

namespace bench {
namespace {

BodyMotion run_peer(const std::string& command, const std::string& form, double tolerance) {
  char number[32];
  std::snprintf(number, sizeof number, " %.17g", tolerance);
  std::istringstream text(
      output_of("timeout 60 " + command + " motion " + form + number + " 2>/dev/null"));
  BodyMotion motion;
  std::size_t count = 0;
  if (!(text >> motion.seconds >> motion.steps >> count)) return {};
  motion.states.resize(count);
  for (double& x : motion.states) text >> x;
  return motion;
}

struct Judgement {
  double energy = 0, gap = 0;
};

/// state: three angles, each from the bar before, and their rates.
Judgement judge(const double* state) {
  const double lengths[3] = {1, 3, 2};
  double x = 0, y = 0, vx = 0, vy = 0, angle = 0, omega = 0;
  Judgement result;
  for (int i = 0; i < 3; ++i) {
    angle += state[i];
    omega += state[3 + i];
    const double L = lengths[i], c = L * std::cos(angle), s = L * std::sin(angle);
    const double ux = vx - omega * s / 2, uy = vy + omega * c / 2;  // of the middle; its mass is L
    result.energy +=
        L * ((ux * ux + uy * uy + L * L / 12 * omega * omega) / 2 + gravity * (y + s / 2));
    x += c;
    y += s;
    vx -= omega * s;
    vy += omega * c;
  }
  result.gap = std::hypot(x - 3, y);
  return result;
}

MotionResult assess(const BodyMotion& motion, const std::vector<double>& end, double& gap) {
  gap = 0;
  if (motion.states.size() != 6 * body_motion_samples) return failed_run();
  MotionResult result;
  result.seconds = motion.seconds;
  result.steps = motion.steps;
  std::vector<double> start = body_states(body_system("four-bar"), Motion::still)[0].angles;
  start.resize(6);
  const double at_start = judge(start.data()).energy;
  for (std::size_t k = 0; k < body_motion_samples; ++k) {
    const Judgement now = judge(motion.states.data() + 6 * k);
    result.energy_drift = std::max(result.energy_drift, std::abs(now.energy - at_start) / gravity);
    gap = std::max(gap, now.gap);
  }
  for (std::size_t i = 0; i < 3 && !end.empty(); ++i) {
    const double off = std::abs(*(motion.states.end() - 6 + static_cast<long>(i)) - end[i]);
    result.position_error = std::max(result.position_error, off);
  }
  return result;
}

struct Runner {
  std::string name, form, command;  // ours has no command
  double loosest, tightest;

  BodyMotion run(double tolerance) const {
    return command.empty() ? zwang_four_bar(tolerance) : run_peer(command, form, tolerance);
  }
};

std::vector<Runner> runners() {
  std::vector<Runner> all = {{"zwang", "auto", "", 1e-4, 1e-12}};
  const auto enter = [&](const char* name, const char* form, double loosest, double tightest) {
    for (const BodyContestant& peer : body_field())
      if (peer.name == name && peer.installed())
        all.push_back({name, form, peer.command, loosest, tightest});
  };
  enter("Simbody", "merson", 1e-3, 1e-10);
  enter("Simbody", "cpodes", 1e-3, 1e-10);
  enter("MuJoCo", "stiff", 1e-2, 1e-9);
  enter("MuJoCo", "default", 1e-2, 1e-7);
  enter("DART", "step", 1e-1, 1e-3);
  return all;
}

}  // namespace

std::vector<BodyMotionCurve> race_body_motion(const BodyPace& pace) try {
  const std::vector<Runner> field = runners();
  const BodyMotion finest = zwang_four_bar(1e-13);
  const std::vector<double> end(finest.states.end() - std::min<long>(6, finest.states.size()),
                                finest.states.end());
  std::vector<BodyMotionCurve> curves;
  for (const Runner& runner : field)
    curves.push_back({{runner.name, runner.form, true, true, {}}, {}});
  for (int round = 0; round < std::min(3, pace.rounds); ++round) {
    for (std::size_t i = 0; i < field.size(); ++i) {
      std::fprintf(stderr, "moving the four-bar by %s %s ...\n", field[i].name.c_str(),
                   field[i].form.c_str());
      std::size_t k = 0;
      for (double t = field[i].loosest; t > 0.5 * field[i].tightest; t /= 10, ++k) {
        double gap = 0;
        const MotionResult result = assess(field[i].run(t), end, gap);
        std::vector<MotionPoint>& points = curves[i].curve.points;
        if (round > 0) {
          double& least = points[k].result.seconds;
          least = std::fmin(least, result.seconds);
        } else {
          points.push_back({t, result});
          curves[i].gaps.push_back(gap);
        }
      }
    }
  }
  return curves;
} catch (const std::exception& trouble) {
  std::fprintf(stderr, "%s\n", trouble.what());
  return {};
}

}  // namespace bench
