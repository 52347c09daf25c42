// SPDX-License-Identifier: Apache-2.0
#include "api/scene_guides.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "api/diagnose_start.h"
#include "api/model_parts.h"
#include "api/scene_row.h"

namespace zwang {

namespace {

constexpr std::size_t most_rods = 3000, most_contours = 12;
constexpr int curve_cells = 96, surface_cells = 18;
// How far beyond what moved a contour is followed, in units of its size.
constexpr double margins[] = {0.25, 0.6, 1.2};
// So many particles about one centre: the sphere is drawn, not a rod to each.
constexpr std::size_t few = 3;

/// A row and the movers that it touches; none if it touches anything else.
struct Bound {
  Index row = 0;
  std::string name;
  std::vector<std::size_t> movers;
};

bool is_drawn(const equations::Row& row) {
  return row.level == equations::Level::position && row.constraint != equations::no_constraint &&
         (row.kind == equations::Kind::equality || row.kind == equations::Kind::unilateral);
}

std::vector<Bound> bound_rows(const Model& model, const std::vector<Mover>& movers) {
  const equations::Equations& equations = model.parts().equations();
  std::vector<Index> owner(static_cast<std::size_t>(equations.n), -1);
  for (std::size_t k = 0; k < movers.size(); ++k) {
    for (const std::size_t i : movers[k].coordinates) owner[i] = static_cast<Index>(k);
  }
  std::vector<Bound> bound;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (!is_drawn(equations.rows[i])) continue;
    std::set<Index> touched;
    for (Index e = equations.A.begin[i]; e < equations.A.begin[i + 1]; ++e) {
      const Index column = equations.A.column[static_cast<std::size_t>(e)];
      touched.insert(owner[static_cast<std::size_t>(column)]);
    }
    if (touched.empty() || touched.size() > 2 || *touched.begin() < 0) continue;
    bound.push_back({static_cast<Index>(i),
                     model.constraints()[constraint_of(model, i)].name,
                     {touched.begin(), touched.end()}});
  }
  return bound;
}

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

Box around(const Box& whole, double margin) {
  Box box = whole;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] -= margin;
    box.high[k] += margin;
  }
  return box;
}

// Whether no edge belongs to one triangle alone, as where a box cuts a surface.
bool is_closed(const SceneSurface& surface) {
  std::map<std::pair<double, double>, int> edges;
  for (std::size_t k = 0; k < surface.triangles.size(); k += 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double a = surface.triangles[k + i], b = surface.triangles[k + (i + 1) % 3];
      ++edges[std::minmax(a, b)];
    }
  }
  return !edges.empty() &&
         std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 2; });
}

bool is_closed(const std::vector<SceneCurve>& curves) {
  return !curves.empty() && std::all_of(curves.begin(), curves.end(),
                                        [](const SceneCurve& curve) { return curve.closed; });
}

// Where the surface is, and a little more.
Box box_of(const SceneSurface& surface, double margin) {
  const std::vector<double>& at = surface.vertices;
  Box box{{at[0], at[1], at[2]}, {at[0], at[1], at[2]}};
  for (std::size_t k = 0; k < at.size(); ++k) {
    box.low[k % 3] = std::min(box.low[k % 3], at[k]);
    box.high[k % 3] = std::max(box.high[k % 3], at[k]);
  }
  return around(box, margin);
}

// In the smallest box that does not cut it; if every box does, in the smallest.
SceneSurface whole_surface(const Field& field, const Box& whole, double size) {
  for (const double margin : margins) {
    const SceneSurface rough = contour_surface(field, around(whole, margin * size), surface_cells);
    if (!is_closed(rough)) continue;
    SceneSurface fine = contour_surface(field, box_of(rough, 0.05 * size), surface_cells + 2);
    return is_closed(fine) ? fine : rough;
  }
  return contour_surface(field, around(whole, margins[0] * size), surface_cells);
}

std::vector<SceneCurve> whole_curves(const Field& field, const Box& whole, double size) {
  for (const double margin : margins) {
    auto curves = contour_curves(field, around(whole, margin * size), curve_cells);
    if (is_closed(curves)) return curves;
  }
  return contour_curves(field, around(whole, margins[0] * size), curve_cells);
}

void draw_contour(SceneRow& row, const std::string& name, bool flat, const Box& whole,
                  Scene& scene) {
  if (scene.curves.size() + scene.surfaces.size() >= most_contours || row.depends_on_time()) return;
  const Field field = [&](const Triple& at) { return row.value(at); };
  if (flat) {
    for (SceneCurve& curve : whole_curves(field, whole, scene.length)) {
      curve.name = name;
      scene.curves.push_back(std::move(curve));
    }
    return;
  }
  SceneSurface surface = whole_surface(field, whole, scene.length);
  surface.name = name;
  if (!surface.triangles.empty()) scene.surfaces.push_back(std::move(surface));
}

/// Goes through the rows and draws each.
class Guides {
 public:
  Guides(const Model& model, const std::vector<Mover>& movers, const Box& whole, Scene& scene)
      : model_(model),
        movers_(movers),
        box_(whole),
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
  void add_rod(const Bound& bound, const ScenePlace& from, std::size_t to) {
    if (scene_.rods.size() >= most_rods) return;
    scene_.rods.push_back({bound.name, "constraint", from, {static_cast<Index>(to), -1, {}}});
  }

  void draw_alone(const Bound& bound) {
    const Mover& mover = movers_[bound.movers[0]];
    if (mover.along_time || mover.coordinates.size() < 2) return;
    SceneRow row(model_, workspace_, bound.row, mover);
    const equations::Row& kind =
        model_.parts().equations().rows[static_cast<std::size_t>(bound.row)];
    const bool wall = kind.kind == equations::Kind::unilateral;
    const auto centre = wall || !mover.particle ? std::nullopt : row.centre(scene_.length);
    if (centre) {
      note_round(bound, *centre, row.start());
    } else if (drawn_.insert(bound.name.substr(0, bound.name.find('['))).second) {
      // Members of a family have the same curve, or too many.
      draw_contour(row, bound.name, mover.coordinates.size() == 2, box_, scene_);
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
    SceneRow row(model_, workspace_, bound.row, mover);
    draw_contour(row, bound.name, mover.coordinates.size() == 2, box_, scene_);
  }

  const Model& model_;
  const std::vector<Mover>& movers_;
  Box box_;
  Scene& scene_;
  equations::Workspace workspace_;
  std::vector<Round> rounds_;
  std::set<std::string> drawn_;
};

}  // namespace

void add_guides(const Model& model, const std::vector<Mover>& movers, const Box& whole,
                Scene& scene) {
  if (!movers.empty()) Guides(model, movers, whole, scene).draw();
}

}  // namespace zwang
