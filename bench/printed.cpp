// SPDX-License-Identifier: Apache-2.0
// The formula as the papers print it, with M^(-1/2) by eigenvalues and the pseudoinverse by
// singular values: ẍ = a + M^(-1/2) (A M^(-1/2))⁺ (b − A a). The pseudoinverse is applied, not
// formed, which favours this peer.

#include "contestant.h"
#include "eigen_pool.h"

namespace bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;

template <class Svd>
class PrintedWritten : public Contestant {
 public:
  explicit PrintedWritten(const Pool& pool)
      : systems_(dynamic_systems(pool)), tolerance_(rank_tolerance(pool.front().size)) {}

  const double* solve(std::size_t s) override {
    x_ = motion(systems_[s]);
    return x_.data();
  }

 private:
  VectorXd motion(const DynamicSystem& s) const {
    const MatrixXd M_root = Eigen::SelfAdjointEigenSolver<MatrixXd>(s.M).operatorInverseSqrt();
    const VectorXd a = M_root * (M_root * s.Q);
    Svd svd(s.A * M_root, thin);
    svd.setThreshold(tolerance_);
    const VectorXd y = svd.solve(s.b - s.A * a);
    return a + M_root * y;
  }

  std::vector<DynamicSystem> systems_;
  double tolerance_;
  VectorXd x_;
};

template <class Svd>
class PrintedReused : public Contestant {
 public:
  explicit PrintedReused(const Pool& pool)
      : systems_(dynamic_systems(pool)),
        eigen_(systems_[0].M.rows()),
        svd_(systems_[0].A.rows(), systems_[0].A.cols(), thin) {
    svd_.setThreshold(rank_tolerance(pool.front().size));
  }

  const double* solve(std::size_t which) override {
    const DynamicSystem& s = systems_[which];
    eigen_.compute(s.M);
    scaled_.noalias() =
        eigen_.eigenvectors() * eigen_.eigenvalues().cwiseSqrt().cwiseInverse().asDiagonal();
    M_root_.noalias() = scaled_ * eigen_.eigenvectors().transpose();
    w_.noalias() = M_root_ * s.Q;
    D_.noalias() = s.A * M_root_;
    e_ = s.b;
    e_.noalias() -= D_ * w_;
    svd_.compute(D_, thin);
    w_ += svd_.solve(e_);
    x_.noalias() = M_root_ * w_;
    return x_.data();
  }

 private:
  std::vector<DynamicSystem> systems_;
  Eigen::SelfAdjointEigenSolver<MatrixXd> eigen_;
  Svd svd_;
  MatrixXd scaled_, M_root_, D_;
  VectorXd w_, e_, x_;
};

}  // namespace

void enter_printed(Field& field, const Pool& pool) {
  using Jacobi = Eigen::JacobiSVD<MatrixXd>;
  using DivideAndConquer = Eigen::BDCSVD<MatrixXd>;
  enter<PrintedWritten<Jacobi>>(field, "as printed, JacobiSVD", "as written", Kind::printed, pool);
  enter<PrintedReused<Jacobi>>(field, "as printed, JacobiSVD", "reused", Kind::printed, pool);
  enter<PrintedWritten<DivideAndConquer>>(field, "as printed, BDCSVD", "as written", Kind::printed,
                                          pool);
  enter<PrintedReused<DivideAndConquer>>(field, "as printed, BDCSVD", "reused", Kind::printed,
                                         pool);
}

}  // namespace bench
