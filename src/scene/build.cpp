// SPDX-License-Identifier: Apache-2.0
#include "scene/build.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/model_parts.h"
#include "scene/bodies.h"
#include "scene/extent.h"
#include "scene/forces.h"
#include "scene/guides.h"
#include "scene/shapes.h"

namespace zwang::scene {

namespace {

using What = DrawnVector::What;

constexpr std::size_t most_traces = 12;
constexpr std::ptrdiff_t few_traces = 6;  // more would hide what leaves them

class Builder {
 public:
  Builder(const Model& model, Numbers& numbers, Columns& columns)
      : model_(model), numbers_(numbers), columns_(columns), movers_(movers_of(model)) {}

  Scene build(record::RowSource& rows) {
    scene_.title = model_.description().title;
    for (const auto& one : model_.parts().source.quantities().shown)
      scene_.units.push_back({one.si, one.unit, one.factor});
    add_movers();
    std::vector<Vector> places;
    for (const Point& point : scene_.points) places.push_back(point.at);
    const Extent extent = measure(places, numbers_, columns_, rows);
    scene_.length = std::max(extent.size(), reach_of_shapes(model_));
    set_axes(extent);
    start();
    size_particles();
    find_body_points();
    add_bodies(model_, numbers_, columns_, body_points_, scene_);
    if (model_.bodies().size() > numbers_.bodies())
      scene_.left_out.push_back(std::to_string(model_.bodies().size() - numbers_.bodies()) +
                                " more bodies are not drawn.");
    add_wheels();
    add_drawn();
    add_ground_shapes(model_, extent.box, scene_);
    add_guides(model_, movers_, {extent.from, extent.until, extent.rows, extent.box, scene_.length},
               add_centres(), scene_);
    add_particle_arrows(model_, movers_, columns_.columns(), scene_);
    add_applied();
    add_traces();
    return std::move(scene_);
  }

 private:
  // Points come first, so that a mover's number is that of its point.
  void add_movers() {
    const Description& description = model_.description();
    for (const Mover& mover : movers_) {
      Point point{mover.name, mover.particle ? "particle" : "draw", {}};
      for (const Particle& particle : description.particles)
        if (mover.particle && particle.name.text == mover.name.substr(0, mover.name.find('[')))
          point.color = particle.color;
      std::size_t axis = 0;
      if (mover.along_time)
        point.at[axis++].column = columns_.columns().find(description.time.text);
      for (const std::size_t i : mover.coordinates) {
        point.at[axis++].column = columns_.columns().find(model_.coordinates()[i]);
      }
      scene_.points.push_back(std::move(point));
    }
  }

  // The drawn numbers at the start, and with them the bodies there.
  void start() {
    const State& state = model_.start();
    values_.assign(numbers_.size(), 0.0);
    numbers_.fill(state.t, state.q.data(), state.v.data(), values_.data());
  }

  Triple world(const Numbers::Vector& vector) const {
    Triple at{};
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(vector.first),
                std::min<std::size_t>(vector.size, 3), at.begin());
    return at;
  }

  void set_axes(const Extent& extent) {
    const Description& description = model_.description();
    const bool planar = is_planar(description) &&
                        std::all_of(movers_.begin(), movers_.end(), [](const Mover& mover) {
                          return mover.coordinates.size() < 3;
                        });
    const bool flat_bodies = !description.bodies.empty() && extent.flat && !extent.empty;
    scene_.dimensions = planar || flat_bodies ? 2 : 3;
    scene_.up = scene_.dimensions == 2 ? Triple{0, 1, 0} : Triple{0, 0, 1};
    start();
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      if (vector.what.what != What::gravity) continue;
      const Triple g = world(vector);
      const double size = std::hypot(g[0], g[1], g[2]);
      if (!(size > 0) || !std::isfinite(size)) continue;
      for (std::size_t k = 0; k < 3; ++k) scene_.up[k] = 0.0 - g[k] / size;
    }
    // What moves in a plane that lies level is seen from above, as a map.
    if (scene_.dimensions == 2 && std::abs(scene_.up[2]) > 0.5) scene_.up = {0, 1, 0};
  }

