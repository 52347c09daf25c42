// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many runs in a process of their own: one that crashes or hangs is written down with its end, and harms no
// other.

#include <functional>
#include <optional>

#include "zwang/sweep.h"

namespace cli {

/// What became of them.
struct Swept {
  std::optional<zwang::SweepResult> result;
  int status = 0;  // where there is no result: 2 what is wrong was said, 3 interrupted
};

/// Does what is asked in a child process, again and again until all runs have an end. The options need a journal.
/// Where the system makes no processes, they are done in this one. A child calls `in_child` first.
Swept sweep_apart(const zwang::Model& model, const zwang::Sweep& asked, zwang::SweepOptions options,
                  const std::function<void()>& in_child);

}  // namespace cli
