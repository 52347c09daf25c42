// SPDX-License-Identifier: Apache-2.0
#include "api/run/method.h"

#include "api/model_error.h"
#include "base/words/methods.h"
#include "compile/code.h"
#include "compile/loaded/model_parts.h"
#include "motion/run/choose.h"

namespace zwang {

namespace {

// The methods that are chosen by stiffness look at derivatives, up to so many coordinates.
constexpr Index most_to_look_at = 100;

motion::Choice decide(const Model& model, const RunChoices& choices) {
  if (choices.method != "auto")
    return {*words::methods.find(choices.method), "It was asked for."};
  const bool small = model.parts().equations().n <= most_to_look_at;
  motion::RightSide side(small ? model.parts().tangent() : model.parts().equations(),
                         choices.kernel);
  return motion::choose(side, choices.plan);
}

void check_takes(const Model& model, const RunChoices& choices, motion::Stepper stepper) {
  const std::string why_not = motion::why_not(stepper, model.parts().equations());
  if (why_not.empty()) return;
  if (choices.method_of_call) throw InputError("method", why_not);
  throw ModelError(
      {complaint_at(model.description(), compile::code::method,
                    model.description().simulate->method.at, why_not, "use method = \"auto\"")});
}

}  // namespace

RunMethod choose_method(const Model& model, const RunChoices& choices) {
  const motion::Choice decision = decide(model, choices);
  check_takes(model, choices, decision.stepper);
  const words::MethodFacts& facts = words::facts(decision.stepper);
  const bool tangent = facts.tangent || choices.plan.start == motion::StartRule::equilibrium;
  RunMethod method{facts.stepper, std::string(facts.word), std::string(facts.reference),
                   decision.why, nullptr};
  method.equations = tangent ? &model.parts().tangent() : &model.parts().equations();
  return method;
}

}  // namespace zwang
