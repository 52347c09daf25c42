// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace zwang {

/// The version of the library, "major.minor.patch".
std::string_view version() noexcept;

/// The instruction set its kernels were dispatched to: "avx512", "avx2" or "baseline".
std::string_view instruction_set() noexcept;

}  // namespace zwang
