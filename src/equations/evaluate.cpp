// SPDX-License-Identifier: Apache-2.0
#include "equations/evaluate.h"

#include <algorithm>

#include "base/contract.h"

namespace zwang::equations {

namespace {

template <class Visit>
void for_each_stage(const Equations& equations, Visit visit) {
  for (std::size_t k = 0; k < stages; ++k) visit(equations.of(static_cast<Stage>(k)));
}

struct Need {
  Index outputs = 1, scratch = 1;
};

Need need(const Equations& equations) {
  Need need;
  for_each_stage(equations, [&need](const Programs& programs) {
    for (const Block& block : programs.blocks) {
      need.outputs = std::max(need.outputs, outputs_size(block));
      need.scratch = std::max(need.scratch, scratch_size(block));
    }
    for (const Prologue& prologue : programs.prologues) {
      need.scratch = std::max(need.scratch, prologue.program.scratch());
    }
  });
  return need;
}

// Programs leave alone what is always zero.
void clear_forces(const Equations& equations, double* numbers) {
  const Layout& layout = equations.solids ? equations.solids->written : equations.layout;
  std::fill_n(numbers + layout.begin(Array::Q), layout.size(Array::Q), 0.0);
  numbers[equations.layout.begin(Array::power)] = 0;
}

}  // namespace

Workspace::Workspace(const Equations& equations)
    : equations_(&equations),
      x_(equations.inputs),
      outputs_(need(equations).outputs),
      scratch_(need(equations).scratch),
      numbers_(equations.layout.size()),
      acceleration_(std::max(equations.n, Index{1})) {
  if (equations.solids) solids_ = std::make_unique<MovingSolids>(equations);
  if (equations.solids && equations.tangent.compiled) {
    tangent_ = std::make_unique<SolidsTangent>(equations, *solids_);
  }
  std::copy(equations.constants.begin(), equations.constants.end(),
            x_.data() + equations.constants_begin);
  set_parameters(equations.parameters);
}

void Workspace::set_parameters(std::span<const double> parameters) noexcept {
  expects(parameters.size() == equations_->parameter_slots.size());
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    x_.data()[equations_->parameter_slots[k]] = parameters[k];
  }
  for_each_stage(*equations_, [this](const Programs& programs) {
    for (const Prologue& prologue : programs.prologues) {
      prologue.program.run(x_.data(), x_.data() + prologue.begin, scratch_.data());
    }
  });
  if (!solids_) return;
  run(Stage::properties);
  solids_->read(properties(), x_.data());
}

void Workspace::run(Stage stage) noexcept {
  const Programs& programs = equations_->of(stage);
  for (const std::uint32_t at : programs.zero) numbers_.data()[at] = 0;
  for (const Block& block : programs.blocks) {
    equations::run(block, x_.data(), outputs_.data(), scratch_.data(), numbers_.data());
  }
}

void Workspace::evaluate(Stage stage, double t, const double* q, const double* v,
                         Sums sums) noexcept {
  double* const x = x_.data();
  x[equations_->t_slot] = t;
  for (std::size_t i = 0; i < equations_->q_slots.size(); ++i) {
    x[equations_->q_slots[i]] = q[i];
    x[equations_->v_slots[i]] = v[i];
  }
  if (solids_) {
    solids_->move(q, v, x);
    if (reads_accelerations(stage)) solids_->accelerate(acceleration_.data(), x);
  }
  const bool pushes = outer_ && stage == Stage::dynamics;
  if (pushes) clear_forces(*equations_, numbers_.data());
  run(stage);
  if (pushes) add_outer(t, q, v);
  if (solids_) reduce(stage, sums);
}

void Workspace::set_outer(OuterForce* outer) noexcept {
  expects(!outer || outer->along.size() == static_cast<std::size_t>(equations_->n));
  clear_forces(*equations_, numbers_.data());
  outer_ = outer;
  if (solids_ && !outer) solids_->push(nullptr);
}

// To what programs said, before it is reduced.
void Workspace::add_outer(double t, const double* q, const double* v) noexcept {
  if (outer_->law) outer_->law(outer_->self, t, q, v, *outer_);
  const Index Q = (solids_ ? equations_->solids->written : equations_->layout).begin(Array::Q);
  double sum = 0;
  for (Index i = 0; i < equations_->n; ++i) {
    const double force = outer_->along[static_cast<std::size_t>(i)];
    numbers_.data()[Q + i] += force;
    sum += force * v[i];
  }
  if (solids_) sum += solids_->push(outer_->on_bodies.empty() ? nullptr : outer_->on_bodies.data());
  *power() += sum;
}

void Workspace::set_accelerations(const double* acceleration) noexcept {
  for (std::size_t i = 0; i < equations_->v_slots.size(); ++i) {
    x_.data()[equations_->v_slots[i] + 1] = acceleration_.data()[i] = acceleration[i];
  }
}

void Workspace::set(std::uint32_t slot, double value) noexcept { x_.data()[slot] = value; }

void Workspace::set_controls(const double* u) noexcept {
  for (std::size_t k = 0; k < equations_->control_slots.size(); ++k) {
    x_.data()[equations_->control_slots[k]] = u ? u[k] : 0.0;
  }
}

void Workspace::set_instant(const double* acceleration, const double* multipliers) noexcept {
  const Tangent& tangent = equations_->tangent;
  double* const x = x_.data();
  set_accelerations(acceleration);
  for (std::size_t k = 0; k < tangent.multiplier_slots.size(); ++k) {
    x[tangent.multipliers_begin + static_cast<Index>(k)] = multipliers[k];
    if (tangent.multiplier_slots[k] != no_slot) x[tangent.multiplier_slots[k]] = multipliers[k];
  }
}

void Workspace::evaluate_tangent(double t, const double* q, const double* v,
                                 const double* acceleration, const double* multipliers) noexcept {
  set_instant(acceleration, multipliers);
  evaluate(Stage::derivatives, t, q, v);
  if (!tangent_) return;
  run(Stage::dynamics);  // the forces along X turn with the bodies
  tangent_->form(numbers_.data(), acceleration, multipliers);
}

void Workspace::evaluate_by_parameter(double t, const double* q, const double* v,
                                      const double* acceleration,
                                      const double* multipliers) noexcept {
  set_instant(acceleration, multipliers);
  evaluate(Stage::by_parameter, t, q, v);
}

}  // namespace zwang::equations
