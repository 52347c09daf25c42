// SPDX-License-Identifier: Apache-2.0
#include "linear/tangent_space.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "instant/usable.h"
#include "linear/basis.h"
#include "linear/differences.h"

namespace zwang::linear {

using equations::Level;

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// dx = K₁ h of all columns of h.
Matrix meet(least::Derivative& rows, const Matrix& h, Index n) {
  Matrix dx = Matrix::Zero(n, h.cols());
  if (h.rows() > 0) rows.tangent(nullptr, h.data(), nullptr, h.cols(), dx.data());
  return dx;
}

Matrix masked(const Matrix& A, const std::vector<unsigned char>& rows) {
  Matrix result = A;
  for (Index i = 0; i < A.rows(); ++i) {
    if (!rows[static_cast<std::size_t>(i)]) result.row(i).setZero();
  }
  return result;
}

}  // namespace

Surroundings::Surroundings(motion::RightSide& side)
    : side_(side),
      equations_(side.equations()),
      n_(equations_.n),
      m_(equations_.m),
      inputs_(static_cast<Index>(equations_.sensitivity.parameters.size())),
      task_(equations_),
      changes_(equations_, inputs_),
      all_(n_, m_),
      of_positions_(n_, m_),
      of_rates_(n_, m_) {
  expects(equations_.tangent.compiled);
  for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
    const Level level = equations_.rows[i].level;
    const bool acts = side.mode().acts[i];
    position_rows_.push_back(acts && level == Level::position);
    rate_rows_.push_back(acts && level != Level::acceleration);
  }
}

bool Surroundings::form(double t, const Vector& q, const Vector& v, TangentSpace& space) {
  space.order = equations_.order;
  space.t = t;
  space.q = q;
  space.v = v;
  const Instant& now = side_.full_instant(t, q.data(), v.data());
  space.status = now.status;
  if (!instant::usable(now.status)) return false;
  space.a = Eigen::Map<const Vector>(now.acceleration.data(), n_);
  space.lambda = Eigen::Map<const Vector>(now.multipliers.data(), m_);
  space.frame = frame_at(equations_, q, v, space.a);
  side_.fill_mass();
  fill_mass(space);
  fill_forces(space);
  equations::Workspace& numbers = side_.numbers();
  A_ = Eigen::Map<const RowMajor>(task_.of(numbers).A, m_, n_);
  constexpr auto tolerance = RankTolerance::stepping;
  if (!all_.factor(task_.of(numbers), tolerance)) return false;
  if (!of_positions_.factor(task_.of(numbers, position_rows_.data()), tolerance)) return false;
  if (!of_rates_.factor(task_.of(numbers, rate_rows_.data()), tolerance)) return false;
  space.least_pivot = all_.least_pivot();
  fill_answers(space);
  fill_bases(space);
  fill_multipliers(space);
  return space.by_state.allFinite();
}

void Surroundings::fill_mass(TangentSpace& space) {
  space.M = Matrix::Zero(n_, n_);
  const double* M = side_.numbers().M();
  Index first = 0;
  for (const std::size_t count : equations_.mass_blocks) {
    const auto size = static_cast<Index>(count);
    space.M.block(first, first, size, size) = Eigen::Map<const RowMajor>(M, size, size);
    first += size;
    M += size * size;
  }
}

void Surroundings::fill_forces(TangentSpace& space) {
  side_.numbers().evaluate(equations::Stage::dynamics, space.t, space.q.data(), space.v.data());
  const Vector Q = Eigen::Map<const Vector>(side_.numbers().Q(), n_);
  const Eigen::LLT<Matrix> M(space.M);
  space.forces = M.info() == Eigen::Success ? Vector(M.solve(Q)) : space.a;
}

