// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bvp/curve.h"

namespace zwang::bvp {

/// Gives the curve the rates of the cubics through x and v at the points of its mesh, and of the lines
/// through w.
void cubic_rates(Curve& curve) noexcept;

}  // namespace zwang::bvp
