// SPDX-License-Identifier: Apache-2.0
#include "support/written_system.h"

#include <map>

#include "equations/mass_blocks.h"
#include "formula/derive/derive.h"
#include "formula/lower.h"

namespace zwang::test {

using equations::Array;
using equations::Equations;
using equations::Programs;
using equations::Stage;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

bodies::SolidNumbers plain_solid(double mass) {
  bodies::SolidNumbers solid{};
  for (int k = 0; k < 3; ++k) solid.rotation[4 * k] = 1;
  solid.axis[2] = solid.axis2[0] = 1;
  solid.mass = mass;
  for (int k = 0; k < 3; ++k) solid.inertia[k] = 0.1 * mass;
  return solid;
}

WrittenSystem::WrittenSystem(Index scalars, double scalar_mass) : scalars_(scalars) {
  power_ = energy_ = g.constant(0);
  solids_.first = scalars;
  for (Index i = 0; i < scalars; ++i) {
    add_mass(i, i, g.constant(scalar_mass));
    add_energy(g.multiply(g.constant(0.5 * scalar_mass), g.square(v(i))));
  }
}

Index WrittenSystem::add_body(Index parent, bodies::Joint joint,
                              const bodies::SolidNumbers& numbers) {
  numbers_.push_back(numbers);
  return append(solids_.tree, parent, joint);
}

WrittenSystem::Point WrittenSystem::add_frame(Index body, equations::FrameKind kind,
                                              std::array<double, 3> local) {
  const auto number = static_cast<Index>(solids_.frames.size());
  solids_.frames.push_back({body, kind, 3 * number});
  locals_.push_back(local);
  Point point{};
  for (Index k = 0; k < 3; ++k) {
    const Index i = frame_coordinate(number, k);
    point.X[at(k)] = q(i);
    point.Xd[at(k)] = v(i);
    point.Xdd[at(k)] = a(i);
  }
  return point;
}

std::vector<WrittenSystem::Node> WrittenSystem::all(int derivative) {
  std::vector<Node> nodes;
  const Index count = scalars_ + solids_.tree.nq + 3 * static_cast<Index>(solids_.frames.size());
  for (Index i = 0; i < count; ++i) {
    nodes.push_back(g.input(slot(i) + static_cast<std::uint32_t>(derivative)));
  }
  return nodes;
}

WrittenSystem::Slopes WrittenSystem::gradient(Node x, const std::vector<Node>& by) {
  std::vector<std::pair<Index, Node>> entries;
  for (const formula::Partial& partial : formula::gradient(g, x, formula::Columns(g, by))) {
    entries.emplace_back(partial.column, partial.value);
  }
  return entries;
}

void WrittenSystem::add_row(Node residual, equations::Level level, equations::Kind kind) {
  const std::vector<Node> x = all(0), xd = all(1);
  formula::Direction along;  // the motion without acceleration
  along.set(0, g.constant(1));
  for (std::size_t i = 0; i < x.size(); ++i) along.set(g.slot(x[i]), xd[i]);
  const auto derivative = [&](Node node) { return forward(g, {&node, 1}, along)[0]; };
  RowNodes row{residual, residual, 0, {}, {0, level, equations::Drift::project, false, kind, 0}};
  row.row.constraint = kind == equations::Kind::norm ? equations::no_constraint
                                                     : static_cast<std::uint32_t>(rows_.size());
  row.row.workless = true;
  if (level == equations::Level::position) row.rate = derivative(residual);
  row.b = g.negate(derivative(row.rate));
  row.A = gradient(row.rate, xd);
  rows_.push_back(std::move(row));
}

void WrittenSystem::add_norm_rows() {
  for (const bodies::Body& body : solids_.tree.bodies) {
    if (!has_quaternion(body.joint)) continue;
    const Index first = scalars_ + body.q + coordinates(body.joint) - 4;
    Node sum = g.constant(-1);
    for (Index k = 0; k < 4; ++k) sum = g.add(sum, g.square(q(first + k)));
    add_row(g.multiply(g.constant(0.5), sum), equations::Level::position, equations::Kind::norm);
  }
}

void WrittenSystem::add_force(Index coordinate, Node force) {
  forces_.emplace_back(coordinate, force);
}

void WrittenSystem::add_mass(Index i, Index j, Node mass) { masses_.push_back({i, j, mass}); }

WrittenSystem::Node WrittenSystem::norm_square(const std::array<Node, 3>& x) { return dot(x, x); }

std::array<WrittenSystem::Node, 3> WrittenSystem::difference(const std::array<Node, 3>& x,
                                                             const std::array<Node, 3>& y) {
  return {g.subtract(x[0], y[0]), g.subtract(x[1], y[1]), g.subtract(x[2], y[2])};
}

WrittenSystem::Node WrittenSystem::dot(const std::array<Node, 3>& x, const std::array<Node, 3>& y) {
  Node sum = g.constant(0);
  for (std::size_t k = 0; k < 3; ++k) sum = g.add(sum, g.multiply(x[k], y[k]));
  return sum;
}

void WrittenSystem::write(Equations& equations, Stage stage, const std::vector<Output>& outputs) {
  if (outputs.empty()) return;
  Programs& programs = equations.of(stage);
  std::vector<Node> nodes;
  for (const Output& output : outputs) nodes.push_back(output.node);
  formula::Lowering lowering;
  lowering.inputs = equations.inputs;
  const formula::Lowered lowered = lower(g, nodes, lowering);
  equations::Block block{tape::Program(lowered.body, {}), std::nullopt, {}, {}};
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    block.add.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(outputs[k].to)});
    programs.zero.push_back(static_cast<std::uint32_t>(outputs[k].to));
  }
  programs.blocks.push_back(std::move(block));
}

