// SPDX-License-Identifier: Apache-2.0
#pragma once
// Symmetric compositions of a symmetric method Φ of order 2: the steps gamma_1 dt, …, gamma_s dt of Φ,
// one after another, make a step dt of order 4, 6 or 8. E. Hairer, C. Lubich, G. Wanner, Geometric
// Numerical Integration, V.3.2.
//
// Each table holds gamma_1 up to the middle one; the rest is its mirror image: gamma_{s+1−i} =
// gamma_i. Of the two tables of each order, the first has fewer steps and the second a smaller error.

#include <span>

namespace zwang::ode {

/// Order 4, 3 steps: M. Suzuki (1990), H. Yoshida (1990): 1/(2 − 2^(1/3)).  [STEPS 18]
inline constexpr double compose_4_yoshida[] = {1.35120719195965763404768780897,
                                               -1.70241438391931526809537561794};

/// Order 4, 5 steps: M. Suzuki (1990): 1/(4 − 4^(1/3)).  [STEPS 18]
inline constexpr double compose_4_suzuki[] = {0.414490771794375737142354062860,
                                              0.414490771794375737142354062860,
                                              -0.657963087177502948569416251440};

/// Order 6, 7 steps: H. Yoshida (1990), solution A.
inline constexpr double compose_6_yoshida[] = {
    0.784513610477557263819497633866, 0.235573213359358133684793182979,
    -1.17767998417887100694641568096, 1.31518632068391121888424972824};

/// Order 6, 9 steps: W. Kahan, R.-C. Li (1997).
inline constexpr double compose_6_kahan_li[] = {
    0.39216144400731413927925056, 0.33259913678935943859974864, -0.70624617255763935980996482,
    0.08221359629355080023149045, 0.79854399093482996339895035};

/// Order 8, 15 steps: M. Suzuki, K. Umeno (1993).
inline constexpr double compose_8_suzuki_umeno[] = {
    0.74167036435061295344822780,  -0.40910082580003159399730010, 0.19075471029623837995387626,
    -0.57386247111608226665638773, 0.29906418130365592384446354,  0.33462491824529818378495798,
    0.31529309239676659663205666,  -0.79688793935291635401978884};

/// Order 8, 17 steps: W. Kahan, R.-C. Li (1997).
inline constexpr double compose_8_kahan_li[] = {
    0.13020248308889008087881763, 0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911, 0.29501172360931029887096624,  -0.60550853383003451169892108};

/// The number of steps of Φ.
constexpr int composition_steps(std::span<const double> table) noexcept {
  return 2 * static_cast<int>(table.size()) - 1;
}

/// gamma_{i+1} for i from 0.
constexpr double composition_step(std::span<const double> table, int i) noexcept {
  const int middle = static_cast<int>(table.size()) - 1;
  return table[i <= middle ? i : 2 * middle - i];
}

}  // namespace zwang::ode
