// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels of this machine. Apart from lanes.h, which is compiled for every instruction set and
// must not bring inline functions of the library along.

#include <atomic>

#include "linalg/lanes.h"

namespace zwang::linalg {

/// Chooses the kernels of this machine; called once.
const Kernels& choose_kernels() noexcept;

inline std::atomic<const Kernels*> chosen_kernels{nullptr};

/// The kernels of this machine.
inline const Kernels& kernels() noexcept {
  const Kernels* chosen = chosen_kernels.load(std::memory_order_relaxed);
  return chosen ? *chosen : choose_kernels();
}

}  // namespace zwang::linalg
