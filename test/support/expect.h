// SPDX-License-Identifier: Apache-2.0
#pragma once
// Comparisons that say by how much, and of what.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/system.h"

namespace zwang::test {

double norm_of(const Vector& v);

/// ‖x − y‖ ≤ tolerance; NaN fails.
::testing::AssertionResult near(const Vector& x, const Vector& y, double tolerance);
::testing::AssertionResult near(const std::vector<double>& x, const Vector& y, double tolerance);
::testing::AssertionResult near(const std::vector<double>& x, const std::vector<double>& y,
                                double tolerance);
::testing::AssertionResult near(const Matrix& x, const Matrix& y, double tolerance);

/// For SCOPED_TRACE: what to give the generator to see the failure again.
std::string seeded(std::uint64_t seed, const System& s);

bool finite(const std::vector<double>& v);

}  // namespace zwang::test
