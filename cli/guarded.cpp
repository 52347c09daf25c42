// SPDX-License-Identifier: Apache-2.0
#include "cli/guarded.h"

#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "zwang/model.h"

namespace cli {

int guarded(std::string_view verb, const std::function<int()>& action) {
  try {
    return action();
  } catch (const zwang::ModelError& error) {
    const std::size_t count = error.complaints().size();
    fmt::print(stderr, "{}", error.what());
    if (count > 1) fmt::print(stderr, "zwang {}: {} errors in the model\n", verb, count);
  } catch (const zwang::WriteTrouble& error) {
    fmt::print(stderr, "zwang {}: {}\n", verb, error.what());
    return 3;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "zwang {}: out of memory; what was written so far is kept\n", verb);
    return 3;
  } catch (const std::system_error& error) {  // of printing
    fmt::print(stderr, "zwang {}: {}\n", verb, error.what());
    return 3;
  } catch (const std::exception& error) {
    fmt::print(stderr, "zwang {}: {}\n", verb, error.what());
  }
  return 2;
}

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
