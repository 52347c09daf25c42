// SPDX-License-Identifier: Apache-2.0
#include "support/oracle.h"

namespace zwang::test {

namespace {

constexpr double negligible = 1e-25;  // eps ≈ 2e-34, data exact in double: between is a desert

/// Orthonormal basis of the span of `rows`, the row with most left taken next.
QuadMatrix row_space(QuadMatrix rows, Index rank) {
  QuadVector size;
  for (const QuadVector& row : rows) size.push_back(norm(row));
  QuadMatrix Y;
  while (rank < 0 || static_cast<Index>(Y.size()) < rank) {
    std::size_t best = rows.size();
    Quad most = rank < 0 ? Quad(negligible) : Quad(0);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (size[i] > 0 && norm(rows[i]) / size[i] > most) most = norm(rows[i]) / size[i], best = i;
    if (best == rows.size()) break;
    QuadVector y = orthogonal_part(Y, rows[best]);
    const Quad length = norm(y);
    for (Quad& x : y) x /= length;
    Y.push_back(y);
    for (QuadVector& row : rows) row = orthogonal_part({y}, row);
    rows[best].assign(rows[best].size(), Quad(0));
  }
  return Y;
}

/// Orthonormal basis of all that is orthogonal to Y.
QuadMatrix complement(const QuadMatrix& Y, std::size_t n) {
  QuadMatrix all = Y;
  while (all.size() < n) {
    QuadVector best;
    for (std::size_t j = 0; j < n; ++j) {
      QuadVector unit(n, Quad(0));
      unit[j] = 1;
      QuadVector rest = orthogonal_part(all, unit);
      if (best.empty() || norm(rest) > norm(best)) best = rest;
    }
    const Quad length = norm(best);
    for (Quad& x : best) x /= length;
    all.push_back(best);
  }
  return QuadMatrix(all.begin() + static_cast<Index>(Y.size()), all.end());
}

/// B = QR, B given by its columns: Q's columns and R upper triangular.
struct Qr {
  QuadMatrix Q, R;
};

Qr factor(const QuadMatrix& columns) {
  Qr qr;
  for (const QuadVector& column : columns) {
    QuadVector q = orthogonal_part(qr.Q, column);
    const Quad length = norm(q);
    for (Quad& x : q) x /= length;
    qr.Q.push_back(q);
    qr.R.push_back(times(qr.Q, column));  // R's column, by length growing by one
  }
  return qr;
}

/// argmin ‖B z − g‖ for B = QR of full column rank.
QuadVector least_squares(const Qr& qr, const QuadVector& g) {
  QuadVector z = times(qr.Q, g);
  for (std::size_t k = z.size(); k-- > 0;) {
    z[k] /= qr.R[k][k];
    for (std::size_t i = 0; i < k; ++i) z[i] -= qr.R[k][i] * z[k];
  }
  return z;
}

/// The shortest λ with Bᵀλ = f.
QuadVector shortest(const Qr& qr, QuadVector f, std::size_t length) {
  for (std::size_t k = 0; k < f.size(); ++k) {
    for (std::size_t i = 0; i < k; ++i) f[k] -= qr.R[k][i] * f[i];
    f[k] /= qr.R[k][k];
  }
  return combine(qr.Q, f, length);
}

/// Columns of diag(scale) A Y.
QuadMatrix reduced(const QuadMatrix& A, const QuadMatrix& Y, const QuadVector& scale) {
  QuadMatrix columns;
  for (const QuadVector& y : Y) {
    columns.push_back(times(A, y));
    for (std::size_t i = 0; i < scale.size(); ++i) columns.back()[i] *= scale[i];
  }
  return columns;
}

QuadVector scaled(QuadVector v, const QuadVector& scale) {
  for (std::size_t i = 0; i < v.size(); ++i) v[i] *= scale[i];
  return v;
}

/// The part of the motion in the row space: rows of unit size first, and only if they turn out to
/// fight, in the user's norm.
QuadVector met(const System& system, const QuadMatrix& A, const QuadMatrix& Y, Answer& answer) {
  const std::size_t m = A.size();
  const QuadVector b = quad(system.b);
  QuadVector unit(m), weight(m);
  for (std::size_t i = 0; i < m; ++i) {
    const Quad size = norm(A[i]);
    unit[i] = size > 0 ? 1 / size : Quad(1);
    weight[i] = system.W.size() ? square_root(system.W(static_cast<Index>(i))) : Quad(1);
  }
  const auto n = static_cast<std::size_t>(system.n());
  const QuadVector x = combine(Y, least_squares(factor(reduced(A, Y, unit)), scaled(b, unit)), n);
  const QuadVector gap = scaled(plus(b, Quad(-1), times(A, x)), unit);
  if (norm(gap) <= Quad(1e-20) * (norm(scaled(b, unit)) + norm(x))) return x;
  answer.contradictory = true;
  return combine(Y, least_squares(factor(reduced(A, Y, weight)), scaled(b, weight)), n);
}

}  // namespace

Answer oracle(const System& system, Index rank) {
  Answer answer;
  const auto n = static_cast<std::size_t>(system.n());
  const QuadMatrix A = quad_rows(system.A), M = quad_rows(system.M);
  const QuadVector Q = quad(system.Q);
  const QuadVector C = system.C.size() ? quad(system.C) : QuadVector(n, Quad(0));
  const QuadMatrix Y = row_space(A, rank), Z = complement(Y, n);
  answer.rank = Y.size();
  const QuadVector x_p = met(system, A, Y, answer);
  answer.residual = plus(quad(system.b), Quad(-1), times(A, x_p));

  QuadMatrix H;  // ZᵀMZ
  for (const QuadVector& z : Z) H.push_back(times(Z, times(M, z)));
  const QuadVector pull = plus(Q, Quad(-1), times(M, x_p));
  const Quad scale = system.n() ? Quad(system.M.cwiseAbs().maxCoeff()) : Quad(0);
  const QuadVector w = solve_square(H, times(Z, pull), scale);
  const QuadVector w_C = solve_square(H, times(Z, C), scale);
  if (w.size() != Z.size()) {
    answer.determined = false;
    return answer;
  }
  const QuadVector ideal = plus(x_p, Quad(1), combine(Z, w, n)), extra = combine(Z, w_C, n);
  answer.xdd = plus(ideal, Quad(1), extra);
  answer.F_L = plus(times(M, ideal), Quad(-1), Q);
  answer.F_C = times(M, extra);
  const QuadVector one(A.size(), Quad(1));
  answer.multipliers = shortest(factor(reduced(A, Y, one)), times(Y, answer.F_L), A.size());
  answer.a = solve_square(M, Q, scale);
  if (answer.a.size() == n) {
    const QuadVector delta = plus(answer.xdd, Quad(-1), answer.a);
    answer.gauss = dot(delta, times(M, delta));
  }
  return answer;
}

double relative_error(const std::vector<double>& x, const QuadVector& reference) {
  const QuadVector value(x.begin(), x.end());
  return static_cast<double>(norm(plus(value, Quad(-1), reference)) / norm(reference));
}

}  // namespace zwang::test
