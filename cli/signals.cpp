// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.h"

#include <csignal>

namespace cli {

namespace {

volatile std::sig_atomic_t asked = 0;

extern "C" void note_signal(int number) {
  asked = 1;
  std::signal(number, SIG_DFL);
}

}  // namespace

void listen_to_signals() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

bool asked_to_stop() noexcept { return asked != 0; }

}  // namespace cli
