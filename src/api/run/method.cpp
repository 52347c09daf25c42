// SPDX-License-Identifier: Apache-2.0
#include "api/run/method.h"

#include "api/model_error.h"
#include "base/words/methods.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"
#include "motion/run/choose.h"
#include "scope/code.h"

namespace zwang {

namespace {

// The methods that are chosen by stiffness look at derivatives, up to so many coordinates.
constexpr Index most_to_look_at = 100;

const char* in_words(const motion::Choice& choice) {
  if (!choice.looked && choice.why == motion::ChoiceReason::loose) {
    return "The tolerance is loose: order 5 has the cheaper steps. Stiffness is not looked for in "
           "so "
           "many coordinates.";
  }
  if (!choice.looked && choice.why == motion::ChoiceReason::tight) {
    return "The tolerance is tight: order 8 has the fewest steps. Stiffness is not looked for in "
           "so "
           "many coordinates.";
  }
  switch (choice.why) {
    case motion::ChoiceReason::asked:
      return "as requested";
    case motion::ChoiceReason::stiff:
      return "chosen automatically: the system is stiff, and an implicit method need not resolve "
             "its fast decay";
    case motion::ChoiceReason::loose:
      return "chosen automatically: not stiff, loose tolerance";
    case motion::ChoiceReason::tight:
      return "chosen automatically: not stiff, tight tolerance";
  }
  return "";
}

const char* in_words(motion::Refusal refusal) {
  switch (refusal) {
    case motion::Refusal::none:
      return "";
    case motion::Refusal::bdf_with_laws:
      return "bdf is a multistep method and cannot be used with events, contacts, friction or "
             "servo forces";
    case motion::Refusal::rattle_with_laws:
      return "rattle cannot be used with events, contacts, friction or servo forces";
    case motion::Refusal::first_order:
      return "rattle is for second-order systems; this one has order 1";
    case motion::Refusal::varying_mass:
      return "rattle needs a constant mass matrix; this one depends on the state or on time";
    case motion::Refusal::forces_by_rates:
      return "rattle needs forces that do not depend on rates; damping and friction do";
    case motion::Refusal::rows_by_rates:
      return "rattle needs position-level constraints; one of these contains rates or "
             "accelerations";
    case motion::Refusal::other_drift:
      return "rattle enforces every constraint itself; drift must be \"project\"";
  }
  return "";
}

motion::Choice decide(const Model& model, const RunChoices& choices) {
  if (choices.method != "auto") {
    return {*words::methods.find(choices.method), motion::ChoiceReason::asked};
  }
  const bool small = model.parts().equations().n <= most_to_look_at;
  motion::RightSide side(small ? model.parts().tangent() : model.parts().equations(),
                         choices.kernel);
  return motion::choose(side, choices.plan);
}

void check_takes(const Model& model, const RunChoices& choices, motion::Stepper stepper) {
  const motion::Refusal refusal = motion::why_not(stepper, model.parts().equations());
  if (refusal == motion::Refusal::none) return;
  const std::string why_not = in_words(refusal);
  if (choices.method_of_call) throw InputError("method", why_not);
  throw ModelError(
      {complaint_at(model.description(), compile::code::method,
                    model.description().simulate->method.at, why_not, "use method = \"auto\"")});
}

/// The sentence about what took over.
std::string in_words(const motion::MethodSince& next) {
  const std::string name(words::facts(next.stepper).word), t = diagnosis::short_number(next.t);
  return next.stepper == motion::Stepper::radau5
             ? " From t = " + t + " on the motion was stiff, and " + name + " took over."
             : " From t = " + t + " on it was stiff no longer, and " + name + " took over.";
}

}  // namespace

RunMethod method_that_ran(const RunMethod& chosen, const motion::Tally& tally) {
  RunMethod method = chosen;
  if (tally.methods.empty()) return method;
  const motion::MethodSince& first = tally.methods.front();
  if (first.stepper != chosen.stepper) {
    const words::MethodFacts& facts = words::facts(first.stepper);
    method.stepper = first.stepper;
    method.name = facts.word;
    method.reference = facts.reference;
    method.why = in_words({first.stepper, motion::ChoiceReason::stiff});
  }
  constexpr std::size_t most_told = 4;
  for (std::size_t k = 1; k < tally.methods.size() && k < most_told; ++k) {
    method.why += in_words(tally.methods[k]);
  }
  if (tally.methods.size() > most_told) {
    method.why += " They changed " + std::to_string(tally.methods.size() - 1) + " times in all.";
  }
  return method;
}

RunMethod choose_method(const Model& model, const RunChoices& choices) {
  const motion::Choice decision = decide(model, choices);
  check_takes(model, choices, decision.stepper);
  const words::MethodFacts& facts = words::facts(decision.stepper);
  const bool tangent = facts.tangent || choices.plan.start == motion::StartRule::equilibrium;
  RunMethod method{facts.stepper, std::string(facts.word), std::string(facts.reference),
                   in_words(decision), nullptr};
  method.equations = tangent ? &model.parts().tangent() : &model.parts().equations();
  return method;
}

}  // namespace zwang
