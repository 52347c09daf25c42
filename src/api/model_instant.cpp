// SPDX-License-Identifier: Apache-2.0
// One instant of a model.

#include <algorithm>
#include <limits>

#include "api/contact_name.h"
#include "diagnosis/start.h"
#include "flow/project.h"
#include "flow/right_side.h"
#include "hybrid/contact_findings.h"
#include "hybrid/hybrid.h"
#include "instant/dense_task.h"
#include "instant/entries.h"
#include "instant/usable.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "zwang/model.h"

namespace zwang {

namespace {

// Sets the mode of the side; whether it has an answer. Contacts that approach each other are taken for
// bearing ones: their blow is not of this instant.
Status set_mode_at(motion::RightSide& side, const State& state, motion::ContactFindings& findings) {
  if (!instant::has_events(side.equations())) return Status::ok;
  motion::Projector projector(side);
  const motion::RunOptions options;
  std::vector<motion::Happening> happenings;
  motion::Hybrid hybrid(side, projector, options, 1, happenings);
  std::vector<double> y = state.q;
  y.insert(y.end(), state.v.begin(), state.v.end());
  y.resize(side.layout().size());
  begin_mode(hybrid, state.t, y.data());
  const Status decided = hybrid.status;
  if (!instant::usable(decided)) return decided;
  std::copy(state.q.begin(), state.q.end(), y.begin());
  std::copy(state.v.begin(), state.v.end(), y.begin() + side.layout().v());
  findings = find_contacts(hybrid, state.t, y.data());
  return decided;
}

const char* word_of(motion::ContactFinding::State state) {
  switch (state) {
    case motion::ContactFinding::State::presses:
      return "presses";
    case motion::ContactFinding::State::sticks:
      return "sticks";
    case motion::ContactFinding::State::slides:
      return "slides";
    default:
      return "open";
  }
}

void put_contacts(const Model& model, const motion::ContactFindings& findings,
                  ModelInstant& result) {
  for (const motion::ContactFinding& x : findings.contacts) {
    ContactForce& contact = result.contacts.emplace_back();
    const auto row = static_cast<std::size_t>(x.row);
    contact.name = x.sliding >= 0 ? contact_name(model, static_cast<std::size_t>(x.sliding))
                                  : model.constraints()[diagnosis::constraint_of(model, row)].name;
    contact.state = word_of(x.state);
    contact.normal = x.normal;
    contact.friction = x.friction;
    contact.limit = x.limit;
    contact.margin = x.state == motion::ContactFinding::State::sticks ? 1 - x.needed : 0;
    contact.shared = x.shared;
  }
  result.pull_residual = findings.pulls;
  result.sink_residual = findings.sinks;
  result.cone_residual = findings.cone;
  result.slip_residual = findings.opposes;
}

std::vector<double> full_rows(const equations::Equations& equations,
                              equations::Workspace& numbers) {
  instant::DenseTask rows(equations);
  const double* const A = rows.of(numbers).A;
  return {A, A + equations.m * equations.n};
}

std::vector<double> full_mass(const std::vector<std::size_t>& blocks, const double* M,
                              std::size_t n) {
  std::vector<double> full(n * n, 0.0);
  std::size_t first = 0;
  for (const std::size_t size : blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      std::copy(M + i * size, M + (i + 1) * size,
                full.begin() + static_cast<Index>((first + i) * n + first));
    }
    first += size;
    M += size * size;
  }
  return full;
}

std::size_t mass_entries(const std::vector<std::size_t>& blocks) {
  std::size_t entries = 0;
  for (const std::size_t size : blocks) entries += size * size;
  return entries;
}

// Where M and A would be too much to show, they are not formed.
bool is_by_entries(const equations::Equations& equations, const Options& options) {
  constexpr double most_numbers = 4e6;
  const auto n = static_cast<double>(equations.n), m = static_cast<double>(equations.m);
  return instant::is_large(equations) && n * (n + m) > most_numbers &&
         equations.control_slots.empty() && !instant::has_events(equations) &&
         (options.method == Method::automatic || options.method == Method::sparse);
}

// Rows that do not act, and those of sticking, have no name to be told by.
void leave_out_nameless(const Model& model, const std::vector<unsigned char>& acts,
                        Instant& instant) {
  std::size_t named = 0;
  for (const ConstraintRows& rows : model.constraints())
    named = std::max(named, rows.first + rows.count);
  std::erase_if(instant.vanished, [&](std::size_t row) { return row >= named || !acts[row]; });
  std::erase_if(instant.redundant, [&](const Dependence& dependence) {
    return dependence.row >= named || !acts[dependence.row];
  });
  // What does not act carries nothing, and there is no other value.
  for (std::size_t i = 0; i < std::min(acts.size(), instant.unique.size()); ++i)
    if (!acts[i]) instant.unique[i] = 1;
  for (Dependence& dependence : instant.redundant) {
    for (std::size_t k = dependence.rows.size(); k-- > 0;) {
      if (dependence.rows[k] < named) continue;
      dependence.rows.erase(dependence.rows.begin() + static_cast<std::ptrdiff_t>(k));
      dependence.coefficients.erase(dependence.coefficients.begin() +
                                    static_cast<std::ptrdiff_t>(k));
    }
  }
  for (Contradiction& set : instant.contradictory) {
    for (std::size_t k = set.rows.size(); k-- > 0;) {
      if (set.rows[k] < named) continue;
      set.rows.erase(set.rows.begin() + static_cast<std::ptrdiff_t>(k));
      set.combination.erase(set.combination.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

// What ideal constraints would do in place of the controls.                       [UK92 5c']
void add_nature(const equations::Equations& equations, const instant::Mode& mode,
                const Problem& with_controls, equations::Workspace& numbers, ModelInstant& result) {
  const State& state = result.state;
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  std::vector<double> A = full_rows(equations, numbers);
  std::vector<double> b(numbers.b(), numbers.b() + equations.m);
  const auto n = static_cast<std::size_t>(equations.n);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const bool wanted = equations.rows[i].kind == equations::Kind::servo && mode.switched[i];
    if (mode.acts[i] || wanted) continue;
    b[i] = 0;
    std::fill_n(A.begin() + static_cast<std::ptrdiff_t>(i * n), n, 0.0);
  }
  const std::vector<double> Q(numbers.Q(), numbers.Q() + n);
  Problem problem = with_controls;
  problem.applied_force = Q;
  problem.constraint_matrix = A;
  problem.constraint_rhs = b;
  Options options;
  options.diagnose = false;
  const Instant nature = solve_instant(problem, options);
  result.nature_force = nature.constraint_force;
  result.nature_acceleration = nature.acceleration;
}

}  // namespace

ModelInstant solve_instant(const Model& model, const State& state, const Options& options) {
  check_state(model, state);
  const equations::Equations& equations = model.parts().equations();
  if (equations.solids && !equations.solids->dense) {
    throw InputError("model",
                     "has bodies with " + std::to_string(equations.solids->tree.nq) +
                         " coordinates, too many for a full mass matrix; a run can solve it");
  }
  motion::RightSide side(equations, Method::automatic);
  equations::Workspace& numbers = side.numbers();
  motion::ContactFindings findings;
  const Status decided = set_mode_at(side, state, findings);
  const double *q = state.q.data(), *v = state.v.data();
  const auto n = static_cast<std::size_t>(equations.n), m = static_cast<std::size_t>(equations.m);

  ModelInstant result;
  result.state = state;
  Status status = Status::ok;
  if (!side.laws() && !equations.reactions.empty()) side.full_instant(state.t, q, v);
  numbers.evaluate(equations::Stage::dynamics, state.t, q,
                   v);  // with M, which a run may do without
  if (side.laws()) {
    status = side.full_instant(state.t, q, v).status;
    const instant::Laws& laws = *side.laws();
    result.nonideal_force.assign(laws.nonideal_force(), laws.nonideal_force() + n);
    result.controls.assign(laws.controls(), laws.controls() + model.controls().size());
    result.servo_residual = laws.servo_residual();
    if (!result.controls.empty()) {
      result.control_force.assign(laws.control_force(), laws.control_force() + n);
    }
  }
  put_contacts(model, findings, result);
  result.acts = side.mode().acts;
  result.applied_force.assign(numbers.Q(), numbers.Q() + n);
  result.constraint_rhs.assign(numbers.b(), numbers.b() + m);
  const bool by_entries = is_by_entries(equations, options);
  if (!by_entries) {
    result.constraint_matrix = full_rows(equations, numbers);
    result.mass_matrix = full_mass(equations.mass_blocks, numbers.M(), n);
  }

  Problem problem;
  problem.mass_matrix = {numbers.M(), mass_entries(equations.mass_blocks)};
  problem.mass_blocks = equations.mass_blocks;
  problem.applied_force = result.applied_force;
  problem.constraint_matrix = result.constraint_matrix;
  problem.constraint_rhs = result.constraint_rhs;
  problem.weights = equations.weights;
  if (equations.has(equations::Stage::nonideal)) problem.nonideal_force = result.nonideal_force;
  result.instant =
      by_entries ? instant::solve_entries(equations, numbers, std::vector<unsigned char>(m, 1),
                                          problem.nonideal_force.data(), options)
                 : solve_instant(problem, options);
  leave_out_nameless(model, result.acts, result.instant);
  for (const Status of_friction : {status, decided}) {
    if (of_friction == Status::no_reaction || of_friction == Status::several_reactions) {
      result.instant.status = of_friction;
    }
  }
  if (!result.controls.empty()) {
    add_nature(equations, side.mode(), problem, numbers, result);
    numbers.set_controls(result.controls.data());
  }

  numbers.evaluate(equations::Stage::energy, state.t, q, v);
  result.energy =
      equations.order == 2 ? *numbers.energy() : std::numeric_limits<double>::quiet_NaN();
  numbers.set_accelerations(result.instant.acceleration.data());
  numbers.evaluate(equations::Stage::observe, state.t, q, v);
  result.observables.assign(numbers.observables(),
                            numbers.observables() + model.observables().size());
  const motion::Residuals left = motion::Projector(side).residuals(state.t, q, v);
  result.position_residual = left.position;
  result.velocity_residual = left.velocity;
  return result;
}

ModelInstant solve_instant(const Model& model, const Options& options) {
  return solve_instant(model, model.start(), options);
}

}  // namespace zwang
