// SPDX-License-Identifier: Apache-2.0
#include "scene/body_arrows.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "diagnosis/start.h"
#include "model/model_parts.h"

namespace zwang::scene {

namespace {

using equations::Kind;

// More than a picture can show apart, and a page of 1.5 MB hold.
constexpr std::size_t most_joints = 40, most_points = 60;
// That looking for forces in circles may take: a tenth of a second.
constexpr double most_operations = 1e8;

// The frames that non-ideal forces of formulas, and rows of contacts that stick, push at.
std::set<Index> rubbed_frames(const equations::Equations& equations) {
  const equations::Solids& solids = *equations.solids;
  std::set<Index> frames;
  const Index first = solids.written.begin(equations::Array::C) + equations.n,
              last = first + 3 * static_cast<Index>(solids.frames.size());
  const auto note = [&](const std::vector<equations::Move>& moves) {
    for (const equations::Move& move : moves) {
      const auto to = static_cast<Index>(move.to);
      if (to >= first && to < last) frames.insert((to - first) / 3);
    }
  };
  for (const equations::Block& block : equations.of(equations::Stage::nonideal).blocks) {
    note(block.set);
    note(block.add);
  }
  for (const equations::RowMap::Along& along : solids.A_rows.along)
    if (equations.rows[along.row].kind == Kind::stick) frames.insert(along.frame);
  return frames;
}

// Where points are held together, action and reaction meet in one place: one of them is drawn.
bool holds_together(const Closure& closure) {
  using K = Closure::Kind;
  return closure.kind == K::point || closure.kind == K::hinge || closure.kind == K::weld ||
         closure.kind == K::universal;
}

}  // namespace

BodyArrows::BodyArrows(const Model& model, motion::RightSide& side, const record::Columns& recorded,
                       bool wanted)
    : side_(side),
      solids_(wanted && side.equations().solids ? &*side.equations().solids : nullptr) {
  first_ = at(recorded.count());
  if (solids_ && side.equations().order == 2) {
    along_.assign(solids_->A_rows.along.size(), -1);
    frame_.assign(solids_->frames.size(), -1);
    add_joints(model);
    add_rows(model);
    add_nonideal(model);
  }
  name_columns(model, recorded);
  row_.resize(columns_.count());
}

void BodyArrows::add_joints(const Model& model) {
  const bodies::Tree& tree = solids_->tree;
  const auto holds = [](const bodies::Body& body) { return body.joint != bodies::Joint::free; };
  const auto count =
      static_cast<std::size_t>(std::count_if(tree.bodies.begin(), tree.bodies.end(), holds));
  if (count > most_joints) {
    left_out_.push_back("Arrows hidden: too many joints (" + std::to_string(count) + ").");
    return;
  }
  for (std::size_t k = 0; k < tree.bodies.size(); ++k) {
    if (holds(tree.bodies[k]))
      arrows_.push_back({model.bodies()[k], "joint", static_cast<Index>(k), {}, 0, {}});
  }
  if (!arrows_.empty()) joints_ = std::make_unique<instant::JointForces>(side_.equations());
}

/// The arrow of a name at a frame, a new one if there is none.
Index BodyArrows::arrow_of(const std::string& name, const std::string& kind, Index frame) {
  const equations::Frame& of = solids_->frames[frame];
  const double* const local = side_.numbers().solids()->local(frame);
  const Triple place{local[0], local[1], local[2]};
  const auto known = std::find_if(arrows_.begin(), arrows_.end(), [&](const BodyArrow& arrow) {
    return arrow.name == name && arrow.kind == kind && arrow.body == of.body && arrow.at == place;
  });
  if (known != arrows_.end()) return known - arrows_.begin();
  arrows_.push_back({name, kind, of.body, place, 0, {}});
  return static_cast<Index>(arrows_.size()) - 1;
}

/// Whether the body is the second of two that a closure holds together, and the first is a body
/// too.
bool BodyArrows::is_twin(const Model& model, std::size_t constraint, Index body) const {
  const std::string& name = model.constraints()[constraint].name;
  const auto& written = model.description().constraints;
  const auto at_name = std::find_if(written.begin(), written.end(),
                                    [&](const Constraint& c) { return c.name.text == name; });
  if (at_name == written.end() || !at_name->closure || !holds_together(*at_name->closure))
    return false;
  const auto is_on = [&](const std::string& point, const std::string& whose) {
    return point == whose || point.substr(0, point.rfind('.')) == whose;
  };
  const Closure& closure = *at_name->closure;
  const bool first_is_body =
      std::any_of(model.bodies().begin(), model.bodies().end(),
                  [&](const std::string& whose) { return is_on(closure.first.text, whose); });
  return first_is_body && !is_on(closure.first.text, model.bodies()[body]);
}

void BodyArrows::add_rows(const Model& model) {
  const equations::Equations& equations = side_.equations();
  const std::size_t before = arrows_.size();
  // No farther than to one too many: of a large model that alone would take long.
  for (std::size_t k = 0; k < along_.size() && arrows_.size() <= before + most_points; ++k) {
    const equations::RowMap::Along& along = solids_->A_rows.along[k];
    const equations::Row& row = equations.rows[along.row];
    const equations::Frame& frame = solids_->frames[along.frame];
    if (frame.kind != equations::FrameKind::point || row.constraint == equations::no_constraint ||
        (row.kind != Kind::equality && row.kind != Kind::unilateral))
      continue;
    const std::size_t constraint = diagnosis::constraint_of(model, at(along.row));
    if (is_twin(model, constraint, frame.body)) continue;
    along_[k] = arrow_of(model.constraints()[constraint].name, "constraint", along.frame);
  }
  if (arrows_.size() <= before + most_points) return;
  left_out_.push_back("Arrows hidden: constraint forces at more than " +
                      std::to_string(most_points) + " points of bodies.");
  arrows_.resize(before);
  along_.assign(along_.size(), -1);
}

void BodyArrows::add_nonideal(const Model& model) {
  const std::set<Index> frames = rubbed_frames(side_.equations());
  if (frames.size() > most_points) {
    left_out_.push_back("Arrows hidden: non-ideal forces at too many points of bodies (" +
                        std::to_string(frames.size()) + ").");
    return;
  }
  for (const Index frame : frames) {
    const equations::Frame& of = solids_->frames[frame];
    if (of.kind == equations::FrameKind::point)
      frame_[frame] = arrow_of(model.bodies()[of.body], "nonideal", frame);
  }
  for (std::size_t k = 0; k < along_.size(); ++k) {
    const equations::RowMap::Along& along = solids_->A_rows.along[k];
    if (side_.equations().rows[along.row].kind == Kind::stick) along_[k] = frame_[along.frame];
  }
}

// joint(crank).x, force(pin, rod).x, nonideal(rod).x; a second point of a body is counted.
void BodyArrows::name_columns(const Model& model, const record::Columns& recorded) {
  if (arrows_.empty()) {
    columns_ = recorded;
    return;
  }
  std::vector<record::Column> columns(recorded.begin(), recorded.end());
  const auto& units = model.parts().source.quantities();
  std::set<std::string> ours;
  const auto is_taken = [&](const std::string& name) {
    return recorded.find(name) >= 0 || ours.contains(name);
  };
  for (BodyArrow& arrow : arrows_) {
    const std::string& body = model.bodies()[arrow.body];
    const bool row = arrow.kind == "constraint", joint = arrow.kind == "joint";
    const std::string meaning = joint ? "force of joint " + body
                                : row ? "force of constraint " + arrow.name + " on " + body
                                      : "non-ideal force on " + body;
    const std::string stem = row ? "force(" + arrow.name + ", " + body : arrow.kind + "(" + body;
    std::string name = stem + ")";
    for (int k = 2; is_taken(name + ".x"); ++k) name = stem + ", " + std::to_string(k) + ")";
    arrow.column = static_cast<Index>(columns.size());
    for (const char* const axis : {".x", ".y", ".z"}) {
      ours.insert(name + axis);
      columns.push_back({name + axis, meaning, units.unit_of_column(name + axis, meaning)});
    }
  }
  columns_ = record::Columns(std::move(columns));
}

void BodyArrows::judge(const State& state) {
  const equations::Equations& equations = side_.equations();
  const auto m = static_cast<double>(equations.m), n = static_cast<double>(equations.n);
  if (arrows_.empty() || m * m * n > most_operations) return;
  equations::Workspace& numbers = side_.numbers();
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  const instant::JointForces forces(equations);
  const unsigned char* const acts = side_.laws() ? side_.mode().acts.data() : nullptr;
  for (const auto& circle : forces.circles(numbers, acts)) loosen(circle);
}

// A planar loop may pass on any force across its plane, and in it only one: components are told apart.
void BodyArrows::loosen(const instant::JointForces::Circle& circle) {
  std::vector<bodies::Vec3<double>> forces(arrows_.size(), bodies::zero3<double>());
  std::vector<double> sizes(arrows_.size(), 0.0);
  for (std::size_t k = 0; k < arrows_.size() && arrows_[k].kind == "joint"; ++k) {
    forces[k] = circle.joints[arrows_[k].body].force;
    sizes[k] = circle.sizes[arrows_[k].body];
  }
  for (std::size_t k = 0; k < along_.size(); ++k) {
    if (along_[k] < 0) continue;
    const equations::RowMap::Along& along = solids_->A_rows.along[k];
    const auto f =
        circle.multipliers[along.row] * along.entries(side_.numbers().written(equations::Array::A));
    forces[along_[k]] = forces[along_[k]] + f;
    sizes[along_[k]] += std::sqrt(dot(f, f));
  }
  for (std::size_t k = 0; k < arrows_.size(); ++k) {
    const double parts[] = {forces[k].x, forces[k].y, forces[k].z};
    for (std::size_t i = 0; i < 3; ++i)
      if (std::abs(parts[i]) > 1e-8 * sizes[k]) arrows_[k].loose[i] = true;  // as of JointForces
  }
}

void BodyArrows::push(Index arrow, const bodies::Vec3<double>& f) noexcept {
  double* const force = row_.data() + first_ + 3 * at(arrow);
  force[0] += f.x;
  force[1] += f.y;
  force[2] += f.z;
}

// What programs wrote is of the state, but for controls, which they take for zero; of rows that rub,
// multipliers are those that act.
void BodyArrows::form(double t, const double* y, const Instant& now) noexcept {
  const equations::Equations& equations = side_.equations();
  equations::Workspace& numbers = side_.numbers();
  const instant::StateLayout state = side_.layout();
  const double* lambda = now.multipliers.data();
  if (instant::Laws* const laws = side_.laws()) {
    lambda = laws->multipliers();
    numbers.set_controls(laws->controls());
    numbers.evaluate(equations::Stage::dynamics, t, y + state.q(), y + state.v());
    numbers.set_controls(nullptr);
  }
  const double* const C =
      equations.has(equations::Stage::nonideal) ? numbers.written(equations::Array::C) : nullptr;
  for (std::size_t k = 0; k < along_.size(); ++k) {
    const equations::RowMap::Along& along = solids_->A_rows.along[k];
    if (along_[k] >= 0)
      push(along_[k], lambda[along.row] * along.entries(numbers.written(equations::Array::A)));
  }
  for (std::size_t f = 0; C && f < frame_.size(); ++f) {
    const double* const force = C + equations.n + 3 * static_cast<Index>(f);
    if (frame_[f] >= 0) push(frame_[f], {force[0], force[1], force[2]});
  }
  if (!joints_) return;
  joints_->form(numbers, now.acceleration.data(), lambda, C);
  for (std::size_t k = 0; k < arrows_.size() && arrows_[k].kind == "joint"; ++k)
    push(static_cast<Index>(k), joints_->joint(arrows_[k].body).force);
}

std::span<const double> BodyArrows::add_to(std::span<const double> recorded, double t,
                                           const double* y, const Instant& now) noexcept {
  if (arrows_.empty()) return recorded;
  std::fill(std::copy(recorded.begin(), recorded.end(), row_.begin()), row_.end(), 0.0);
  form(t, y, now);
  return row_;
}

}  // namespace zwang::scene
