// SPDX-License-Identifier: Apache-2.0
#pragma once
// Eigen as a peer: its headers and the pool in its types.
//
// The library may use Eigen too, compiled for another instruction set. The linker would keep one
// copy of each template function for both, so the peers get a namespace of their own; and a
// build with assertions must not slow them down.

#define Eigen EigenPeer  // NOLINT
#ifndef EIGEN_NO_DEBUG
#define EIGEN_NO_DEBUG
#endif
#include <Eigen/Dense>

#include <vector>

#include "system.h"

namespace bench {

template <class Matrix, class Rows, class Vector, class Demand>
struct EigenSystem {
  Matrix M;
  Rows A;
  Vector Q;
  Demand b;

  explicit EigenSystem(const System& s)
      : M(Eigen::Map<const Eigen::MatrixXd>(s.M.data(), index(s.size.n), index(s.size.n))),
        A(Eigen::Map<const Eigen::MatrixXd>(s.A_columns.data(), index(s.size.m), index(s.size.n))),
        Q(Eigen::Map<const Eigen::VectorXd>(s.Q.data(), index(s.size.n))),
        b(Eigen::Map<const Eigen::VectorXd>(s.b.data(), index(s.size.m))) {}

  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }
};

using DynamicSystem =
    EigenSystem<Eigen::MatrixXd, Eigen::MatrixXd, Eigen::VectorXd, Eigen::VectorXd>;

template <int n, int m>
using FixedSystem = EigenSystem<Eigen::Matrix<double, n, n>, Eigen::Matrix<double, m, n>,
                                Eigen::Matrix<double, n, 1>, Eigen::Matrix<double, m, 1>>;

/// The pool, dynamic-size.
inline std::vector<DynamicSystem> dynamic_systems(const Pool& pool) {
  return std::vector<DynamicSystem>(pool.begin(), pool.end());
}

}  // namespace bench
