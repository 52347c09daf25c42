// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a model's non-ideal stages at a random state.

#include <vector>

#include "compile/compile.h"
#include "equations/evaluate.h"
#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::test {

class NonidealNumbers {
 public:
  NonidealNumbers(const std::string& text, std::uint64_t seed)
      : compiled(compile_text(text)), workspace(compiled.equations), random(seed) {
    workspace.set_parameters(equations().parameters);
    for (Index i = 0; i < equations().n; ++i) {
      q.push_back(random.uniform(0.5, 2));
      v.push_back(random.uniform(-2, 2));
      a.push_back(random.uniform(-2, 2));
    }
    for (const equations::Reaction& reaction : equations().reactions) {
      s.push_back(random.uniform(1, 3));
      workspace.set(reaction.slot, s.back());
    }
    for (const equations::Sliding& contact : equations().sliding) {
      d.emplace_back();
      for (const std::uint32_t slot : contact.direction_slots) {
        d.back().push_back(random.uniform(-1, 1));
        workspace.set(slot, d.back().back());
      }
    }
    evaluate();
  }

  void evaluate() {
    using enum equations::Stage;
    for (const equations::Stage stage : {dynamics, projection, nonideal, slide}) {
      workspace.evaluate(stage, t, q.data(), v.data());
    }
  }

  const equations::Equations& equations() const { return compiled.equations; }

  std::vector<double> C() const { return {workspace.C(), workspace.C() + equations().n}; }
  /// dC along all coordinates by a reaction.
  std::vector<double> slope(Index reaction) const {
    return row(equations().C_slope(), workspace.C_slope(), reaction);
  }
  std::vector<double> A(Index i) { return row(equations().A(), workspace.A(), i); }

  /// d/dt of sliding velocity k, at accelerations a, by differences: 1e-6 steps leave errors of 1e-9
  /// for formulas of size 1.
  double sliding_rate(std::size_t k) {
    constexpr double h = 1e-6;
    const std::vector<double> q0 = q, v0 = v;
    double ends[2];
    for (const int side : {0, 1}) {
      const double step = side ? h : -h;
      for (std::size_t i = 0; i < q.size(); ++i) {
        q[i] = q0[i] + step * v0[i] + 0.5 * step * step * a[i];
        v[i] = v0[i] + step * a[i];
      }
      workspace.evaluate(equations::Stage::slide, t + step, q.data(), v.data());
      ends[side] = workspace.sliding()[k];
    }
    q = q0;
    v = v0;
    evaluate();
    return (ends[1] - ends[0]) / (2 * h);
  }

  compile::Compiled compiled;
  equations::Workspace workspace;
  Random random;
  double t = 0.3;
  std::vector<double> q, v, a, s;
  std::vector<std::vector<double>> d;  // directions, by contact

 private:
  std::vector<double> row(const equations::Pattern& pattern, const double* values, Index i) const {
    std::vector<double> full(static_cast<std::size_t>(equations().n));
    for (Index k = pattern.begin[static_cast<std::size_t>(i)];
         k < pattern.begin[static_cast<std::size_t>(i) + 1]; ++k) {
      full[static_cast<std::size_t>(pattern.column[static_cast<std::size_t>(k)])] = values[k];
    }
    return full;
  }
};

}  // namespace zwang::test
