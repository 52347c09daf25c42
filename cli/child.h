// SPDX-License-Identifier: Apache-2.0
#pragma once
// Work that may crash, in a process that can be spared.

#include <functional>
#include <optional>

namespace cli {

/// The exit status of the action, which runs in a copy of this process; nothing if it was killed, or
/// took more than a minute of the processor.
std::optional<int> run_in_child(const std::function<int()>& action);

}  // namespace cli
