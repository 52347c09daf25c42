// SPDX-License-Identifier: Apache-2.0
#include "scene/numbers.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"
#include "scene/forces.h"

namespace zwang::scene {

namespace {

using What = DrawnVector::What;

constexpr std::size_t most_compiled_twice = 2000;  // coordinates
constexpr std::size_t most_forces = 60;            // more arrows are a thicket

// Of "crank.tip" or "crank.center"; −1: of none.
Index body_of(const Model& model, const std::string& point) {
  const std::vector<std::string>& bodies = model.bodies();
  const auto at = std::find(bodies.begin(), bodies.end(), point.substr(0, point.rfind('.')));
  return at == bodies.end() ? -1 : at - bodies.begin();
}

void fill_body(const bodies::BodyState& body, double* numbers) {
  numbers[0] = body.p.x;
  numbers[1] = body.p.y;
  numbers[2] = body.p.z;
  const std::array<double, 4> e = turn_of(body.R);
  double along = 0;
  for (std::size_t k = 0; k < 4; ++k) along += e[k] * numbers[3 + k];
  for (std::size_t k = 0; k < 4; ++k) numbers[3 + k] = along < 0 ? -e[k] : e[k];
}

}  // namespace

// The largest of its parts is found by a root, the others by quotients: none loses digits.
std::array<double, 4> turn_of(const bodies::Mat3<double>& R) {
  const double xx = R.x.x, yy = R.y.y, zz = R.z.z;
  const double sxy = R.x.y + R.y.x, sxz = R.x.z + R.z.x, syz = R.y.z + R.z.y;
  const double dx = R.y.z - R.z.y, dy = R.z.x - R.x.z, dz = R.x.y - R.y.x;
  const double parts[4] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz,
                           1 - xx - yy + zz};  // 4w², 4x², 4y², 4z²
  const auto largest = std::max_element(parts, parts + 4) - parts;
  const double p = std::sqrt(std::max(parts[largest], 0.0)) / 2, f = 0.25 / p;
  switch (largest) {
    case 0:
      return {p, f * dx, f * dy, f * dz};
    case 1:
      return {f * dx, p, f * sxy, f * sxz};
    case 2:
      return {f * dy, f * sxy, p, f * syz};
    default:
      return {f * dz, f * sxz, f * syz, p};
  }
}

Numbers::Numbers(const Model& model, bool forces)
    : equations_(&model.parts().equations()), centres_(model) {
  const DrawnFormulas all = drawn_formulas(model.description(), true);
  const std::vector<DrawnVector>& drawn = all.vectors;
  // The direction of gravity and forces alone are not worth compiling a large model again.
  const auto others = std::count_if(drawn.begin(), drawn.end(), [](const DrawnVector& vector) {
    return vector.what != What::push && vector.what != What::push_at;
  });
  const bool worth = others > 1 || model.coordinates().size() <= most_compiled_twice;
  const bool needed = !drawn.empty() && worth && model.parts().drawn().diagnostics.empty();
  if (needed) equations_ = &model.parts().drawn().equations;
  workspace_ = std::make_unique<equations::Workspace>(*equations_);
  if (equations_->solids) bodies_ = equations_->solids->tree.bodies.size();
  bodies_ = std::min(bodies_, most_drawn_bodies);
  size_ = 7 * bodies_;
  if (needed) {
    find_vectors(model, all);
    drop_forces(forces ? most_forces : 0);
  }
  const bool some = static_cast<std::size_t>(others) < drawn.size();
  forces_left_out_ = forces && some && !has_forces_;
  observed_ = size_ - 7 * bodies_;
  add_centres();
}

void Numbers::add_centres() {
  for (const MovingCentres::Centre& centre : centres_.found()) {
    const auto row = static_cast<std::size_t>(centre.bound.row);
    vectors_.push_back({{What::centre, row, 0, centre.bound.name}, "", size_, centre.dimensions});
    size_ += centre.dimensions;
  }
}

void Numbers::find_vectors(const Model& model, const DrawnFormulas& drawn) {
  const std::vector<DrawnForce> forces = drawn_forces(model.description());
  std::size_t before = drawn.vectors.size();  // the vector of the numbers before
  for (const compile::Observed& numbers : model.parts().drawn().names.observed) {
    const std::size_t vector = drawn.vector_of[numbers.observable];
    // Numbers of a family follow each other place by place, components of a vector formula by formula.
    if (vector != before || !numbers.place.empty()) {
      const DrawnVector& what = drawn.vectors[vector];
      vectors_.push_back({what, numbers.place, size_, 0});
      if (what.what == What::push && forces[what.of].body_frame)
        vectors_.back().turned_by = body_of(model, forces[what.of].on);
    }
    before = vector;
    vectors_.back().size += static_cast<std::size_t>(numbers.count);
    size_ += static_cast<std::size_t>(numbers.count);
  }
}

// Applied forces come last.
void Numbers::drop_forces(std::size_t most) {
  const auto first = std::find_if(vectors_.begin(), vectors_.end(), [](const Vector& vector) {
    return vector.what.what == What::push_at || vector.what.what == What::push;
  });
  const auto count = static_cast<std::size_t>(vectors_.end() - first) / 2;
  has_forces_ = count > 0 && count <= most;
  if (count <= most) return;
  size_ = first->first;
  vectors_.erase(first, vectors_.end());
}

// Components along a body's axes become those of the world. A spring of no length has no direction,
// and no force that could be drawn.
void Numbers::finish_forces(double* numbers) const {
  for (const Vector& vector : vectors_) {
    if (vector.what.what != What::push) continue;
    double* const f = numbers + vector.first;
    if (vector.turned_by >= 0 && vector.size == 3) {
      const bodies::Mat3<double>& R = placed(static_cast<std::size_t>(vector.turned_by)).R;
      const bodies::Vec3<double> world = R * bodies::Vec3<double>{f[0], f[1], f[2]};
      f[0] = world.x;
      f[1] = world.y;
      f[2] = world.z;
    }
    for (std::size_t k = 0; k < vector.size; ++k) f[k] = std::isfinite(f[k]) ? f[k] : 0.0;
  }
}

void Numbers::fill(double t, const double* q, const double* v, double* numbers) {
  workspace_->evaluate(equations::Stage::observe, t, q, v);
  for (std::size_t k = 0; k < bodies_; ++k) fill_body(placed(k), numbers + body(k));
  std::copy_n(workspace_->observables(), observed_, numbers + 7 * bodies_);
  double* next = numbers + 7 * bodies_ + observed_;
  for (std::size_t k = 0; k < centres_.found().size(); ++k) {
    const Triple at = centres_.at(k, t);
    next = std::copy_n(at.begin(), centres_.found()[k].dimensions, next);
  }
  if (has_forces_) finish_forces(numbers);
}

const bodies::BodyState& Numbers::placed(std::size_t body) const {
  return workspace_->solids()->kinematics()[static_cast<Index>(body)];
}

const bodies::SolidNumbers& Numbers::solid(std::size_t body) const {
  return workspace_->solids()->numbers().of[body];
}

}  // namespace zwang::scene