  void size_particles() {
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      if (vector.what.what != What::ball) continue;
      const std::string name = vector.what.name + vector.place;
      for (std::size_t k = 0; k < movers_.size(); ++k)
        if (scene_.points[k].name == name) scene_.points[k].radius = world(vector)[0];
    }
  }

  void find_body_points() {
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      if (vector.what.what != What::body_point && vector.what.what != What::closure_end) continue;
      auto point = find_body_point(model_, numbers_, vector.what.name, world(vector));
      if (!point) continue;
      if (vector.what.what == What::body_point) point->name = vector.what.name;
      body_points_.push_back(*point);
    }
    for (BodyPoint& point : body_points_)
      if (is_joined(point)) point.name.clear();
  }

  bool is_joined(const BodyPoint& point) const {
    const auto apart = [&](const double* at) {
      return std::hypot(at[0] - point.at[0], at[1] - point.at[1], at[2] - point.at[2]);
    };
    const double near = 1e-9 * scene_.length;  // rounding of where the mechanism starts
    if (apart(Triple{}.data()) < near) return true;
    for (std::size_t k = 0; k < numbers_.bodies(); ++k) {
      if (numbers_.tree().bodies[k].parent == static_cast<Index>(point.body) &&
          apart(numbers_.solid(k).at) < near)
        return true;
    }
    return std::any_of(body_points_.begin(), body_points_.end(), [&](const BodyPoint& other) {
      return other.body == point.body && other.name.empty() && apart(other.at.data()) < near;
    });
  }

  // The middle of a wheel is followed by its radius, and by its axis if it is no ball.
  void add_wheels() {
    const std::vector<Numbers::Vector>& vectors = numbers_.vectors();
    for (std::size_t k = 0; k + 1 < vectors.size(); ++k) {
      if (vectors[k].what.what != What::wheel || vectors[k].what.part != 0) continue;
      const auto middle =
          find_body_point(model_, numbers_, vectors[k].what.name, world(vectors[k]));
      std::optional<Triple> axis;
      if (k + 2 < vectors.size() && vectors[k + 2].what.what == What::wheel &&
          vectors[k + 2].what.part == 2)
        axis = world(vectors[k + 2]);
      const double radius = world(vectors[k + 1])[0];
      if (middle) make_wheel(*middle, radius, axis, rim_of(middle->body, radius, axis), scene_);
    }
  }

  // How much of the mass lies at the radius: 1 for a hoop, a half for a disk.
  double rim_of(std::size_t body, double radius, const std::optional<Triple>& axis) const {
    const bodies::SolidNumbers& solid = numbers_.solid(body);
    if (!axis || !(solid.mass > 0)) return 0;
    const double* const I = solid.inertia;
    const Triple& n = *axis;
    const double about = I[0] * n[0] * n[0] + I[1] * n[1] * n[1] + I[2] * n[2] * n[2] +
                         2 * (I[3] * n[0] * n[1] + I[4] * n[0] * n[2] + I[5] * n[1] * n[2]);
    const double size = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    return about / (size * solid.mass * radius * radius);
  }

  /// Where a drawn vector is: on a body, at a point that is there already, fixed, or a point of its own.
  Place place_of(const Numbers::Vector& vector) {
    if (const auto point = find_body_point(model_, numbers_, vector.what.name, world(vector)))
      return {-1, static_cast<Index>(point->body), point->at};
    Vector at;
    for (std::size_t k = 0; k < std::min<std::size_t>(vector.size, 3); ++k)
      at[k] = columns_[vector.first + k];
    const auto fixed = [](const Number& x) { return x.column < 0; };
    if (std::all_of(at.begin(), at.end(), fixed))
      return {-1, -1, {at[0].value, at[1].value, at[2].value}};
    for (std::size_t k = 0; k < scene_.points.size(); ++k) {
      const Point& point = scene_.points[k];
      const bool named = point.kind == "draw" && point.name == vector.what.name;
      if (named || same(point.at, at)) return {static_cast<Index>(k), -1, {}};
    }
    scene_.points.push_back({vector.what.name, "draw", at});
    return {static_cast<Index>(scene_.points.size()) - 1, -1, {}};
  }

  static bool same(const Vector& a, const Vector& b) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (a[k].column != b[k].column || a[k].value != b[k].value) return false;
    }
    return true;
  }

  void add_point(const Numbers::Vector& vector, const char* kind) {
    Point point{vector.what.name, kind, {}};
    for (std::size_t k = 0; k < std::min<std::size_t>(vector.size, 3); ++k)
      point.at[k] = columns_[vector.first + k];
    scene_.points.push_back(std::move(point));
  }

  MovingPlaces add_centres() {
    MovingPlaces places;
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      if (vector.what.what != What::centre) continue;
      add_point(vector, "anchor");
      places[static_cast<Index>(vector.what.of)] = {
          static_cast<Index>(scene_.points.size()) - 1, -1, {}};
    }
    return places;
  }

  void add_drawn() {
    const Description& description = model_.description();
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      if (vector.what.what == What::point) add_point(vector, "draw");
      if (vector.what.what == What::ground_point) add_point(vector, "anchor");
    }
    std::map<std::pair<std::size_t, std::string>, Place> springs;
    Place before;
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      const DrawnVector& what = vector.what;
      if (what.what != What::line_end && what.what != What::closure_end &&
          what.what != What::spring_end)
        continue;
      const Place place = place_of(vector);
      if (what.what == What::spring_end) {
        const auto [at, first] = springs.try_emplace({what.of, vector.place}, place);
        if (!first) scene_.rods.push_back({"spring" + vector.place, "spring", at->second, place});
        continue;
      }
      const bool line = what.what == What::line_end;
      if (what.part > 0)
        scene_.rods.push_back({line ? "" : description.constraints[what.of].name.text,
                               line ? "draw" : "closure", before, place});
      before = place;
    }
  }

  // Where the force acts comes before the force, of a family member by member.
  void add_applied() {
    const std::vector<DrawnForce> forces = drawn_forces(model_.description());
    std::map<std::pair<std::size_t, std::string>, Place> places;
    for (const Numbers::Vector& vector : numbers_.vectors()) {
      const std::pair key{vector.what.of, vector.place};
      if (vector.what.what == What::push_at) places[key] = place_of(vector);
      if (vector.what.what != What::push) continue;
      const Place& at = places.at(key);
      if (at.point < 0 && at.body < 0) continue;  // on the ground
      Arrow arrow{vector.what.name, "applied", at, {}};
      arrow.shown = !forces[vector.what.of].spring;  // the spring itself is there
      for (std::size_t k = 0; k < std::min<std::size_t>(vector.size, 3); ++k)
        arrow.vector[k] = columns_[vector.first + k];
      scene_.arrows.push_back(std::move(arrow));
    }
    if (numbers_.forces_left_out())
      scene_.left_out.push_back("Arrows hidden: too many applied forces.");
  }

  void add_traces() {
    for (std::size_t k = 0; k < scene_.points.size(); ++k) {
      const std::string& kind = scene_.points[k].kind;
      const bool named = k < movers_.size() || (kind == "draw" && movers_.empty());
      if (named)
        scene_.traces.push_back({{static_cast<Index>(k), -1, {}}, scene_.points[k].name, true});
    }
    // Of many the last one: the end of a chain.
    if (scene_.traces.size() > most_traces)
      scene_.traces.erase(scene_.traces.begin(), scene_.traces.end() - 1);
    add_free_points();
    if (scene_.traces.empty()) add_leaves();
  }

  // A named point that nothing is joined to was named for where it goes: a pen, a foot, a tip.
  void add_free_points() {
    const auto is_free = [](const BodyPoint& point) { return !point.name.empty(); };
    const auto all = std::count_if(body_points_.begin(), body_points_.end(), is_free);
    for (const BodyPoint& point : body_points_) {
      if (!is_free(point) || scene_.traces.size() >= most_traces) continue;
      scene_.traces.push_back(
          {{-1, static_cast<Index>(point.body), point.at}, point.name, all <= few_traces});
    }
  }

  void add_leaves() {
    for (std::size_t k = 0; k < numbers_.bodies() && scene_.traces.size() < most_traces; ++k) {
      const auto& tree = numbers_.tree().bodies;
      const bool leaf = std::none_of(tree.begin(), tree.end(), [&](const bodies::Body& body) {
        return body.parent == static_cast<Index>(k);
      });
      if (!leaf && numbers_.bodies() > 4) continue;
      const auto point = std::find_if(body_points_.begin(), body_points_.end(),
                                      [&](const BodyPoint& p) { return p.body == k; });
      const double* const c = numbers_.solid(k).center;
      const Triple at = point == body_points_.end() ? Triple{c[0], c[1], c[2]} : point->at;
      scene_.traces.push_back({{-1, static_cast<Index>(k), at}, model_.bodies()[k], true});
    }
  }

  const Model& model_;
  Numbers& numbers_;
  Columns& columns_;
  std::vector<Mover> movers_;
  std::vector<BodyPoint> body_points_;
  std::vector<double> values_;
  Scene scene_;
};

}  // namespace

Scene build_scene(const Model& model, Numbers& numbers, Columns& columns, record::RowSource& rows) {
  return Builder(model, numbers, columns).build(rows);
}

}  // namespace zwang::scene
