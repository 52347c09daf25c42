// SPDX-License-Identifier: Apache-2.0
#include "motion/run/run.h"

#include "flow/steppers/stepper_dopri.h"
#include "flow/steppers/stepper_gauss6.h"
#include "flow/steppers/stepper_radau5.h"
#include "flow/steppers/stepper_rattle.h"
#include "motion/run/bdf_run.h"
#include "motion/run/choose.h"
#include "motion/run/run_loop.h"

namespace zwang::motion {

namespace {

/// Calls visit with the stepper; not of bdf, which makes its own loop.
template <class Visit>
void with_stepper(Stepper stepper, RightSide& side, Visit visit) {
  const Index size = side.layout().size();
  switch (stepper) {
    case Stepper::dopri853:
      return visit(DopriStepper<ode::Dopri853>(side));
    case Stepper::dopri5:
      return visit(DopriStepper<ode::Dopri5>(side));
    case Stepper::rk4:
      return visit(FixedStepper<ode::Rk4>(size));
    case Stepper::rattle2:
      return visit(RattleStepper(side, compose_2));
    case Stepper::rattle4:
      return visit(RattleStepper(side, ode::compose_4_suzuki));
    case Stepper::rattle6:
      return visit(RattleStepper(side, ode::compose_6_kahan_li));
    case Stepper::rattle8:
      return visit(RattleStepper(side, ode::compose_8_kahan_li));
    case Stepper::gauss6:
      return visit(Gauss6Stepper(size));
    case Stepper::radau5:
      return visit(Radau5Stepper(side));
    case Stepper::bdf:
      return;
  }
}

/// Up to the end, or to where another method goes on.
void run_by(Stepper stepper, RightSide& side, const RunOptions& options, const Listener& listener,
            RunResult& result, const Snapshot* resume) {
  if (stepper == Stepper::bdf) return run_bdf(side, options, listener, result, resume);
  with_stepper(stepper, side, [&](auto method) {
    Loop<decltype(method)>(side, options, listener, result, std::move(method)).run(resume);
  });
}

}  // namespace

std::unique_ptr<PausedRun> pause(Stepper stepper, RightSide& side, const RunOptions& options,
                                 const Listener& listener, RunResult& result) {
  if (stepper == Stepper::bdf) return pause_bdf(side, options, listener, result);
  std::unique_ptr<PausedRun> run;
  with_stepper(stepper, side, [&](auto method) {
    run = std::make_unique<Loop<decltype(method)>>(side, options, listener, result,
                                                   std::move(method));
  });
  return run;
}

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
