// SPDX-License-Identifier: Apache-2.0
// Cholesky of M, then an orthogonal decomposition of D = A L⁻ᵀ by Eigen: the rank-safe peers.
//
// "as written" says a = M⁻¹Q, e = b − A a, ẍ = a + L⁻ᵀD⁺e with fresh matrices; "reused" keeps all
// matrices and decompositions between calls and spares a triangular solve by w = L⁻¹Q,
// e = b − D w, ẍ = L⁻ᵀ(w + D⁺e).

#include "contestant.h"
#include "eigen_pool.h"

namespace bench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class CodWritten : public Contestant {
 public:
  explicit CodWritten(const Pool& pool)
      : systems_(dynamic_systems(pool)), tolerance_(rank_tolerance(pool.front().size)) {}

  const double* solve(std::size_t s) override {
    x_ = motion(systems_[s]);
    return x_.data();
  }

 private:
  VectorXd motion(const DynamicSystem& s) const {
    const Eigen::LLT<MatrixXd> llt(s.M);
    const VectorXd a = llt.solve(s.Q);
    const VectorXd e = s.b - s.A * a;
    const MatrixXd D = llt.matrixL().solve(s.A.transpose()).transpose();
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> cod;
    cod.setThreshold(tolerance_);
    cod.compute(D);
    const VectorXd y = cod.solve(e);
    return a + llt.matrixU().solve(y);
  }

  std::vector<DynamicSystem> systems_;
  double tolerance_;
  VectorXd x_;
};

class CodReused : public Contestant {
 public:
  explicit CodReused(const Pool& pool)
      : systems_(dynamic_systems(pool)),
        llt_(systems_[0].M.rows()),
        cod_(systems_[0].A.rows(), systems_[0].A.cols()) {
    cod_.setThreshold(rank_tolerance(pool.front().size));
  }

  const double* solve(std::size_t which) override {
    const DynamicSystem& s = systems_[which];
    llt_.compute(s.M);
    w_ = s.Q;
    llt_.matrixL().solveInPlace(w_);
    Dt_ = s.A.transpose();
    llt_.matrixL().solveInPlace(Dt_);
    e_ = s.b;
    e_.noalias() -= Dt_.transpose() * w_;
    D_ = Dt_.transpose();
    cod_.compute(D_);
    x_ = cod_.solve(e_);
    x_ += w_;
    llt_.matrixU().solveInPlace(x_);
    return x_.data();
  }

 private:
  std::vector<DynamicSystem> systems_;
  Eigen::LLT<MatrixXd> llt_;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> cod_;
  MatrixXd Dt_, D_;
  VectorXd w_, e_, x_;
};

// DᵀP = Q R with the first r columns independent: y = Q₁ R₁₁⁻ᵀ (Pᵀe)₁..r.
class PivotedQrWritten : public Contestant {
 public:
  explicit PivotedQrWritten(const Pool& pool)
      : systems_(dynamic_systems(pool)), tolerance_(rank_tolerance(pool.front().size)) {}

  const double* solve(std::size_t s) override {
    x_ = motion(systems_[s]);
    return x_.data();
  }

 private:
  VectorXd motion(const DynamicSystem& s) const {
    const Eigen::LLT<MatrixXd> llt(s.M);
    const VectorXd a = llt.solve(s.Q);
    const VectorXd e = s.b - s.A * a;
    const MatrixXd Dt = llt.matrixL().solve(s.A.transpose());
    Eigen::ColPivHouseholderQR<MatrixXd> qr;
    qr.setThreshold(tolerance_);
    qr.compute(Dt);
    const Index r = qr.rank();
    const VectorXd Pe = qr.colsPermutation().transpose() * e;
    const MatrixXd R11 = qr.matrixR().topLeftCorner(r, r);
    VectorXd y = VectorXd::Zero(s.M.rows());
    y.head(r) = R11.triangularView<Eigen::Upper>().transpose().solve(Pe.head(r));
    y = qr.householderQ().setLength(r) * y;
    return a + llt.matrixU().solve(y);
  }

  std::vector<DynamicSystem> systems_;
  double tolerance_;
  VectorXd x_;
};

class PivotedQrReused : public Contestant {
 public:
  explicit PivotedQrReused(const Pool& pool)
      : systems_(dynamic_systems(pool)),
        llt_(systems_[0].M.rows()),
        qr_(systems_[0].A.cols(), systems_[0].A.rows()) {
    qr_.setThreshold(rank_tolerance(pool.front().size));
  }

  const double* solve(std::size_t which) override {
    const DynamicSystem& s = systems_[which];
    llt_.compute(s.M);
    w_ = s.Q;
    llt_.matrixL().solveInPlace(w_);
    Dt_ = s.A.transpose();
    llt_.matrixL().solveInPlace(Dt_);
    e_ = s.b;
    e_.noalias() -= Dt_.transpose() * w_;

    qr_.compute(Dt_);
    const Index r = qr_.rank();
    Pe_ = qr_.colsPermutation().transpose() * e_;
    auto z = Pe_.head(r);
    qr_.matrixQR().topLeftCorner(r, r).triangularView<Eigen::Upper>().transpose().solveInPlace(z);
    x_.setZero(w_.size());
    x_.head(r) = z;
    qr_.householderQ().setLength(r).applyThisOnTheLeft(x_, workspace_);

    x_ += w_;
    llt_.matrixU().solveInPlace(x_);
    return x_.data();
  }

 private:
  std::vector<DynamicSystem> systems_;
  Eigen::LLT<MatrixXd> llt_;
  Eigen::ColPivHouseholderQR<MatrixXd> qr_;
  MatrixXd Dt_;
  VectorXd w_, e_, Pe_, x_;
  Eigen::RowVectorXd workspace_;
};

}  // namespace

void enter_eigen_orthogonal(Field& field, const Pool& pool) {
  enter<PivotedQrWritten>(field, "chol + Eigen pivoted QR", "as written", Kind::rank_safe, pool);
  enter<PivotedQrReused>(field, "chol + Eigen pivoted QR", "reused", Kind::rank_safe, pool);
  enter<CodWritten>(field, "chol + Eigen COD", "as written", Kind::rank_safe, pool);
  enter<CodReused>(field, "chol + Eigen COD", "reused", Kind::rank_safe, pool);
}

}  // namespace bench