// By the classical method of Runge and Kutta.
bool Surroundings::follow(double& t, Vector& q, Vector& v, double dt) {
  constexpr int steps = 32;
  const double h = dt / steps;
  const bool second = equations_.order == 2;
  const auto rate = [&](double time, const Vector& x, const Vector& y) {
    const Instant& now = side_.instant(time, x.data(), y.data());
    return Vector(Eigen::Map<const Vector>(now.acceleration.data(), n_));
  };
  for (int k = 0; k < steps; ++k) {
    Vector dq = Vector::Zero(n_), dv = dq, sum_q = dq, sum_v = dq;
    constexpr double at_stage[] = {0, 0.5, 0.5, 1}, weights[] = {1, 2, 2, 1};
    for (int stage = 0; stage < 4; ++stage) {
      const double part = at_stage[stage] * h;
      const Vector x = q + part * dq, y = v + part * dv;
      const Vector a = rate(t + part, x, y);
      dq = second ? y : a;
      dv = second ? a : Vector(Vector::Zero(n_));
      sum_q += weights[stage] / 6 * dq;
      sum_v += weights[stage] / 6 * dv;
    }
    q += h * sum_q;
    v += h * sum_v;
    t += h;
  }
  return q.allFinite() && v.allFinite();
}

// ∂ẍ by coordinates, rates and inputs, N G + K₁ H.
void Surroundings::fill_answers(TangentSpace& space) {
  equations::Workspace& numbers = side_.numbers();
  changes_.fill(numbers, space.t, space.q.data(), space.v.data(), space.a.data(),
                space.lambda.data());
  dx_.resize(n_, changes_.columns());
  all_.tangent(changes_.g(), m_ > 0 ? changes_.h() : nullptr, nullptr, changes_.columns(),
               dx_.data());
  G_ = Eigen::Map<const Matrix>(changes_.g(), n_, changes_.columns());
  H_ = Eigen::Map<const Matrix>(changes_.h(), m_, changes_.columns());
  space.by_input = dx_.rightCols(inputs_);
  space.input_moves = Vector::Zero(inputs_);
  for (Index k = 0; k < inputs_; ++k) {
    for (Index i = 0; i < m_; ++i) {
      const bool position = position_rows_[at(i)], rate = rate_rows_[at(i)];
      const double size = std::max(A_.row(i).cwiseAbs().maxCoeff(), 1e-300);
      double moves = position ? std::abs(numbers.residual_slope()[k * m_ + i]) : 0.0;
      if (rate && equations_.order == 2) {
        moves = std::max(moves, std::abs(numbers.rate_slope()[k * m_ + i]));
      }
      space.input_moves[k] = std::max(space.input_moves[k], moves / size);
    }
  }
}

void Surroundings::fill_bases(TangentSpace& space) {
  const bool second = equations_.order == 2;
  const Matrix A_q = masked(A_, position_rows_), A_v = masked(A_, rate_rows_);
  const auto basis = [&](least::Derivative& rows, const Matrix& A) {
    const auto project = [&](const Matrix& X) { return Matrix(X - meet(rows, A * X, n_)); };
    return tangent_basis(project, space.M, n_ - rows.rank(), space.metric);
  };
  space.metric = true;
  space.Z_q = basis(of_positions_, A_q);
  space.Z_v = second ? basis(of_rates_, A_v) : Matrix(n_, 0);
  space.Y = Matrix::Zero(n_, space.positions());
  if (second) {
    Matrix turned = turn_of_rows(space) * space.Z_q;
    for (Index i = 0; i < m_; ++i) {
      if (!rate_rows_[at(i)]) turned.row(i).setZero();
    }
    space.Y = -meet(of_rates_, turned, n_);
  }
  space.by_state.resize(n_, space.states());
  space.by_state.leftCols(space.positions()) =
      dx_.leftCols(n_) * space.Z_q + dx_.middleCols(n_, n_) * space.Y;
  space.by_state.rightCols(space.rates()) = dx_.middleCols(n_, n_) * space.Z_v;
}

