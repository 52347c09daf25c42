// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers in sentences.

#include <string>

namespace zwang {

/// Six digits, which tell a person where or how much.
std::string short_number(double x);

}  // namespace zwang
