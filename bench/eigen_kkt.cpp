// SPDX-License-Identifier: Apache-2.0
// The equations of motion and the constraints as one linear system, [M −Aᵀ; A 0], by Eigen's LU.
// Full rank only.

#include "contestant.h"
#include "eigen_pool.h"

namespace bench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class KktWritten : public Contestant {
 public:
  explicit KktWritten(const Pool& pool) : systems_(dynamic_systems(pool)) {}

  const double* solve(std::size_t s) override {
    x_ = motion(systems_[s]);
    return x_.data();
  }

 private:
  static VectorXd motion(const DynamicSystem& s) {
    const Index n = s.A.cols(), m = s.A.rows();
    MatrixXd K(n + m, n + m);
    K << s.M, -s.A.transpose(), s.A, MatrixXd::Zero(m, m);
    VectorXd rhs(n + m);
    rhs << s.Q, s.b;
    return K.partialPivLu().solve(rhs).head(n);
  }

  std::vector<DynamicSystem> systems_;
  VectorXd x_;
};

class KktReused : public Contestant {
 public:
  explicit KktReused(const Pool& pool)
      : systems_(dynamic_systems(pool)), lu_(systems_[0].A.rows() + systems_[0].A.cols()) {
    const Index size = systems_[0].A.rows() + systems_[0].A.cols();
    K_ = MatrixXd::Zero(size, size);
    rhs_.resize(size);
  }

  const double* solve(std::size_t which) override {
    const DynamicSystem& s = systems_[which];
    const Index n = s.A.cols(), m = s.A.rows();
    K_.topLeftCorner(n, n) = s.M;
    K_.topRightCorner(n, m) = -s.A.transpose();
    K_.bottomLeftCorner(m, n) = s.A;
    rhs_.head(n) = s.Q;
    rhs_.tail(m) = s.b;
    lu_.compute(K_);
    x_ = lu_.solve(rhs_);
    return x_.data();
  }

 private:
  std::vector<DynamicSystem> systems_;
  Eigen::PartialPivLU<MatrixXd> lu_;
  MatrixXd K_;
  VectorXd rhs_, x_;
};

}  // namespace

void enter_eigen_kkt(Field& field, const Pool& pool) {
  const Size size = pool.front().size;
  if (size.r < size.m) return;
  enter<KktWritten>(field, "Eigen KKT, LU", "as written", Kind::full_rank, pool);
  enter<KktReused>(field, "Eigen KKT, LU", "reused", Kind::full_rank, pool);
}

}  // namespace bench
