// SPDX-License-Identifier: Apache-2.0
#include "tape/program.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/contract.h"
#include "tape/interpret.h"

namespace zwang::tape {

namespace {

bool native_wanted(Engine engine) {
  const char* wish = std::getenv("ZWANG_NATIVE");
  return engine == Engine::automatic && !(wish && std::strcmp(wish, "off") == 0);
}

/// The widest register that this machine has, but no wider than the lanes.
int register_width(Index lanes) {
  return static_cast<int>(std::min<Index>(lanes, has_avx512() ? 8 : 4));
}

}  // namespace

Program::Program(const Tape& tape, const ProgramOptions& options)
    : options_(options), inputs_(tape.inputs), outputs_(static_cast<Index>(tape.outputs.size())) {
  const Index lanes = options.lanes;
  expects(lanes == 1 || lanes == 4 || lanes == 8 || lanes == 32);
  if (native_wanted(options.engine)) {
    const int width = register_width(lanes);
    auto native = emit(tape, {.width = width,
                              .stride = lanes,
                              .output_stride = options.output_stride,
                              .accuracy = options.accuracy});
    if (native) native_ = std::make_shared<const Native>(std::move(*native));
    width_ = width;
  }
  if (native_) {
    scratch_ = native_->scratch();
  } else {
    bytecode_ = assign_places(tape);
    scratch_ = bytecode_.places * lanes;
  }
}

void Program::run(const double* inputs, double* outputs, double* scratch) const noexcept {
  const Index lanes = options_.lanes;
  if (!native_) return interpret(bytecode_, options_.accuracy, lanes, inputs, outputs, scratch);
  for (Index k = 0; k < lanes; k += width_) {
    const double* const from = inputs ? inputs + k : nullptr;  // constants read nothing
    native_->run(from, outputs + k, scratch);
  }
}

}  // namespace zwang::tape
