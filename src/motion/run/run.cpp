// SPDX-License-Identifier: Apache-2.0
#include "motion/run/run.h"

#include "motion/run/bdf_run.h"
#include "motion/run/choose.h"
#include "motion/run/run_loop.h"
#include "motion/run/stepper_dopri.h"
#include "motion/run/stepper_gauss6.h"
#include "motion/run/stepper_radau5.h"
#include "motion/run/stepper_rattle.h"

namespace zwang::motion {

RunResult run(RightSide& side, const RunOptions& options, const Listener& listener,
              const Snapshot* resume) {
  RunResult result;
  if (why_not(options.stepper, side.equations()) != Refusal::none) {
    result.ending = Ending::refused;
    return result;
  }
  const Index size = side.layout().size();
  const auto with = [&](auto stepper) {
    Loop<decltype(stepper)>(side, options, listener, result, std::move(stepper)).run(resume);
  };
  switch (options.stepper) {
    case Stepper::dopri853:
      with(DopriStepper<ode::Dopri853>(size));
      break;
    case Stepper::dopri5:
      with(DopriStepper<ode::Dopri5>(size));
      break;
    case Stepper::rk4:
      with(FixedStepper<ode::Rk4>(size));
      break;
    case Stepper::rattle2:
      with(RattleStepper(side, compose_2));
      break;
    case Stepper::rattle4:
      with(RattleStepper(side, ode::compose_4_suzuki));
      break;
    case Stepper::rattle6:
      with(RattleStepper(side, ode::compose_6_kahan_li));
      break;
    case Stepper::rattle8:
      with(RattleStepper(side, ode::compose_8_kahan_li));
      break;
    case Stepper::gauss6:
      with(Gauss6Stepper(size));
      break;
    case Stepper::radau5:
      with(Radau5Stepper(side));
      break;
    case Stepper::bdf:
      run_bdf(side, options, listener, result, resume);
      break;
  }
  return result;
}

}  // namespace zwang::motion
