// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace zwang::report {

/// The page that was built from web/, or where that could not be built the plain one, which does not
/// move. Its source is written by the build (cmake/page.cmake).
std::string_view page_template();

/// What a live page has more: the engine as WebAssembly with its worker and the editor, and what the page's
/// policy says of them. Empty where the program was built without it (`make studio`).
struct LiveParts {
  std::string_view engine, policy;
};
LiveParts live_parts();

}  // namespace zwang::report
