// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace zwang::report {

/// The page that was built from web/, or where that could not be built the plain one, which does not
/// move. Its source is written by the build (cmake/page.cmake).
std::string_view page_template();

}  // namespace zwang::report
