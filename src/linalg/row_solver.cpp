// SPDX-License-Identifier: Apache-2.0
#include "linalg/row_solver.h"

#include <algorithm>
#include <cmath>

#include "linalg/definite.h"
#include "linalg/kernels.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::linalg {

RowSolver::RowSolver(Index n, Index m, Index extra)
    : LaneQr(n, m, extra), tall_room(m, std::min(n, m), view.ldx) {
  const Index ldx = view.ldx, ldn = round_up(std::max<Index>(n, 1), kLane);
  for (AlignedArray* lanes : {&demand, &z, &z_y}) *lanes = AlignedArray(ldx + ldn);
  dependence = AlignedArray(m * ldx);
  side = AlignedArray(ldx);
  spare = AlignedArray(2 * ldx);
}

void RowSolver::make_room_to_damp() {
  gram = AlignedArray(view.ldx * m() + 2 * kLane);
  gram_inverse = AlignedArray(view.ldx);
}

void RowSolver::clear() noexcept {
  for (AlignedArray* array : {&X, &demand, &z, &z_y, &spare, &gram})
    std::fill_n(array->data(), array->size(), 0.0);
}

bool RowSolver::factor(const double* b) noexcept {
  view.demand = demand.data();
  view.z = z.data();
  std::copy_n(b, m(), view.demand);
  std::fill(view.demand + m(), view.demand + view.ldx, 0.0);  // other lanes ask for nothing
  view.tolerance = instant_tolerance(m(), n());
  rank = kernels().row_qr(view);
  least_pivot = rank > 0 ? pivot(rank - 1) : 1;
  return std::all_of(view.scale, view.scale + rank, [](double s) { return s < 1e290; });
}

Index RowSolver::near_singular() const noexcept {
  Index count = 0;
  for (Index k = 0; k < rank; ++k) count += pivot(k) <= stepping_tolerance();
  return count;
}

TallQr RowSolver::tall(const double* W) noexcept {
  const TallQr qr = tall_room.of(m(), rank);
  for (Index k = 0; k < rank; ++k) {
    double* column = qr.T + k * qr.ld;
    for (Index j = 0; j < m(); ++j) {
      const double weight = W ? std::sqrt(W[view.order[j]]) : 1;
      column[j] = j < k ? 0 : weight * row(k)[j];
    }
  }
  tall_qr(qr);
  return qr;
}

bool RowSolver::meet(const double* b, const double* W, double size, double tolerance) noexcept {
  if (rank == m()) return false;
  double largest = size;
  for (Index j = 0; j < m(); ++j)
    largest = std::fmax(largest, std::fabs(b[view.order[j]]) * std::sqrt(view.scale[j]));
  // Consistent: D D⁺b = b [XUMK94 31], seen on the rows that were not needed to find z.
  const double allowed = tolerance * (largest + norm(z.data(), rank));
  const double* rest = demand.data();
  bool contradictory = false;
  for (Index j = rank; j < m(); ++j)
    contradictory |= view.scale[j] > 0 ? std::fabs(rest[j]) * std::sqrt(view.scale[j]) > allowed
                                       : rest[j] != 0;  // a vanished row asks for 0 = b
  if (!contradictory) return false;
  const TallQr qr = tall(W);
  for (Index j = 0; j < m(); ++j) {
    const Index i = view.order[j];
    side.data()[j] = b[i] * (W ? std::sqrt(W[i]) : 1);
  }
  least_squares(qr, side.data(), z.data());  // ‖A ẍ − b‖ least in the norm of the rows [XUMK94 44]
  return true;
}

void RowSolver::damp(const double* b) noexcept {
  const Index ld = view.ldx;
  const auto T = [this](Index j, Index k) {
    return k > j ? 0.0 : row(k)[j] * std::sqrt(view.scale[j]);
  };
  double* N = gram.data();
  for (Index k = 0; k < rank; ++k) {
    std::fill_n(N + k * ld, ld, 0.0);
    for (Index l = k; l < rank; ++l)
      for (Index j = l; j < m(); ++j) N[k * ld + l] += T(j, k) * T(j, l);
    N[k * ld + k] += damping();
  }
  kernels().factor(rank, N, ld, nullptr, 0, gram_inverse.data(), 0);
  double *step = spare.data(), *rest = step + ld;
  std::fill_n(step, ld, 0.0);
  for (Index k = 0; k < rank; ++k) z.data()[k] = row(k)[m()];  // Q_Hᵀg: the free motion
  for (int round = 0; round < damped_steps(); ++round) {
    for (Index j = 0; j < m(); ++j) {
      rest[j] = b[view.order[j]] * std::sqrt(view.scale[j]);
      for (Index k = 0; k < rank; ++k) rest[j] -= T(j, k) * z.data()[k];
    }
    for (Index k = 0; k < rank; ++k) {
      step[k] = 0;
      for (Index j = k; j < m(); ++j) step[k] += T(j, k) * rest[j];
    }
    solve_cholesky(rank, N, ld, gram_inverse.data(), step);
    for (Index k = 0; k < rank; ++k) z.data()[k] += step[k];
  }
}

