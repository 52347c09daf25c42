// SPDX-License-Identifier: Apache-2.0
#pragma once
// What goes wrong in a verb, told on standard error.

#include <functional>
#include <string_view>

namespace cli {

/// The exit status of the action; 2 where the input is bad, after saying what is wrong with it.
int guarded(std::string_view verb, const std::function<int()>& action);

// Ctrl-C and SIGTERM ask a run to stop at its next step; asked twice, the program ends at once.
void listen_to_signals();
bool asked_to_stop() noexcept;

}  // namespace cli