/// What is known so far of the equations that are being written.
struct WrittenSystem::Draft {
  Equations equations;
  bool tangent;
  std::vector<Slopes> G, H;  // of R and of b − A ẍ, by the state
  std::map<Array, equations::Pattern> patterns = {};
  equations::MassPlaces mass_at = {};
};

void WrittenSystem::number_inputs(Draft& draft) {
  Equations& equations = draft.equations;
  const Index n = scalars_ + solids_.tree.nq + 3 * static_cast<Index>(solids_.frames.size());
  const auto m = static_cast<Index>(rows_.size());
  equations.n = n;
  equations.m = m;
  for (Index i = 0; i < n; ++i) {
    equations.q_slots.push_back(slot(i));
    equations.v_slots.push_back(slot(i) + 1);
  }
  equations.t_slot = 0;
  equations.parameter_slots = {1};
  equations.parameters = {1};
  equations.tangent.compiled = draft.tangent;
  equations.tangent.multipliers_begin = slot(n);
  equations.tangent.multiplier_slots.assign(at(m), equations::no_slot);
  equations.constants_begin = slot(n) + m;
  equations.inputs = equations.constants_begin;
}

equations::Pattern WrittenSystem::differentiate(const std::vector<Node>& nodes, bool tangent,
                                                std::vector<Slopes>& slopes) {
  std::vector<Node> state = all(0);
  for (const Node x : all(1)) state.push_back(x);
  std::vector<std::pair<Index, Index>> places;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    slopes.push_back(tangent ? gradient(nodes[i], state) : Slopes{});
    for (const auto& [j, node] : slopes.back()) places.emplace_back(static_cast<Index>(i), j);
  }
  return equations::make_pattern(static_cast<Index>(nodes.size()), places);
}

// R = Q + Aᵀλ − M ẍ and b − A ẍ, whose slopes are G and H.
void WrittenSystem::write_rows(Draft& draft) {
  Equations& equations = draft.equations;
  std::vector<Node> rest(at(equations.n), g.constant(0)), left;
  for (const auto& [i, node] : forces_) rest[at(i)] = g.add(rest[at(i)], node);
  for (const Mass& mass : masses_) {
    rest[at(mass.i)] = g.subtract(rest[at(mass.i)], g.multiply(mass.node, a(mass.j)));
    if (mass.i == mass.j) continue;
    rest[at(mass.j)] = g.subtract(rest[at(mass.j)], g.multiply(mass.node, a(mass.i)));
  }
  std::vector<std::pair<Index, Index>> places;
  for (Index i = 0; i < equations.m; ++i) {
    const RowNodes& row = rows_[at(i)];
    const Node lambda_i = g.input(slot(equations.n) + static_cast<std::uint32_t>(i));
    Node sum = row.b;
    for (const auto& [j, node] : row.A) {
      places.emplace_back(i, j);
      rest[at(j)] = g.add(rest[at(j)], g.multiply(node, lambda_i));
      sum = g.subtract(sum, g.multiply(node, a(j)));
    }
    left.push_back(sum);
    equations.rows.push_back(row.row);
  }
  draft.patterns[Array::A] = equations::make_pattern(equations.m, places);
  draft.patterns[Array::G] = differentiate(rest, draft.tangent, draft.G);
  draft.patterns[Array::H] = differentiate(left, draft.tangent, draft.H);
}

