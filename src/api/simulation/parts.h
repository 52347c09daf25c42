// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a simulation holds: the model as it is now, the forces that act and those that will, the walk.

#include <exception>
#include <memory>
#include <vector>

#include "api/run/choices.h"
#include "api/run/method.h"
#include "api/run/outer_forces.h"
#include "compile/compile.h"
#include "flow/right_side.h"
#include "motion/run/walk.h"
#include "zwang/simulation.h"

namespace zwang {

struct Simulation::Parts {
  Parts(const Model& model, RunOptions options);
  Parts(const Parts& other);
  Parts& operator=(const Parts&) = delete;

  Ending go_to(double t);
  void set_state(const State& state);
  void set(const Settings& settings);
  Summary summary();

  Model model;     // with the parameters as they are now
  Model compiled;  // whose equations are used: those of `model`, but for the values of parameters
  std::function<bool(const Progress&)> goes_on;
  RunChoices choices;
  RunMethod method;
  std::shared_ptr<const compile::Compiled> with_hidden;
  OuterForces acting, wanted;  // now, and from the next step on
  bool changed = false;        // they differ
  std::unique_ptr<motion::RightSide> side;
  std::unique_ptr<motion::Walk> walk;
  State state;
  std::vector<RunEvent> events;

 private:
  void make_side();
  void put_forces();
  void note_state();
  motion::Listener listener() noexcept;
  bool asks(double t, long steps) noexcept;
  bool has_same_numbers(const Model& next) const;
  void rebuild(const Model& next);
  void rethrow();

  Progress progress_;
  std::exception_ptr wrong_;
};

}  // namespace zwang
