// SPDX-License-Identifier: Apache-2.0
// The loops of tape/transfer.h, compiled for any machine.

#include "tape/transfer.h"

namespace zwang::tape {
namespace {

inline void single(const double* x, const std::uint32_t* at, double* to) {
  for (int k = 0; k < 8; ++k) to[k] = x[at[k]];
}

inline void pair(const double* x, const std::uint32_t* at, double* first, double* second) {
  single(x, at, first);
  single(x + 1, at, second);
}

inline void copy(const double* from, double* to) { __builtin_memcpy(to, from, 64); }

#include "tape/transfer/loops.h"

}  // namespace

const Transfer transfer_baseline = {gather, scatter};

}  // namespace zwang::tape
