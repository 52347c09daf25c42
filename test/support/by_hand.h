// SPDX-License-Identifier: Apache-2.0
#pragma once
// M, Q, A, b of the mechanisms as an engineer writes them for speed, for no oracle is as independent
// and no race as fair. x is (q, v); out is [M, Q, A, b] in the order of mechanisms.h. Depends on
// the standard library alone, for benchmarks compile it with options of their own.

#include <cmath>

#include "support/mechanism_numbers.h"

namespace zwang::test::by_hand {

struct Turn {
  double s, c;
};

/// Sine and cosine by one call where there is one.
inline Turn turn(double angle) {
  Turn t;
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
  ::sincos(angle, &t.s, &t.c);
#else
  t = {std::sin(angle), std::cos(angle)};
#endif
  return t;
}

/// The turn by the sum of two angles.
inline Turn operator+(Turn x, Turn y) { return {x.s * y.c + x.c * y.s, x.c * y.c - x.s * y.s}; }

inline constexpr int double_pendulum_outputs = 8;

inline void double_pendulum(const double* x, double* out) {
  using namespace pendulum;
  constexpr double I1 = (m1 + m2) * l1 * l1, I2 = m2 * l2 * l2, I12 = m2 * l1 * l2;
  constexpr double w1 = (m1 + m2) * gravity * l1, w2 = m2 * gravity * l2;
  const Turn one = turn(x[0]), two = turn(x[1]);
  const double v1 = x[2] * x[2], v2 = x[3] * x[3];
  const double cosine = one.c * two.c + one.s * two.s;  // of the angle between the bars
  const double swing = I12 * (one.s * two.c - one.c * two.s);
  out[0] = I1;
  out[1] = I12 * cosine;
  out[2] = I2;
  out[3] = -swing * v2 - w1 * one.s;
  out[4] = swing * v1 - w2 * two.s;
  out[5] = l1 * one.c;
  out[6] = l2 * two.c;
  out[7] = l1 * one.s * v1 + l2 * two.s * v2;
}

constexpr int planar_chain_outputs(int n) { return n * (n + 1) / 2 + 3 * n + 2; }

/// Links as vectors d_i, joints P_i and tip P_n, and accelerations a_i of the joints at q̈ = 0.
template <int n>
struct ChainPlaces {
  double dx[n], dy[n], Px[n + 1], Py[n + 1], ax[n + 1], ay[n + 1];

  explicit ChainPlaces(const double* x) {
    double angle = 0, rate = 0;
    Px[0] = Py[0] = ax[0] = ay[0] = 0;
    for (int i = 0; i < n; ++i) {
      angle += x[i];
      rate += x[n + i];
      const Turn t = turn(angle);
      dx[i] = chain::length(i) * t.s;
      dy[i] = -chain::length(i) * t.c;
      Px[i + 1] = Px[i] + dx[i];
      Py[i + 1] = Py[i] + dy[i];
      ax[i + 1] = ax[i] - rate * rate * dx[i];
      ay[i + 1] = ay[i] - rate * rate * dy[i];
    }
  }
};

/// Composite bodies: everything beyond joint i together has the mass m_i, the first moment h_i and
/// the second moment J_i about P_i. Then M_ij = J_i + h_i·(P_i − P_j), i ≥ j; and Q_i is the moment
/// of weights and centrifugal forces.
template <int n>
void planar_chain(const double* x, double* out) {
  const ChainPlaces<n> p(x);
  double *M = out, *Q = out + n * (n + 1) / 2, *A = Q + n;
  double hx[n], hy[n], K[n];  // K_i = J_i + h_i·P_i
  double m = 0, sum_hx = 0, sum_hy = 0, J = 0, Fx = 0, Fy = 0, moment = 0;
  for (int i = n - 1; i >= 0; --i) {
    const double l = chain::length(i);
    m += chain::mass(i);
    J += chain::inertia(i) + 2 * (p.dx[i] * sum_hx + p.dy[i] * sum_hy) + m * l * l;
    hx[i] = sum_hx += m * p.dx[i];
    hy[i] = sum_hy += m * p.dy[i];
    K[i] = J + hx[i] * p.Px[i] + hy[i] * p.Py[i];
    Fx -= chain::mass(i) * p.ax[i + 1];
    Fy -= chain::mass(i) * (p.ay[i + 1] + gravity);
    Q[i] = moment += p.dx[i] * Fy - p.dy[i] * Fx;
  }
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) *M++ = K[i] - hx[i] * p.Px[j] - hy[i] * p.Py[j];
    A[j] = p.Py[j] - p.Py[n];
    A[n + j] = p.Px[n] - p.Px[j];
  }
  A[2 * n] = -p.ax[n];
  A[2 * n + 1] = -p.ay[n];
}

