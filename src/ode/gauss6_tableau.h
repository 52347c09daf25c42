// SPDX-License-Identifier: Apache-2.0
#pragma once
// The coefficients of gauss6, c = ½ ∓ √15/10 and ½. A weight is a multiple of 1/1024, which is
// exact, plus a small rest, so that both together have ten bits more than a double.

namespace zwang::ode::gauss6 {

constexpr double c[3] = {0.112701665379258311482073460022, 0.5, 0.887298334620741688517926539978};

constexpr double a[3][3] = {{142.0 / 1024, -37.0 / 1024, 10.0 / 1024},
                            {307.0 / 1024, 228.0 / 1024, -23.0 / 1024},
                            {274.0 / 1024, 492.0 / 1024, 142.0 / 1024}};
constexpr double a_rest[3][3] = {
    {2.170138888888888888888889e-4, 1.561449750610965436045289e-4, 2.381901530832604958004223e-5},
    {4.585074808645924380249472e-4, -4.340277777777777777777778e-4, -2.447970308681466024716944e-5},
    {4.102087624694517281977355e-4, -4.763803061665209916008446e-5, 2.170138888888888888888889e-4}};

// 5/18, 4/9, 5/18.
constexpr double b[3] = {284.0 / 1024, 456.0 / 1024, 284.0 / 1024};
constexpr double b_rest[3] = {1.0 / 2304, -1.0 / 1152, 1.0 / 2304};

}  // namespace zwang::ode::gauss6
