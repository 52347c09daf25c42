// SPDX-License-Identifier: Apache-2.0
#include "cli/guarded.h"

#include <fmt/format.h>

#include <cstdio>

#include "zwang/model.h"

namespace cli {

int guarded(std::string_view verb, const std::function<int()>& action) {
  try {
    return action();
  } catch (const zwang::ModelError& error) {
    const std::size_t count = error.complaints().size();
    fmt::print(stderr, "{}", error.what());
    if (count > 1) fmt::print(stderr, "zwang {}: {} errors in the model\n", verb, count);
  } catch (const std::exception& error) {
    fmt::print(stderr, "zwang {}: {}\n", verb, error.what());
  }
  return 2;
}

}  // namespace cli