constexpr int particle_chain_outputs(int n) { return 3 * n + (6 * n - 3) + n; }

/// M is constant and diagonal, and not among the outputs.
inline void particle_chain(int n, const double* x, double* out) {
  using namespace particles;
  const double *q = x, *v = x + 3 * n;
  double *Q = out, *A = out + 3 * n, *b = A + 6 * n - 3;
  for (int i = 0; i < n; ++i, Q += 3) {
    const double* u = v + 3 * i;
    const double k = -drag * std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    Q[0] = k * u[0];
    Q[1] = k * u[1];
    Q[2] = k * u[2] - gravity * mass(i);
  }
  for (int k = 0; k < 3; ++k) A[k] = 2 * q[k];
  b[0] = -2 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  A += 3;
  for (int i = 1; i < n; ++i, A += 6) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double r = q[3 * i + k] - q[3 * i - 3 + k], rate = v[3 * i + k] - v[3 * i - 3 + k];
      A[k] = -2 * r;
      A[3 + k] = 2 * r;
      sum += rate * rate;
    }
    b[i] = -2 * sum;
  }
}

/// Andrews' squeezer: M has ten entries that are not 0, A twenty-two.
inline constexpr int andrews_outputs = 10 + 7 + 22 + 6;

namespace detail {

/// Everything that the seven angles are needed for: β, Θ, γ, Φ, δ, Ω, ε and three sums.
struct AndrewsTurns {
  Turn beta, theta, gamma, phi, delta, omega, epsilon, beta_theta, phi_delta, omega_epsilon;

