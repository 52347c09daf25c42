// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C and SIGTERM ask a run to stop at its next step; asked twice, the program ends at once.

namespace cli {

void listen_to_signals();
bool asked_to_stop() noexcept;

}  // namespace cli
