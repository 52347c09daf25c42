// SPDX-License-Identifier: Apache-2.0
#include "scene/guides.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "model/model_parts.h"
#include "scene/contour.h"
#include "scene/movers.h"
#include "scene/row.h"

namespace zwang::scene {

namespace {

constexpr std::size_t most_rods = 3000, most_contours = 12;
constexpr int curve_cells = 96, surface_cells = 18;
// So many particles about one centre: the sphere is drawn, not a rod to each.
constexpr std::size_t few = 3;

/// A circle or sphere, and who is on it.
struct Round {
  Triple centre;
  double radius;
  std::vector<Bound> rows;
};

bool same(const Triple& a, const Triple& b, double close) {
  return std::abs(a[0] - b[0]) < close && std::abs(a[1] - b[1]) < close &&
         std::abs(a[2] - b[2]) < close;
}

void draw_moving(const TimeField& field, const std::string& name, bool flat, const Course& course,
                 Scene& scene) {
  if (flat) {
    Curve curve = moving_curve(field, course);
    curve.name = name;
    if (!curve.keys.empty()) scene.curves.push_back(std::move(curve));
    return;
  }
  Surface surface = moving_surface(field, course);
  surface.name = name;
  if (!surface.keys.empty()) scene.surfaces.push_back(std::move(surface));
}

void draw_contour(Row& row, const std::string& name, bool flat, const Course& course,
                  Scene& scene) {
  if (scene.curves.size() + scene.surfaces.size() >= most_contours) return;
  if (row.depends_on_time()) {
    const TimeField field = [&](const Triple& at, double t) {
      return row.value(at, t - row.start_time());
    };
    return draw_moving(field, name, flat, course, scene);
  }
  const Field field = [&](const Triple& at) { return row.value(at); };
  if (flat) {
    for (Curve& curve : whole_curves(field, course.whole, course.size, curve_cells)) {
      curve.name = name;
      scene.curves.push_back(std::move(curve));
    }
    return;
  }
  Surface surface = whole_surface(field, course.whole, course.size, surface_cells);
  surface.name = name;
  if (!surface.triangles.empty()) scene.surfaces.push_back(std::move(surface));
}

/// Goes through the rows and draws each.
class Guides {
 public:
  Guides(const Model& model, const std::vector<Mover>& movers, const Course& course,
         const MovingPlaces& centres, Scene& scene)
      : model_(model),
        movers_(movers),
        course_(course),
        centres_(centres),
        scene_(scene),
        workspace_(model.parts().equations()) {}

  void draw() {
    const std::vector<Bound> rows = bound_rows(model_, movers_);
    for (const Bound& bound : rows) {
      if (bound.movers.size() == 2) {
        add_rod(bound, {static_cast<Index>(bound.movers[0]), -1, {}}, bound.movers[1]);
      } else {
        draw_alone(bound);
      }
    }
    for (const Round& round : rounds_) draw_round(round);
  }

 private:
  void add_rod(const Bound& bound, const Place& from, std::size_t to) {
    if (scene_.rods.size() >= most_rods) return;
    scene_.rods.push_back({bound.name, "constraint", from, {static_cast<Index>(to), -1, {}}});
  }

  void draw_alone(const Bound& bound) {
    const Mover& mover = movers_[bound.movers[0]];
    if (mover.along_time || mover.coordinates.size() < 2) return;
    if (const auto moving = centres_.find(bound.row); moving != centres_.end())
      return add_rod(bound, moving->second, bound.movers[0]);
    Row row(model_, workspace_, bound.row, mover);
    const equations::Row& kind = model_.parts().equations().rows[bound.row];
    const bool wall = kind.kind == equations::Kind::unilateral;
    const auto centre = wall || !mover.particle ? std::nullopt : row.centre(scene_.length);
    if (centre) {
      note_round(bound, *centre, row.start());
    } else if (drawn_.insert(bound.name.substr(0, bound.name.find('['))).second) {
      // Members of a family have the same curve, or too many.
      row.hurry(model_);
      draw_contour(row, bound.name, mover.coordinates.size() == 2, course_, scene_);
    }
  }

  void note_round(const Bound& bound, const Triple& centre, const Triple& at) {
    const double radius = std::hypot(at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]);
    const double close = 1e-6 * scene_.length;
    const auto known = std::find_if(rounds_.begin(), rounds_.end(), [&](const Round& round) {
      return same(round.centre, centre, close) && std::abs(round.radius - radius) < close;
    });
    if (known == rounds_.end()) {
      rounds_.push_back({centre, radius, {bound}});
    } else {
      known->rows.push_back(bound);
    }
  }

  void draw_round(const Round& round) {
    if (round.rows.size() <= few) {
      for (const Bound& bound : round.rows) add_rod(bound, {-1, -1, round.centre}, bound.movers[0]);
      return;
    }
    const Bound& bound = round.rows[0];
    const Mover& mover = movers_[bound.movers[0]];
    Row row(model_, workspace_, bound.row, mover);
    row.hurry(model_);
    draw_contour(row, bound.name, mover.coordinates.size() == 2, course_, scene_);
  }

  const Model& model_;
  const std::vector<Mover>& movers_;
  const Course& course_;
  const MovingPlaces& centres_;
  Scene& scene_;
  equations::Workspace workspace_;
  std::vector<Round> rounds_;
  std::set<std::string> drawn_;
};

}  // namespace

void add_guides(const Model& model, const std::vector<Mover>& movers, const Course& course,
                const MovingPlaces& centres, Scene& scene) {
  if (!movers.empty()) Guides(model, movers, course, centres, scene).draw();
}

}  // namespace zwang::scene