  explicit AndrewsTurns(const double* q)
      : beta(turn(q[0])),
        theta(turn(q[1])),
        gamma(turn(q[2])),
        phi(turn(q[3])),
        delta(turn(q[4])),
        omega(turn(q[5])),
        epsilon(turn(q[6])),
        beta_theta(beta + theta),
        phi_delta(phi + delta),
        omega_epsilon(omega + epsilon) {}
};

// Products of masses and lengths that M and Q share: the couplings of the three pairs of bars.
inline constexpr double E = andrews::e - andrews::ea, F = andrews::zf - andrews::fa;
inline constexpr double k2 = andrews::m2 * andrews::da * andrews::rr;
inline constexpr double k4 = andrews::m4 * andrews::zt * E, k6 = andrews::m6 * andrews::u * F;

inline void andrews_mass(const AndrewsTurns& t, double* M) {
  using namespace andrews;
  constexpr double J2 = m2 * da * da + I2, J4 = m4 * E * E + I4, J6 = m6 * F * F + I6;
  constexpr double J1 = m1 * ra * ra + m2 * rr * rr + I1 + J2;
  constexpr double J5 = m4 * zt * zt + m5 * (ta * ta + tb * tb) + I5 + J4;
  constexpr double J7 = m6 * u * u + m7 * (ua * ua + ub * ub) + I7 + J6;
  const double a = k2 * t.theta.c, b = k4 * t.phi.s, c = k6 * t.omega.s;
  M[0] = J1 - 2 * a;
  M[1] = J2 - a;
  M[2] = J2;
  M[3] = m3 * (sa * sa + sb * sb) + I3;
  M[4] = J4;
  M[5] = J4 + b;
  M[6] = J5 + 2 * b;
  M[7] = J6;
  M[8] = J6 - c;
  M[9] = J7 - 2 * c;
}

inline void andrews_force(const AndrewsTurns& t, const double* v, double* Q) {
  using namespace andrews;
  const double a = k2 * t.theta.s, b = k4 * t.phi.c, c = k6 * t.omega.c;
  // The spring from D, fixed to the third bar, to C: its force times the arm of D about B.
  const double arm_x = sd * t.gamma.c + sc * t.gamma.s, arm_y = sd * t.gamma.s - sc * t.gamma.c;
  const double x = arm_x + (xb - xc), y = arm_y + (yb - yc);
  const double stress = c0 * (l0 / std::sqrt(x * x + y * y) - 1);
  Q[0] = mom - a * v[1] * (v[1] + 2 * v[0]);
  Q[1] = a * v[0] * v[0];
  Q[2] = stress * (y * arm_x - x * arm_y);
  Q[3] = b * v[4] * v[4];
  Q[4] = -b * v[3] * (v[3] + 2 * v[4]);
  Q[5] = -c * v[6] * v[6];
  Q[6] = c * v[5] * (v[5] + 2 * v[6]);
}

/// Rows of three and three, then four times four entries, x and y in turn; all begin with β and Θ.
inline void andrews_rows(const AndrewsTurns& t, const double* v, double* A, double* b) {
  using namespace andrews;
  const double d_c = d * t.beta_theta.c, d_s = d * t.beta_theta.s;
  const double r_c = rr * t.beta.c, r_s = rr * t.beta.s;
  const double g_c = ss * t.gamma.c, g_s = ss * t.gamma.s;
  const double e_c = e * t.phi_delta.c, e_s = e * t.phi_delta.s;
  const double z_c = zt * t.delta.c, z_s = zt * t.delta.s;
  const double f_c = zf * t.omega_epsilon.c, f_s = zf * t.omega_epsilon.s;
  const double u_c = u * t.epsilon.c, u_s = u * t.epsilon.s;
  A[0] = A[6] = A[14] = d_s - r_s;
  A[1] = A[7] = A[15] = d_s;
  A[3] = A[10] = A[18] = r_c - d_c;
  A[4] = A[11] = A[19] = -d_c;
  A[2] = -g_c;
  A[5] = -g_s;
  A[8] = -e_c;
  A[9] = z_s - e_c;
  A[12] = -e_s;
  A[13] = -z_c - e_s;
  A[16] = f_s;
  A[17] = f_s - u_c;
  A[20] = -f_c;
  A[21] = -f_c - u_s;
  const auto squared = [](double w) { return w * w; };
  const double w_beta = squared(v[0]), w_bt = squared(v[0] + v[1]), w_gamma = squared(v[2]);
  const double w_pd = squared(v[3] + v[4]), w_delta = squared(v[4]);
  const double w_oe = squared(v[5] + v[6]), w_epsilon = squared(v[6]);
  const double X = r_c * w_beta - d_c * w_bt, Y = r_s * w_beta - d_s * w_bt;
  b[0] = X - g_s * w_gamma;
  b[1] = Y + g_c * w_gamma;
  b[2] = X - e_s * w_pd - z_c * w_delta;
  b[3] = Y + e_c * w_pd - z_s * w_delta;
  b[4] = X - f_c * w_oe - u_s * w_epsilon;
  b[5] = Y - f_s * w_oe + u_c * w_epsilon;
}

}  // namespace detail

inline void andrews_squeezer(const double* x, double* out) {
  const detail::AndrewsTurns turns(x);
  detail::andrews_mass(turns, out);
  detail::andrews_force(turns, x + 7, out + 10);
  detail::andrews_rows(turns, x + 7, out + 17, out + 39);
}

}  // namespace zwang::test::by_hand
