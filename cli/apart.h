// SPDX-License-Identifier: Apache-2.0
#pragma once
// Records are read in a copy of this process: what is damaged in them may crash HDF5, or lead it round in a circle.

#include <functional>
#include <optional>
#include <string>

namespace cli {

/// The exit status of the action, which runs in a child. Throws zwang::FileTrouble, with these words about what was read, if
/// the child is killed, also for more than so many seconds of the processor. Where the system makes no processes the action
/// runs in this one.
int run_apart(unsigned seconds, const std::string& damaged, const std::function<int()>& action);

}  // namespace cli
