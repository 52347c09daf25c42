// SPDX-License-Identifier: Apache-2.0
// Where slip turns, dP_N = |u_T| dτ takes the singularity at u_T = 0 out of the path:
//   u_T' = |u_T| G_TN − μ G_TT u_T,   u_N' = |u_T| − μ G_NT u_T.
// One step is a Taylor series in τ; |u_T| has one too, by its square. u_T = 0 is reached as e^−kτ is.

#include <algorithm>
#include <cmath>

#include "laws/slip_state.h"

namespace zwang::least::slip {

namespace {

constexpr int order = 18;

/// Coefficients of all that grows along the path; r of |w|.
struct Series {
  double u[order + 1], r[order + 1], P[order + 1], W_n[order + 1], W_t[order + 1];
  double w[3][order + 1], F[3][order + 1];
};

double product(const double* a, const double* b, int k) noexcept {
  double sum = 0;
  for (int i = 0; i <= k; ++i) sum += a[i] * b[k - i];
  return sum;
}

double value(const double* x, double tau) noexcept {
  double sum = x[order];
  for (int k = order; k-- > 0;) sum = sum * tau + x[k];
  return sum;
}

void expand(const Contact& contact, const State& x, Series& s) noexcept {
  const Index size = contact.size;
  const double mu = contact.friction;
  s.u[0] = x.u, s.P[0] = s.W_n[0] = s.W_t[0] = 0;
  for (Index i = 0; i < size; ++i) s.w[i][0] = x.w[i], s.F[i][0] = 0;
  for (int k = 0; k <= order; ++k) {
    double square = 0, across = 0;
    for (Index i = 0; i < size; ++i) square += product(s.w[i], s.w[i], k);
    double rest = square;
    for (int i = 1; i < k; ++i) rest -= s.r[i] * s.r[k - i];
    s.r[k] = k == 0 ? std::sqrt(square) : rest / (2 * s.r[0]);
    if (k == order) break;
    for (Index i = 0; i < size; ++i) {
      double pull = 0;
      for (Index j = 0; j < size; ++j) pull += contact.K[i * size + j] * s.w[j][k];
      s.w[i][k + 1] = (s.r[k] * contact.c[i] - mu * pull) / (k + 1);
      s.F[i][k + 1] = -mu * s.w[i][k] / (k + 1);
      across += contact.c[i] * s.w[i][k];
    }
    s.u[k + 1] = (s.r[k] - mu * across) / (k + 1);
    s.P[k + 1] = s.r[k] / (k + 1);
    s.W_n[k + 1] = product(s.u, s.r, k) / (k + 1);
    s.W_t[k + 1] = -mu * square / (k + 1);
  }
}

/// So short that what the series leaves out is rounding: e^(−2·order) of |w|.
double length_of(const Series& s, Index size) noexcept {
  double radius = 1e3;
  for (const int k : {order - 1, order}) {
    double most = std::abs(s.r[k]);
    for (Index i = 0; i < size; ++i) most = std::max(most, std::abs(s.w[i][k]));
    if (most > 0) radius = std::min(radius, std::pow(s.r[0] / most, 1.0 / k));
  }
  return radius * std::exp(-2.0);
}

State at(const Contact& contact, const State& start, const Series& s, double tau) noexcept {
  State x = start;
  const double P = value(s.P, tau), W = value(s.W_n, tau);
  Compression& part = x.closes ? x.taken : x.given;
  part.P += P;
  part.W += x.closes ? -W : W;
  x.P += P;
  x.W_n += W;
  x.W_t += value(s.W_t, tau);
  x.u = value(s.u, tau);
  for (Index i = 0; i < contact.size; ++i) {
    x.w[i] = value(s.w[i], tau);
    x.F[i] += value(s.F[i], tau);
  }
  return x;
}

double gained(const State& x) noexcept { return x.W_n + x.W_t - 1e-12 * x.taken.W; }

/// Positive where something has come to its end.
double beyond(const Contact& contact, const State& x) noexcept {
  if (x.closes) return x.u;
  return std::max({left_by_law(contact, x), gained(x), -x.u});
}

void finish(const Contact& contact, State& x, End& end) noexcept {
  const double law = x.closes ? -1 : left_by_law(contact, x);
  const double most = x.closes ? 0 : std::max({law, gained(x), -x.u});
  end = x.closes || (-x.u == most && law != most) ? End::turns
        : law == most                             ? End::done
                                                  : End::reduced;
  if (end == End::turns) x.u = 0, x.closes = !x.closes;
  if (end == End::done && contact.law == RestitutionLaw::newton)
    x.u = contact.restitution * contact.approach;
}

}  // namespace

bool go_curved(const Contact& contact, State& x, End& end) noexcept {
  constexpr int parts = 8;
  Series s;
  expand(contact, x, s);
  const double whole = length_of(s, contact.size);
  if (!(whole > 0)) return false;
  end = End::none;
  for (int k = 1; k <= parts; ++k) {
    double b = whole * k / parts;
    if (!(beyond(contact, at(contact, x, s, b)) > 0)) continue;
    double a = whole * (k - 1) / parts;
    for (int i = 0; i < 60 && b - a > 0; ++i) {
      const double middle = 0.5 * (a + b);
      if (!(middle > a && middle < b)) break;
      (beyond(contact, at(contact, x, s, middle)) > 0 ? b : a) = middle;
    }
    x = at(contact, x, s, b);
    finish(contact, x, end);
    return true;
  }
  x = at(contact, x, s, whole);
  return true;
}

}  // namespace zwang::least::slip
