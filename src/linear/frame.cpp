// SPDX-License-Identifier: Apache-2.0
#include "linear/frame.h"

#include <algorithm>
#include <vector>

namespace zwang::linear {

namespace {

/// Where quaternions begin, ascending.
std::vector<Index> quaternions_of(const equations::Equations& equations) {
  std::vector<Index> firsts;
  if (!equations.solids) return firsts;
  for (const bodies::Body& body : equations.solids->tree.bodies) {
    if (!bodies::has_quaternion(body.joint)) continue;
    const bool moves = body.joint == bodies::Joint::free;
    firsts.push_back(equations.solids->first + body.q + (moves ? 3 : 0));
  }
  std::sort(firsts.begin(), firsts.end());
  return firsts;
}

/// 2 R(e): 2 R(e) d = 2 vec(d ē).
Eigen::Matrix<double, 3, 4> turning(const Eigen::Vector4d& e) {
  Eigen::Matrix<double, 3, 4> R;
  R << -e[1], e[0], -e[3], e[2],  //
      -e[2], e[3], e[0], -e[1],   //
      -e[3], -e[2], e[1], e[0];
  return 2 * R;
}

}  // namespace

Frame frame_at(const equations::Equations& equations, const Vector& e, const Vector& e_rate,
               const Vector& e_acceleration) {
  const std::vector<Index> quaternions = quaternions_of(equations);
  const Index n = equations.n, shown = n - static_cast<Index>(quaternions.size());
  Frame frame;
  for (Matrix* const x :
       {&frame.q, &frame.v, &frame.vq, &frame.q_rate, &frame.v_rate, &frame.vq_rate}) {
    *x = Matrix::Zero(shown, n);
  }
  Index row = 0, i = 0;
  const auto plain = [&](Index until) {
    for (; i < until; ++i, ++row) frame.q(row, i) = frame.v(row, i) = 1;
  };
  for (const Index first : quaternions) {
    plain(first);
    const auto block = [&](const Vector& x) { return turning(x.segment<4>(first)); };
    frame.q.block<3, 4>(row, i) = frame.v.block<3, 4>(row, i) = block(e);
    frame.q_rate.block<3, 4>(row, i) = frame.v_rate.block<3, 4>(row, i) = block(e_rate);
    frame.vq.block<3, 4>(row, i) = -block(e_rate);
    frame.vq_rate.block<3, 4>(row, i) = -block(e_acceleration);
    row += 3;
    i += 4;
  }
  plain(n);
  return frame;
}

}  // namespace zwang::linear
