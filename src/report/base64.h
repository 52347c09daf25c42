// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace zwang::report {

/// RFC 4648, with padding, on one line.
std::string base64(std::string_view bytes);

}  // namespace zwang::report
