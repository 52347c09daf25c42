// SPDX-License-Identifier: Apache-2.0
#pragma once
// The coefficients of radau5, and the transformation that splits its system of 3n equations into a
// real one and a complex one of n: T⁻¹A⁻¹T = [gamma 0 0; 0 alpha −beta; 0 beta alpha].

namespace zwang::ode::radau5 {

constexpr double c[3] = {0.1550510257216821901802716, 0.6449489742783178098197284, 1};  // (4∓√6)/10

constexpr double gamma = 3.63783425274449573220841851358;
constexpr double alpha = 2.68108287362775213389579074321;
constexpr double beta = 3.05043019924741056942637762479;

constexpr double T[3][3] = {
    {0.09123239487089294279154814, -0.1412552950209542084279904, -0.03002919410514742449186112},
    {0.2417179327071070189574748, 0.2041293522937999319959908, 0.3829421127572619377954382},
    {0.9660481826150929361905671, 1, 0}};
constexpr double T_inverse[3][3] = {
    {4.325579890063155351024351, 0.339199251815809869542825, 0.541770539935874871186523},
    {-4.178718591551904727346463, -0.3276828207610623870825333, 0.4766235545005504519600691},
    {-0.5028726349457868759512473, 2.571926949855605429186785, -0.5960392048282249249688219}};

// The estimate: f(t, y) + Σ e_i Z_i / dt.   (−13 ∓ 7√6)/3, −1/3.
constexpr double e[3] = {-10.04880939982741556246033, 1.382142733160748895793663, -1.0 / 3};

}  // namespace zwang::ode::radau5

namespace zwang::ode {

/// The polynomial of collocation of one component of radau5, from the stages Z_i = Y_i − y:
/// Z(x) = x (r_1 + (1−x) (r_2 + x r_3)) with Z(c_i) = Z_i.
struct RadauCubic {
  RadauCubic(double Z_1, double Z_2, double Z_3) noexcept : r_1(Z_3) {
    const double c_1 = radau5::c[0], c_2 = radau5::c[1];
    const double q_1 = (Z_1 / c_1 - r_1) / (1 - c_1), q_2 = (Z_2 / c_2 - r_1) / (1 - c_2);
    r_3 = (q_2 - q_1) / (c_2 - c_1);  // [STEPS 16]
    r_2 = q_1 - c_1 * r_3;
  }
  double operator()(double x) const noexcept { return x * (r_1 + (1 - x) * (r_2 + x * r_3)); }

  double r_1, r_2, r_3;
};

}  // namespace zwang::ode
