// SPDX-License-Identifier: Apache-2.0
#include "zwang/version.h"

#include "linalg/kernels.h"

namespace zwang {

std::string_view version() noexcept { return ZWANG_VERSION; }

std::string_view instruction_set() noexcept { return linalg::kernels().name; }

}  // namespace zwang
