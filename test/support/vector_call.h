// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace zwang::test {

/// Calls a function of one or two vectors (count) of four numbers, as emitted code does: y = entry(x[, z]).
void call_with_vectors(const void* entry, int count, const double* x, const double* z, double* y);

}  // namespace zwang::test
