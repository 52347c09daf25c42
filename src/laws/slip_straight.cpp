// SPDX-License-Identifier: Apache-2.0
// Pieces of a blow on which friction keeps its direction: speeds are linear, works quadratic in P_N.

#include <cmath>
#include <limits>

#include "laws/slip_state.h"

namespace zwang::least::slip {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The rates of a piece by P_N.
struct Piece {
  double f[3] = {}, u = 0, w[3] = {};
};

/// First x ≥ 0 with a + b x + ½ c x² = 0, where a ≤ 0.
double first_root(double a, double b, double c) noexcept {
  if (a >= 0) return 0;
  const double square = b * b - 2 * a * c;
  if (!(square >= 0) || (b <= 0 && c <= 0)) return never;
  const double root = std::sqrt(square);
  return b > 0 ? -2 * a / (b + root) : (root - b) / c;
}

double to_end(const Contact& contact, const State& x, const Piece& piece) noexcept {
  const double left = left_by_law(contact, x);
  switch (contact.law) {
    case RestitutionLaw::newton:
      return first_root(left, piece.u, 0);
    case RestitutionLaw::poisson:
      return first_root(left, 1, 0);
    default:
      return first_root(left, x.u, piece.u);
  }
}

/// Where the blow would begin to make energy.
double to_gain(const Contact& contact, const State& x, const Piece& piece) noexcept {
  const double power = x.u + dot(piece.f, x.w, contact.size);
  const double grows = piece.u + dot(piece.f, piece.w, contact.size);
  return first_root(x.W_n + x.W_t, power, grows);
}

void move(const Contact& contact, const Piece& piece, double P, State& x) noexcept {
  const double W = P * (x.u + 0.5 * piece.u * P);
  Compression& part = x.closes ? x.taken : x.given;
  part.P += P;
  part.W += x.closes ? -W : W;
  x.W_n += W;
  x.W_t += P * (dot(piece.f, x.w, contact.size) + 0.5 * P * dot(piece.f, piece.w, contact.size));
  x.P += P;
  x.u += piece.u * P;
  for (Index i = 0; i < contact.size; ++i) {
    x.F[i] += piece.f[i] * P;
    x.w[i] += piece.w[i] * P;
  }
}

}  // namespace

double dot(const double* a, const double* b, Index size) noexcept {
  double sum = 0;
  for (Index i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

double left_by_law(const Contact& contact, const State& x) noexcept {
  const double eps = contact.restitution;
  switch (contact.law) {
    case RestitutionLaw::newton:
      return x.u - eps * contact.approach;
    case RestitutionLaw::poisson:
      return x.given.P - eps * x.taken.P;
    default:
      return x.given.W - eps * eps * x.taken.W;
  }
}

bool go_straight(const Contact& contact, const double* f, bool slides, State& x,
                 End& end) noexcept {
  Piece piece;
  piece.u = 1 + dot(contact.c, f, contact.size);
  for (Index i = 0; i < contact.size; ++i) {
    piece.f[i] = f[i];
    if (slides) piece.w[i] = contact.c[i] + dot(contact.K + i * contact.size, f, contact.size);
  }
  const double slip = dot(x.w, x.w, contact.size), slows = dot(x.w, piece.w, contact.size);
  double way = slows < 0 ? -slip / slows : never;
  end = End::stops;
  // Without approach it closes all the same where friction drives it shut.
  const bool to_zero = x.closes ? x.u < 0 || piece.u >= 0 : piece.u < 0;
  const double turn = x.closes ? first_root(x.u, piece.u, 0) : first_root(-x.u, -piece.u, 0);
  if (to_zero && turn <= way) way = turn, end = End::turns;
  if (!x.closes) {
    const double last = to_end(contact, x, piece), gain = to_gain(contact, x, piece);
    if (last <= way) way = last, end = End::done;
    if (gain < way * (1 - 1e-12)) way = gain, end = End::reduced;
  }
  if (!(way < never)) return false;
  move(contact, piece, way, x);
  if (end == End::stops)
    for (Index i = 0; i < contact.size; ++i) x.w[i] = 0;
  if (end == End::turns) x.u = 0, x.closes = !x.closes;
  if (end == End::done && contact.law == RestitutionLaw::newton)
    x.u = contact.restitution * contact.approach;  // exactly
  return true;
}

}  // namespace zwang::least::slip
