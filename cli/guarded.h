// SPDX-License-Identifier: Apache-2.0
#pragma once
// What goes wrong in a verb, told on standard error.

#include <functional>
#include <string_view>

namespace cli {

/// The exit status of the action; 2 where the input is bad, after saying what is wrong with it.
int guarded(std::string_view verb, const std::function<int()>& action);

/// The status, or 3 where standard output cannot be written, and says so: a full disk or a closed pipe shows when the buffer
/// is emptied.
int after_output(int status);

// Ctrl-C and SIGTERM ask a run to stop at its next step; asked twice, the program ends at once.
void listen_to_signals();
void listen_no_more();  // all is written: they end the program at once
bool asked_to_stop() noexcept;
void say_heard() noexcept;  // by who saves what there is now, which may take a moment
bool is_heard() noexcept;
void wait_for_signal() noexcept;  // or for wake_waiting
void wake_waiting() noexcept;

}  // namespace cli
