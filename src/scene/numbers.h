// SPDX-License-Identifier: Apache-2.0
#pragma once
// All numbers that are drawn, at a state: of each body its origin and how it is turned, then the drawn
// vectors (scene_drawing.h), then centres that move (scene_centres.h). Those that are coordinates, or
// never change, need no column of their own.

#include <memory>
#include <string>
#include <vector>

#include "equations/evaluate.h"
#include "scene/drawing.h"
#include "scene/row.h"
#include "scene/scene.h"
#include "zwang/model.h"

namespace zwang::scene {

/// w, x, y, z of a unit quaternion.
std::array<double, 4> turn_of(const bodies::Mat3<double>& R);

class Numbers {
 public:
  /// `forces`: those that are applied too.
  Numbers(const Model& model, bool forces);

  std::size_t bodies() const { return bodies_; }
  /// Where body k's seven numbers begin: x, y, z, then w, x, y, z of a unit quaternion.
  std::size_t body(std::size_t k) const { return 7 * k; }

  /// A drawn vector, or one of a family.
  struct Vector {
    DrawnVector what;
    std::string place;      // "[3]", or nothing
    std::size_t first = 0;  // its numbers
    std::size_t size = 0;   // 2 or 3
    Index turned_by = -1;   // the body along whose axes it is given; −1: the world's
  };
  const std::vector<Vector>& vectors() const { return vectors_; }

  std::size_t size() const { return size_; }
  /// Whether there are applied forces and none is drawn: too many, as a rule.
  bool forces_left_out() const { return forces_left_out_; }
  bool has_forces() const { return has_forces_; }

  /// Of the controls, until others come; as many as the model has.
  void set_controls(const double* u) { workspace_->set_controls(u); }
  /// Fills size() numbers. Of the two quaternions for one turn, that which is nearer to the one in
  /// `numbers` before.
  void fill(double t, const double* q, const double* v, double* numbers);

  /// Of a body, at the state of the last fill().
  const bodies::BodyState& placed(std::size_t body) const;
  const bodies::SolidNumbers& solid(std::size_t body) const;
  const bodies::Tree& tree() const { return equations_->solids->tree; }

 private:
  void find_vectors(const Model& model, const DrawnFormulas& drawn);
  void drop_forces(std::size_t most);
  void finish_forces(double* numbers) const;
  void add_centres();

  const equations::Equations* equations_;
  std::unique_ptr<equations::Workspace> workspace_;
  MovingCentres centres_;
  std::size_t bodies_ = 0, observed_ = 0, size_ = 0;
  bool has_forces_ = false, forces_left_out_ = false;
  std::vector<Vector> vectors_;
};

}  // namespace zwang::scene