void RowSolver::share(double* lambda) noexcept {
  double* x = demand.data();
  if (rank == m()) {
    std::copy_n(z_y.data(), rank, x);
    std::fill_n(x + rank, view.ldx - rank, 0.0);
    kernels().backward(view, rank, x);
  } else {
    const TallQr qr = tall(nullptr);
    std::copy_n(z_y.data(), rank, side.data());
    shortest(qr, side.data(), x);
  }
  for (Index j = 0; j < m(); ++j) lambda[view.order[j]] = x[j];
}

void RowSolver::find_dependence() noexcept {
  const double tolerance = coefficient_tolerance(m(), n(), least_pivot);
  for (Index j = rank; j < m(); ++j) {
    double* x = dependence.data() + (j - rank) * view.ldx;
    for (Index k = 0; k < rank; ++k) x[k] = row(k)[j];
    std::fill_n(x + rank, view.ldx - rank, 0.0);
    kernels().backward(view, rank, x);
    for (Index k = 0; k < rank; ++k)  // in equilibrated units: x_k s_k / s_j
      if (std::fabs(x[k]) * std::sqrt(view.scale[j]) <= tolerance * std::sqrt(view.scale[k]))
        x[k] = 0;
  }
}

void RowSolver::find_unique(unsigned char* unique) const noexcept {
  for (Index k = 0; k < m(); ++k) {
    bool only = k < rank;
    for (Index j = rank; only && j < m(); ++j)
      only = dependence.data()[(j - rank) * view.ldx + k] == 0;
    unique[view.order[k]] = only;
  }
}

void RowSolver::solve_upper(double* x) const noexcept {
  for (Index k = rank; k-- > 0;) {
    const double* R = row(k);
    for (Index j = k + 1; j < rank; ++j) x[k] -= R[j] * x[j];
    x[k] /= R[k];
  }
}

void RowSolver::solve_lower(double* x) const noexcept {
  for (Index k = 0; k < rank; ++k) {
    const double* R = row(k);
    x[k] /= R[k];
    for (Index j = k + 1; j < rank; ++j) x[j] -= R[j] * x[k];
  }
}

namespace {

/// x ← R̂ᵀR̂ x or its inverse, R̂ = R11 with equilibrated columns; `rank` entries, as in scratch.
void apply_gram(const RowSolver& rows, bool inverse, double* x, double* scratch) {
  const Index r = rows.rank;
  const auto s = [&rows](Index k) { return std::sqrt(rows.view.scale[k]); };
  const auto R = [&rows](Index k, Index j) { return rows.row(k)[j]; };
  if (inverse) {
    for (Index k = 0; k < r; ++k) {
      double t = x[k] / s(k);
      for (Index j = 0; j < k; ++j) t -= R(j, k) * scratch[j];
      scratch[k] = t / R(k, k);
    }
    rows.solve_upper(scratch);
    for (Index k = 0; k < r; ++k) x[k] = scratch[k] / s(k);
  } else {
    for (Index k = 0; k < r; ++k) {
      scratch[k] = 0;
      for (Index j = k; j < r; ++j) scratch[k] += R(k, j) * s(j) * x[j];
    }
    for (Index k = r; k-- > 0;) {
      x[k] = 0;
      for (Index j = 0; j <= k; ++j) x[k] += R(j, k) * scratch[j];
      x[k] *= s(k);
    }
  }
}

}  // namespace

double RowSolver::condition() noexcept {
  if (rank == 0) return 1;
  double extreme[2] = {1, 1};
  double *x = spare.data(), *scratch = x + view.ldx;
  for (int inverse = 0; inverse < 2; ++inverse) {
    // A start with every direction in it, the same on every machine.
    for (Index k = 0; k < rank; ++k)
      x[k] = (k % 2 ? -1 : 1) * (1 + static_cast<double>(k * 7 % 11) / 11);
    for (int round = 0; round < 8; ++round) {
      const double length = norm(x, rank);
      for (Index k = 0; k < rank; ++k) x[k] /= length;
      apply_gram(*this, inverse != 0, x, scratch);
    }
    extreme[inverse] = norm(x, rank);  // σ_max², then 1/σ_min²
  }
  return std::sqrt(extreme[0] * extreme[1]);
}

}  // namespace zwang::linalg
