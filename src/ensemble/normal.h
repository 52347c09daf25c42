// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace zwang::ensemble {

/// Where a normal distribution of mean 0 and deviation 1 has the share p below: p in (0, 1), to 16 digits.
/// M. J. Wichura, algorithm AS 241 (1988).
double normal_quantile(double p);

}  // namespace zwang::ensemble
