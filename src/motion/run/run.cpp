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

namespace {

/// Up to the end, or to where another method goes on.
void run_by(Stepper stepper, RightSide& side, const RunOptions& options, const Listener& listener,
            RunResult& result, const Snapshot* resume) {
  const Index size = side.layout().size();
  const auto with = [&](auto method) {
    Loop<decltype(method)>(side, options, listener, result, std::move(method)).run(resume);
  };
  switch (stepper) {
    case Stepper::dopri853:
      return with(DopriStepper<ode::Dopri853>(side));
    case Stepper::dopri5:
      return with(DopriStepper<ode::Dopri5>(side));
    case Stepper::rk4:
      return with(FixedStepper<ode::Rk4>(size));
    case Stepper::rattle2:
      return with(RattleStepper(side, compose_2));
    case Stepper::rattle4:
      return with(RattleStepper(side, ode::compose_4_suzuki));
    case Stepper::rattle6:
      return with(RattleStepper(side, ode::compose_6_kahan_li));
    case Stepper::rattle8:
      return with(RattleStepper(side, ode::compose_8_kahan_li));
    case Stepper::gauss6:
      return with(Gauss6Stepper(size));
    case Stepper::radau5:
      return with(Radau5Stepper(side));
    case Stepper::bdf:
      return run_bdf(side, options, listener, result, resume);
  }
}

}  // namespace

RunResult run(RightSide& side, const RunOptions& options, const Listener& listener,
              const Snapshot* resume) {
  RunResult result;
  if (why_not(options.stepper, side.equations()) != Refusal::none) {
    result.ending = Ending::refused;
    return result;
  }
  const double t = options.from ? options.from->t : side.equations().t;
  result.tally.methods.assign(1, {t, options.stepper});
  run_by(resume ? resume->tally.methods.back().stepper : options.stepper, side, options, listener,
         result, resume);
  while (result.hands_over) {
    result.hands_over = false;
    const Snapshot here = result.last;
    run_by(here.tally.methods.back().stepper, side, options, listener, result, &here);
  }
  return result;
}

}  // namespace zwang::motion
