// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rooted trees and the order conditions of Runge–Kutta methods: the method is of order p if
// Σ b_i Φ_i(τ) = 1/γ(τ) for every tree τ with at most p vertices (J. C. Butcher, 1963). In long
// double, with a bound on the rounding of the coefficients.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace zwang::test {

/// A tree as the list of the subtrees of its root, by their numbers in the list of all trees.
struct Tree {
  int size = 1;
  long double gamma = 1;  // the product of the sizes of all subtrees
  std::vector<std::size_t> branches;
};

/// All trees of up to p vertices, sorted by size.
inline std::vector<Tree> rooted_trees(int p) {
  std::vector<Tree> trees = {{}};
  for (int size = 2; size <= p; ++size) {
    const std::size_t smaller = trees.size();
    // Multisets of subtrees with size − 1 vertices together, by ascending number.
    const auto extend = [&](const auto& self, Tree tree, std::size_t first, int left) -> void {
      if (left == 0) {
        tree.size = size;
        tree.gamma *= size;
        trees.push_back(tree);
      }
      for (std::size_t k = first; k < smaller && left > 0; ++k)
        if (trees[k].size <= left) {
          Tree more = tree;
          more.branches.push_back(k);
          more.gamma *= trees[k].gamma;
          self(self, more, k, left - trees[k].size);
        }
    };
    extend(extend, Tree{}, 0, size - 1);
  }
  return trees;
}

using Weights = std::vector<double>;
using LongWeights = std::vector<long double>;

/// Stage i uses A[i][0 …]; rows may be shorter than the number of stages.
struct Tableau {
  std::vector<double> c;
  std::vector<LongWeights> A;
  std::size_t stages() const { return A.size(); }
};

/// Φ_i(τ) for all trees; with `absolute`, of the moduli of A.
inline std::vector<LongWeights> elementary_weights(const Tableau& method,
                                                   const std::vector<Tree>& trees, bool absolute) {
  std::vector<LongWeights> phi;
  for (const Tree& tree : trees) {
    LongWeights here(method.stages(), 1);
    for (std::size_t branch : tree.branches)
      for (std::size_t i = 0; i < method.stages(); ++i) {
        long double sum = 0;
        for (std::size_t j = 0; j < method.A[i].size(); ++j)
          sum += (absolute ? std::fabs(method.A[i][j]) : method.A[i][j]) * phi[branch][j];
        here[i] *= sum;
      }
    phi.push_back(here);
  }
  return phi;
}

/// The highest p such that the weights b satisfy all conditions up to order p at θ (1: the end of
/// the step), and no further than `most`. A condition holds if it is off by no more than rounding
/// each coefficient of its products once, by eps·unit/2, can explain; unit is 1 for coefficients
/// in double.
inline int order_of(const Tableau& method, const LongWeights& b, double theta, int most,
                    long double unit = 1) {
  const std::vector<Tree> trees = rooted_trees(most);
  const auto phi = elementary_weights(method, trees, false);
  const auto size = elementary_weights(method, trees, true);
  int order = most;
  for (std::size_t k = 0; k < trees.size(); ++k) {
    long double sum = 0, moduli = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      sum += b[i] * phi[k][i];
      moduli += std::fabs(b[i]) * size[k][i];
    }
    const int p = trees[k].size;
    const long double off = sum - std::pow(static_cast<long double>(theta), p) / trees[k].gamma;
    const long double rounding = p * std::numeric_limits<double>::epsilon() * unit * moduli;
    if (std::fabs(off) > rounding && p <= order) order = p - 1;
  }
  return order;
}

}  // namespace zwang::test
