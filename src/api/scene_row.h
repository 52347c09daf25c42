// SPDX-License-Identifier: Apache-2.0
#pragma once
// One row of the constraints as a function of where one particle is, all others at the start.

#include <optional>

#include "api/scene.h"
#include "api/scene_movers.h"
#include "equations/evaluate.h"

namespace zwang {

class SceneRow {
 public:
  SceneRow(const Model& model, equations::Workspace& workspace, Index row, const Mover& mover);

  double value(const Triple& at, double dt = 0);     // φ, dt later than the start
  Triple gradient(const Triple& at, double dt = 0);  // of φ
  Triple start() const;                              // where the particle starts

  bool depends_on_time();
  /// The point through which all gradients go, if there is one that does not move: then φ = 0 is a
  /// circle or a sphere about it.
  std::optional<Triple> centre(double size);

 private:
  void evaluate(const Triple& at, double dt);

  equations::Workspace& workspace_;
  const equations::Equations& equations_;
  Index row_;
  const Mover& mover_;
  State state_, changed_;
};

}  // namespace zwang
