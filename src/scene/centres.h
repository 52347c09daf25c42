// SPDX-License-Identifier: Apache-2.0
#pragma once
// Centres that move: of a circle or a sphere that holds a particle, and goes somewhere as time passes.
// Told from the numbers of its row alone.

#include <memory>
#include <vector>

#include "scene/bound.h"
#include "scene/row.h"

namespace zwang {

class MovingCentres {
 public:
  explicit MovingCentres(const Model& model);

  struct Centre {
    Bound bound;
    std::size_t dimensions = 3;
  };
  const std::vector<Centre>& found() const { return found_; }

  /// Where one of them is at a time.
  Triple at(std::size_t number, double t);

 private:
  std::vector<Mover> movers_;
  std::unique_ptr<equations::Workspace> workspace_;
  std::vector<Centre> found_;
  std::vector<SceneRow> rows_;
  std::vector<double> sizes_;
  double from_ = 0;
};

}  // namespace zwang
