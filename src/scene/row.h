// SPDX-License-Identifier: Apache-2.0
#pragma once
// One row of the constraints as a function of where one particle is, all others at the start.

#include <memory>
#include <optional>
#include <vector>

#include "equations/block.h"
#include "equations/evaluate.h"
#include "scene/movers.h"
#include "scene/scene.h"

namespace zwang::scene {

class Row {
 public:
  Row(const Model& model, equations::Workspace& workspace, Index row, const Mover& mover);

  /// Makes value() quick, for a grid of them: by a program of this row alone, where that can be.
  void hurry(const Model& model);

  double value(const Triple& at, double dt = 0);     // φ, dt later than the start
  Triple gradient(const Triple& at, double dt = 0);  // of φ
  Triple start() const;                              // where the particle starts
  double start_time() const { return state_.t; }

  bool depends_on_time() const { return equations_.rows[static_cast<std::size_t>(row_)].of_time; }
  /// The point through which all gradients go, if there is one that does not move: then φ = 0 is a
  /// circle or a sphere about it.
  std::optional<Triple> centre(double size);
  /// The same at one time; it may be elsewhere at another.
  std::optional<Triple> centre_at(double size, double dt);

 private:
  void evaluate(const Triple& at, double dt);
  std::optional<Triple> meet(double size, double dt, double later);

  equations::Workspace& workspace_;
  const equations::Equations& equations_;
  Index row_;
  const Mover& mover_;
  State state_, changed_;
  std::optional<equations::Block> alone_;  // over inputs_
  std::vector<double> inputs_, scratch_;
};

/// Centres that move: of a circle or a sphere that holds a particle, and goes somewhere as time passes.
/// Told from the numbers of its row alone.
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
  std::vector<Row> rows_;
  std::vector<double> sizes_;
  double from_ = 0;
};

}  // namespace zwang::scene
