// SPDX-License-Identifier: Apache-2.0
#pragma once
// The polynomial of collocation of one component of radau5, from the stages Z_i = Y_i − y:
// Z(x) = x (r_1 + (1−x) (r_2 + x r_3)) with Z(c_i) = Z_i.

#include "ode/radau5/radau5_tableau.h"

namespace zwang::ode {

struct RadauCubic {
  RadauCubic(double Z_1, double Z_2, double Z_3) noexcept : r_1(Z_3) {
    const double c_1 = radau5::c[0], c_2 = radau5::c[1];
    const double q_1 = (Z_1 / c_1 - r_1) / (1 - c_1), q_2 = (Z_2 / c_2 - r_1) / (1 - c_2);
    r_3 = (q_2 - q_1) / (c_2 - c_1);
    r_2 = q_1 - c_1 * r_3;
  }
  double operator()(double x) const noexcept { return x * (r_1 + (1 - x) * (r_2 + x * r_3)); }

  double r_1, r_2, r_3;
};

}  // namespace zwang::ode
