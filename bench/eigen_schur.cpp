// SPDX-License-Identifier: Apache-2.0
// The Schur complement A M⁻¹Aᵀ and its Cholesky factor, Eigen's dynamic matrices. Full rank only,
// and the condition number is squared.

#include "contestant.h"
#include "eigen_pool.h"

namespace bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class SchurWritten : public Contestant {
 public:
  explicit SchurWritten(const Pool& pool) : systems_(dynamic_systems(pool)) {}

  const double* solve(std::size_t s) override {
    x_ = motion(systems_[s]);
    return x_.data();
  }

 private:
  static VectorXd motion(const DynamicSystem& s) {
    const Eigen::LLT<MatrixXd> llt(s.M);
    const VectorXd a = llt.solve(s.Q);
    const MatrixXd Y = llt.solve(s.A.transpose());
    const MatrixXd S = s.A * Y;
    const VectorXd lambda = S.llt().solve(s.b - s.A * a);
    return a + Y * lambda;
  }

  std::vector<DynamicSystem> systems_;
  VectorXd x_;
};

class SchurReused : public Contestant {
 public:
  explicit SchurReused(const Pool& pool)
      : systems_(dynamic_systems(pool)),
        llt_(systems_[0].M.rows()),
        schur_(systems_[0].A.rows()),
        S_(systems_[0].A.rows(), systems_[0].A.rows()) {}

  const double* solve(std::size_t which) override {
    const DynamicSystem& s = systems_[which];
    llt_.compute(s.M);
    x_ = s.Q;
    llt_.matrixL().solveInPlace(x_);
    Dt_ = s.A.transpose();
    llt_.matrixL().solveInPlace(Dt_);
    lambda_ = s.b;
    lambda_.noalias() -= Dt_.transpose() * x_;
    S_.setZero();
    S_.selfadjointView<Eigen::Lower>().rankUpdate(Dt_.transpose());
    schur_.compute(S_);
    schur_.solveInPlace(lambda_);
    x_.noalias() += Dt_ * lambda_;
    llt_.matrixU().solveInPlace(x_);
    return x_.data();
  }

 private:
  std::vector<DynamicSystem> systems_;
  Eigen::LLT<MatrixXd> llt_, schur_;
  MatrixXd Dt_, S_;
  VectorXd lambda_, x_;
};

}  // namespace

void enter_eigen_schur(Field& field, const Pool& pool) {
  const Size size = pool.front().size;
  if (size.r < size.m) return;
  enter<SchurWritten>(field, "Eigen Schur, dynamic", "as written", Kind::full_rank, pool);
  enter<SchurReused>(field, "Eigen Schur, dynamic", "reused", Kind::full_rank, pool);
}

}  // namespace bench
