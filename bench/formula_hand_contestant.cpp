// SPDX-License-Identifier: Apache-2.0
// The hand-written forms.

#include "formula_contestant.h"

namespace bench {
namespace {

class ByHand : public FormulaContestant {
 public:
  ByHand(HandWritten function, const States& states, std::size_t outputs)
      : function_(function), states_(states), outputs_(outputs) {}

  void evaluate(std::size_t group) override { function_(states_[group].data(), outputs_.data()); }
  double output(std::size_t k, std::size_t) const override { return outputs_[k]; }

 private:
  HandWritten function_;
  const States& states_;
  std::vector<double> outputs_;
};

}  // namespace

void enter_hand(FormulaField& field, const FormulaModel& model, const States& states) {
  const std::size_t outputs = model.mechanism.outputs().size();
  for (const Hand* hand : {&hand_contracted, &hand_fast_math}) {
    field.push_back(
        {"hand", hand->form, 1, std::make_unique<ByHand>(hand->*model.hand, states, outputs)});
  }
}

}  // namespace bench