// Aᵀ δλ = M δẍ − g; of all such δλ one, which is as good as any where a reaction has only one value.
void Surroundings::fill_multipliers(TangentSpace& space) {
  const auto shared = [&](const Matrix& left) {
    Matrix result = Matrix::Zero(m_, left.cols());
    for (Index k = 0; m_ > 0 && k < left.cols(); ++k) {
      all_.adjoint(left.col(k).data(), nullptr, result.col(k).data(), nullptr);
    }
    return result;
  };
  const Index f_q = space.positions();
  Matrix g(n_, space.states());
  g.leftCols(f_q) = G_.leftCols(n_) * space.Z_q + G_.middleCols(n_, n_) * space.Y;
  g.rightCols(space.rates()) = G_.middleCols(n_, n_) * space.Z_v;
  space.multipliers_by_state = shared(space.M * space.by_state - g);
  space.multipliers_by_input = shared(space.M * space.by_input - G_.rightCols(inputs_));
}

// ∂φ̇/∂q, or ∂f/∂q in rows of rates. In rows of positions b = −(Ȧ q̇ + …) is quadratic in the rates, so
// that ∂φ̇/∂q = Ȧ = −½ ∂b/∂v; what Baumgarte's terms add is a multiple of A, which is zero along δq.
Matrix Surroundings::turn_of_rows(const TangentSpace& space) {
  Matrix turn = -0.5 * H_.middleCols(n_, n_);
  const bool any =
      std::any_of(equations_.rows.begin(), equations_.rows.end(),
                  [](const equations::Row& row) { return row.level == Level::velocity; });
  if (any) add_velocity_rows(space, turn);
  return turn;
}

// Of f(q, v) = 0, with A = f_v and b = −f_q v:  ∂b/∂v w = −(∂A/∂q v) w − f_q w, and the first of these
// is in H_q, which contains −(∂A/∂q) x for any ẍ = x:  f_q w = −H_v(0) w + (H_q(w) − H_q(0)) v.
// Where f knows the time, or b was bent by Baumgarte's terms, differences have to do.
void Surroundings::add_velocity_rows(const TangentSpace& space, Matrix& turn) {
  const Vector none = Vector::Zero(m_);
  const auto rows_by_state = [&](const Vector& x) {
    changes_.fill(side_.numbers(), space.t, space.q.data(), space.v.data(), x.data(), none.data());
    return Matrix(Eigen::Map<const Matrix>(changes_.h(), m_, 2 * n_));
  };
  const Matrix at_zero = rows_by_state(Vector::Zero(n_));
  Matrix exact(m_, n_), by_differences;
  for (Index j = 0; j < n_; ++j) {
    const Matrix along = rows_by_state(Vector::Unit(n_, j));
    exact.col(j) = -at_zero.col(n_ + j) + (along.leftCols(n_) - at_zero.leftCols(n_)) * space.v;
  }
  for (Index i = 0; i < m_; ++i) {
    const equations::Row& row = equations_.rows[at(i)];
    if (row.level != Level::velocity) continue;
    turn.row(i) = exact.row(i);
    if (!row.of_time && row.drift != equations::Drift::baumgarte) continue;
    if (by_differences.size() == 0) by_differences = slope_of_rate(space);
    turn.row(i) = by_differences.row(i);
  }
}

Matrix Surroundings::slope_of_rate(const TangentSpace& space) {
  equations::Workspace& numbers = side_.numbers();
  const auto rate = [&](const Vector& q) {
    numbers.evaluate(equations::Stage::projection, space.t, q.data(), space.v.data());
    return Vector(Eigen::Map<const Vector>(numbers.rate(), m_));
  };
  const double size = std::max(space.q.cwiseAbs().maxCoeff(), 1e-3);
  Matrix slopes(m_, n_);
  for (Index j = 0; j < n_; ++j) {
    const Vector e = Vector::Unit(n_, j);
    const double reach = std::abs(space.q[j]) + 0.01 * size;
    slopes.col(j) = slope_along([&](double h) { return rate(space.q + h * e); }, reach);
  }
  return slopes;
}

}  // namespace zwang::linear
