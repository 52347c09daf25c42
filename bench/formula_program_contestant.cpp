// SPDX-License-Identifier: Apache-2.0
// Our programs: native code and the interpreter, one state or several at once.

#include <algorithm>

#include "base/aligned.h"
#include "formula_contestant.h"
#include "tape/program.h"

namespace bench {
namespace {

using zwang::AlignedArray;
using zwang::Index;
using zwang::tape::Engine;
using zwang::tape::Program;
using zwang::tape::ProgramOptions;

class ByProgram : public FormulaContestant {
 public:
  ByProgram(Program program, const States& states)
      : program_(std::move(program)),
        inputs_(std::max(static_cast<Index>(state_count), program_.lanes()) * program_.inputs()),
        outputs_(program_.lanes() * program_.outputs()),
        scratch_(program_.scratch()) {
    const auto lanes = static_cast<std::size_t>(program_.lanes());
    const auto values = static_cast<std::size_t>(program_.inputs());
    for (std::size_t s = 0; s < std::max(state_count, lanes); ++s) {
      double* group = inputs_.data() + s / lanes * lanes * values;
      for (std::size_t i = 0; i < values; ++i)
        group[i * lanes + s % lanes] = states[s % state_count][i];
    }
  }

  void evaluate(std::size_t group) override {
    const Index start = static_cast<Index>(group) * program_.lanes() * program_.inputs();
    program_.run(inputs_.data() + start, outputs_.data(), scratch_.data());
  }

  double output(std::size_t k, std::size_t lane) const override {
    return outputs_.data()[static_cast<Index>(k) * program_.lanes() + static_cast<Index>(lane)];
  }

 private:
  Program program_;
  AlignedArray inputs_;  // [group][value][lane]
  AlignedArray outputs_, scratch_;
};

void enter_program(FormulaField& field, const char* name, const ProgramOptions& options,
                   const zwang::tape::Tape& tape, const States& states) {
  Program program(tape, options);
  if (options.engine == Engine::automatic && !program.native()) return;
  field.push_back({name, "", static_cast<std::size_t>(options.lanes),
                   std::make_unique<ByProgram>(std::move(program), states)});
}

}  // namespace

void enter_programs(FormulaField& field, const zwang::tape::Tape& tape, const States& states) {
  for (const Index lanes : {1, 4, 8})
    enter_program(field, "native", {.lanes = lanes}, tape, states);
  for (const Index lanes : {1, 8, 32}) {
    enter_program(field, "interpreter", {.lanes = lanes, .engine = Engine::interpreter}, tape,
                  states);
  }
}

}  // namespace bench
