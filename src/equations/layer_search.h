// SPDX-License-Identifier: Apache-2.0
#pragma once
// Layers along a line of states: where an argument passes what matters between two places that were
// looked at (argument.h).

#include <span>
#include <vector>

#include "base/index.h"
#include "equations/argument.h"

namespace zwang::equations {

struct Layer {
  Index argument = 0;
  double at = 0, width = 0;
};

/// All arguments at a place of the line.
struct ArgumentsAlong {
  void* self;
  void (*values)(void* self, double at, double* u) noexcept;
};

class LayerSearch {
 public:
  explicit LayerSearch(std::span<const Argument> arguments);

  Index size() const { return static_cast<Index>(arguments_.size()); }
  /// Forgets what it has looked at.
  void begin() noexcept { count_ = 0; }
  /// The next place behind the last, and the layers that lie between the last three. What it returns
  /// lives until the next call.
  std::span<const Layer> look(double at, const ArgumentsAlong& line) noexcept;

 private:
  struct Bracket {  // a < b < c
    double a, fa, b, fb, c, fc;
  };

  double* row(int back) noexcept { return u_.data() + ((count_ - 1 - back) % 3) * at_; }
  double place(int back) const { return places_[(count_ - 1 - back) % 3]; }
  double value(const ArgumentsAlong& line, Index k, double at) noexcept;
  double measured(const ArgumentsAlong& line, Index k, double at, double sign) noexcept;
  void pass_zero(const ArgumentsAlong& line, Index k) noexcept;
  void pass_extremum(const ArgumentsAlong& line, Index k) noexcept;
  void shrink(const ArgumentsAlong& line, Index k, double sign, Bracket& x) noexcept;
  void add_between(const ArgumentsAlong& line, Index k, double inside) noexcept;
  double flip(const ArgumentsAlong& line, Index k, double from, double to) noexcept;

  std::span<const Argument> arguments_;
  std::size_t at_;
  std::vector<double> u_, one_;  // of the last three places; of one
  double places_[3] = {};
  long count_ = 0;
  std::vector<Layer> found_;
};

}  // namespace zwang::equations
