// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contracts: what our own code promises itself. On in debug and test builds; never
// used for what a user gives us.

#ifdef ZWANG_CONTRACTS
#include <cstdio>
#include <cstdlib>
#define ZWANG_CONTRACT(kind, condition)                                                         \
  ((condition)                                                                                  \
       ? void(0)                                                                                \
       : (std::fprintf(stderr, "%s:%d: %s(%s) failed\n", __FILE__, __LINE__, kind, #condition), \
          std::abort()))
#else
#define ZWANG_CONTRACT(kind, condition) void(0)
#endif

#define expects(condition) ZWANG_CONTRACT("expects", condition)
#define ensures(condition) ZWANG_CONTRACT("ensures", condition)
