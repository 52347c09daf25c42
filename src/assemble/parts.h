// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of a model, each turned into formulas with their places.

#include "assemble/assembly.h"
#include "scope/names.h"

namespace zwang::compile {

class Reactions;

/// All coordinates in the order of the file: [coordinates], then [[particles]], then the joints of
/// [[bodies]], parents first.
std::vector<formula::Node> all_coordinates(Scope& scope);
/// Those of [coordinates] alone.
std::vector<formula::Node> own_coordinates(Scope& scope);
std::vector<std::string> coordinate_names(Scope& scope);

/// M, Q, energy of particles and of [free].
void add_free_motion(Scope& scope, Assembly& assembly);
void add_particles(Scope& scope, Assembly& assembly);
void add_forces(Scope& scope, Assembly& assembly);
/// Adds to M, Q, energy and power what a Lagrangian or an integrand determines.
void add_lagrangian(Scope& scope, Assembly& assembly, formula::Node L);

/// Rows of the constraints; returns how many.
Index add_rows(Scope& scope, Assembly& assembly, Names& names, std::vector<equations::Row>& rows,
               std::vector<double>& weights);
/// Returns how many values there are. `of_runs`: max(f) and its like ask for numbers of the whole run.
Index add_observables(Scope& scope, Assembly& assembly, Names& names, Reactions& reactions,
                      const std::vector<Observable>& observables, bool of_runs = true);

/// Of the controls, in their order.
struct Controls {
  std::vector<std::uint32_t> slots;
  std::vector<double> weights;
};
/// B, from all forces that were added before.
Controls add_controls(Scope& scope, Assembly& assembly, Names& names);

struct Events {
  std::vector<equations::Event> events;
  Index sets = 0;  // targets of them all
};
Events add_events(Scope& scope, Assembly& assembly, Names& names, Reactions& reactions,
                  const std::vector<equations::Row>& rows);

/// A formula of parameters, at one member of a family.
struct StartFormula {
  formula::Node node = formula::no_node;   // no_node: it was wrong
  formula::Node index = formula::no_node;  // no_node: of no family
  double member = 0;
};
/// Its value, where parameters have these numbers; the index is set among them.
double value_of(const formula::Graph& graph, const StartFormula& formula,
                std::vector<double>& inputs);

/// Start values of all coordinates and rates.
struct StartValues {
  double t = 0;
  std::vector<double> q, v;
  std::vector<StartFormula> q_formulas, v_formulas;
};
StartValues start_values(Scope& scope);

/// How all parameters move when one of these (by number) moves by 1.
std::vector<formula::Direction> parameter_directions(Scope& scope, std::span<const Index> numbers);
/// With the slopes of the start.
equations::Sensitivity start_sensitivity(Scope& scope, std::span<const Index> numbers,
                                         const std::vector<formula::Direction>& directions,
                                         const StartValues& start);

/// The coordinates (not rates) among the inputs of nodes; rates and accelerations count as their
/// coordinates. Gathered ones included.
std::vector<formula::Node> coordinates_in(Scope& scope, std::span<const formula::Node> nodes);

/// Adds −∂V/∂q to Q, V to the energy and ∂V/∂t to the power.
void add_potential(Scope& scope, Assembly& assembly, Group& group, formula::Node V);
/// Adds a generalised force F along the coordinate q, and its power.
void add_force(Scope& scope, Assembly& assembly, Group& group, formula::Node q, formula::Node F);

/// What `on` names: the coordinates of a particle, or one coordinate; complains if neither.
std::optional<std::vector<formula::Node>> object_of(Scope& scope, const Name& on);

/// What a formula may not contain.
struct Forbidden {
  bool coordinates = false, rates = false, accelerations = true, controls = true;
};
/// Complains in these words where a formula contains what it may not (of a control, which only
/// forces may contain, in words of its own); true if it does not.
bool check_roles(Scope& scope, const Forbidden& forbidden, std::span<const formula::Node> nodes,
                 const Expression& at, const std::string& what, const std::string& hint = {});

/// What to do where integrals contain accelerations.
inline constexpr const char* rate_as_coordinate =
    "make the rate a coordinate of its own, as w with the constraint y' = w, and write w' for y''";

/// Complains where a force contains accelerations, or controls that it is not linear in.
bool check_force(Scope& scope, std::span<const formula::Node> force, const Expression& at);
bool check_linear_in_controls(Scope& scope, std::span<const formula::Node> force,
                              const Expression& at);

/// Complains where an index leaves its family at some place; true if none does.
bool check_members(Scope& scope, const Assembly& assembly, const Group& group,
                   std::span<const formula::Node> nodes, const Expression& at);

}  // namespace zwang::compile