void WrittenSystem::lay_out(Draft& draft) {
  Equations& equations = draft.equations;
  equations::MassBlocks blocks(equations.n);
  for (const Mass& mass : masses_) blocks.couple(mass.i, mass.j);
  equations.mass_blocks = blocks.sizes();
  draft.mass_at = equations::MassPlaces(equations.mass_blocks);
  const auto bodies = static_cast<Index>(numbers_.size());
  const Index numbers = bodies::gravity_numbers + bodies::solid_numbers * bodies;
  for (equations::Frame& frame : solids_.frames) frame.local += numbers;
  equations::Sizes sizes;
  sizes.n = equations.n;
  sizes.m = equations.m;
  sizes.mass = draft.mass_at.size();
  sizes.observables = static_cast<Index>(observables_.size());
  sizes.properties = numbers + 3 * static_cast<Index>(solids_.frames.size());
  equations.layout = equations::Layout(sizes);
  for (auto& [array, pattern] : draft.patterns) equations.layout.set(array, std::move(pattern));
  equations.layout.place_all();
}

// M, Q, A, b and the power; and what projection needs of them, with residuals and rates.
void WrittenSystem::write_motion(Draft& draft) {
  Equations& equations = draft.equations;
  const equations::Layout& layout = equations.layout;
  const Index M = layout.begin(Array::M);
  std::vector<Output> dynamics;
  for (const Mass& mass : masses_) {
    dynamics.push_back({mass.node, M + draft.mass_at(mass.i, mass.j)});
    if (mass.i != mass.j) dynamics.push_back({mass.node, M + draft.mass_at(mass.j, mass.i)});
  }
  for (Index i = 0; i < equations.m; ++i) {
    for (const auto& [j, node] : rows_[at(i)].A) {
      dynamics.push_back({node, layout.begin(Array::A) + position(equations.A(), i, j)});
    }
  }
  std::vector<Output> projection = dynamics;
  for (const auto& [i, node] : forces_) dynamics.push_back({node, layout.begin(Array::Q) + i});
  for (Index i = 0; i < equations.m; ++i) {
    dynamics.push_back({rows_[at(i)].b, layout.begin(Array::b) + i});
    projection.push_back({rows_[at(i)].residual, layout.begin(Array::residual) + i});
    projection.push_back({rows_[at(i)].rate, layout.begin(Array::rate) + i});
  }
  dynamics.push_back({power_, layout.begin(Array::power)});
  write(equations, Stage::dynamics, dynamics);
  write(equations, Stage::projection, projection);
  write(equations, Stage::energy,
        {{energy_, layout.begin(Array::energy)}, {power_, layout.begin(Array::power)}});
}

void WrittenSystem::write_derivatives(Draft& draft) {
  Equations& equations = draft.equations;
  std::vector<Output> observe, derivatives;
  for (std::size_t k = 0; k < observables_.size(); ++k) {
    observe.push_back(
        {observables_[k], equations.layout.begin(Array::observables) + static_cast<Index>(k)});
  }
  const auto add = [&](const auto& rows, const equations::Pattern& pattern, Index begin) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const auto& [j, node] : rows[i]) {
        derivatives.push_back({node, begin + position(pattern, static_cast<Index>(i), j)});
      }
    }
  };
  add(draft.G, equations.G(), equations.layout.begin(Array::G));
  add(draft.H, equations.H(), equations.layout.begin(Array::H));
  write(equations, Stage::observe, observe);
  write(equations, Stage::derivatives, derivatives);
}

// The numbers of bodies; the parameter scales masses and inertias.
void WrittenSystem::write_properties(Draft& draft) {
  std::vector<Output> properties;
  Index to = draft.equations.layout.begin(Array::properties);
  for (const double x : gravity_) properties.push_back({g.constant(x), to++});
  for (const bodies::SolidNumbers& solid : numbers_) {
    const double* const numbers = reinterpret_cast<const double*>(&solid);
    for (Index k = 0; k < bodies::solid_numbers; ++k) {
      const bool inertial = k == 19 || k >= 23;
      const Node x = g.constant(numbers[k]);
      properties.push_back({inertial ? g.multiply(parameter(), x) : x, to++});
    }
  }
  for (const auto& local : locals_) {
    for (const double x : local) properties.push_back({g.constant(x), to++});
  }
  write(draft.equations, Stage::properties, properties);
}

Equations WrittenSystem::finish(std::vector<double> q_start, std::vector<double> v_start,
                                bool tangent) {
  Draft draft{{}, tangent, {}, {}};
  number_inputs(draft);
  write_rows(draft);
  lay_out(draft);
  write_motion(draft);
  write_derivatives(draft);
  write_properties(draft);
  draft.equations.q = std::move(q_start);
  draft.equations.v = std::move(v_start);
  return reduce(std::move(draft.equations), std::move(solids_));
}

}  // namespace zwang::test
