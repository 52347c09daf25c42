// SPDX-License-Identifier: Apache-2.0
#include "motion/run.h"

#include "motion/run_loop.h"

namespace zwang::motion {

RunResult run(RightSide& side, const RunOptions& options, const Listener& listener,
              const Snapshot* resume) {
  RunResult result;
  const Index size = side.layout().size();
  const auto with = [&](auto stepper) {
    Loop<decltype(stepper)>(side, options, listener, result, std::move(stepper)).run(resume);
  };
  switch (options.stepper) {
    case Stepper::dopri853:
      with(EstimatingStepper<ode::Dopri853>(size));
      break;
    case Stepper::dopri5:
      with(EstimatingStepper<ode::Dopri5>(size));
      break;
    case Stepper::rk4:
      with(FixedStepper<ode::Rk4>(size));
      break;
    default:
      result.ending = Ending::not_converged;
  }
  return result;
}

}  // namespace zwang::motion
