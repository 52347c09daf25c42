// SPDX-License-Identifier: Apache-2.0
// Eigen's fixed-size Schur complement, one system at a time, at the sizes compiled in.

#include "contestant.h"
#include "fixed_schur.h"

namespace bench {
namespace {

template <class Form, int n, int m>
class FixedSchur : public Contestant {
 public:
  explicit FixedSchur(const Pool& pool) : systems_(pool.begin(), pool.end()) {}

  const double* solve(std::size_t s) override {
    x_ = Form::template motion<n, m>(systems_[s]);
    return x_.data();
  }

 private:
  std::vector<FixedSystem<n, m>> systems_;
  Eigen::Matrix<double, n, 1> x_;
};

template <int n, int m>
void enter_size(Field& field, const Pool& pool) {
  const Size size = pool.front().size;
  if (size.n != n || size.m != m || size.r < m) return;
  const char* name = "Eigen Schur, fixed size";
  enter<FixedSchur<SchurByInverse, n, m>>(field, name, "by inverse", Kind::full_rank, pool);
  enter<FixedSchur<SchurByFactor, n, m>>(field, name, "by factor", Kind::full_rank, pool);
}

}  // namespace

void enter_eigen_fixed(Field& field, const Pool& pool) {
  enter_size<2, 1>(field, pool);
  enter_size<6, 3>(field, pool);
  enter_size<12, 8>(field, pool);
  enter_size<30, 20>(field, pool);
}

}  // namespace bench
