// SPDX-License-Identifier: Apache-2.0
#include "cli/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

namespace cli {

void add_memory_option(CLI::App& app) {
  app.add_option_function<std::uint64_t>(
         "--memory",
         [](const std::uint64_t& bytes) {
           constexpr std::uint64_t least = 64'000'000, most = 1'000'000'000'000'000'000;
           // With less the program could not even say what is wrong; a negative number is read as a huge one.
           if (bytes < least || bytes > most)
             throw CLI::ValidationError("--memory", "must be between 64MB and 1000000TB");
           const auto limit = static_cast<rlim_t>(bytes);
           rlimit now{};
           ::getrlimit(RLIMIT_DATA, &now);
           now.rlim_cur = now.rlim_max == RLIM_INFINITY ? limit : std::min(limit, now.rlim_max);
           ::setrlimit(RLIMIT_DATA, &now);
         },
         "memory that may be taken: 500MB, 4GB (default: what is free); a model that would need "
         "more is refused")
      ->transform(CLI::AsSizeValue(true))
      ->type_name("SIZE");
}

}  // namespace cli
