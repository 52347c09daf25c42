// SPDX-License-Identifier: Apache-2.0
#pragma once
// The laws with a small compliance δ of all contacts, a = u + δ (r − r̂): then each contact has its forces in closed form,
//   N = (r̂ − u/δ)⁺,   f = P_{|·| ≤ L}(f̂ − u/δ),   or f = −L d where it slides,
// by what the others do there, u = H x + c, and x = Hᵀ r is all that is unknown: as many as bodies have freedoms, however many
// contacts share a load. With r̂ = 0 shares of redundant contacts are unique; with r̂ the forces themselves nothing is
// compliant any more. (doc/theory/contact.md)

#include <vector>

#include "laws/friction/compliant_matrix.h"

namespace zwang::least {

class Compliant {
 public:
  /// `left`: multiplications that are allowed, roughly; what is done is taken off it.
  Compliant(const Island& island, double& left);

  /// Forces of a fading compliance, then without any. False: none were found.
  bool fade();
  /// Whether all can rest: the least ẍ that forces within their cones allow, a convex problem, is none. False: not, or some
  /// limit is not that of one contact by itself.
  bool rest();

  const std::vector<double>& r() const { return r_; }

 private:
  enum class Law : unsigned char {
    coulomb,
    cone
  };  // cone: forces within it that leave least to move

  bool newton(Law law, double compliance, int most);
  bool refine(Law law);
  double misfit(Law law, double compliance);
  void add_slopes(Law law, double compliance);
  void rub(const IslandRubbing& x, double compliance);
  void rub_slopes(const IslandRubbing& x, double compliance);
  void project(const IslandRubbing& x, double compliance);
  void project_slopes(const IslandRubbing& x, double compliance);
  double wish(Index row, double compliance) const { return hat_[row] - u_[row] / compliance; }

  const Island& island_;
  double& left_;
  CompliantMatrix matrix_;
  std::vector<double> x_, before_, step_, F_;  // freedom
  std::vector<double> u_, r_, hat_;            // n
  std::vector<unsigned char> rubbed_;  // normals that the law `cone` deals with by their rubbing
};

}  // namespace zwang::least
