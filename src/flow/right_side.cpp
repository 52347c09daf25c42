// SPDX-License-Identifier: Apache-2.0
#include "flow/right_side.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "instant/laws/reaction_value.h"
#include "instant/usable.h"

namespace zwang::motion {

RightSide::RightSide(const equations::Equations& equations, Method method, bool modes)
    : equations_(equations),
      numbers_(equations),
      kernel_(equations, method, modes),
      mode_(instant::first_mode(equations)) {
  if (modes || instant::has_laws(equations))
    laws_ = std::make_unique<instant::Laws>(equations, *kernel_.dense(), mode_);
  if (!laws_ && !equations.reactions.empty()) {
    room_.resize(
        static_cast<std::size_t>(equations.solids ? equations.solids->n_written() : equations.n));
  }
  share_.resize(equations.switches.size());
  if (!share_.empty()) differed_.resize(3 * static_cast<std::size_t>(layout().size()));
  std::size_t slips = 0;
  bool in_space = false;
  for (const equations::Sliding& contact : equations.sliding) {
    slips += contact.direction_slots.size();
    in_space = in_space || contact.direction_slots.size() > 1;
  }
  if (laws_ && in_space) moved_.resize(static_cast<std::size_t>(layout().size()) + slips);
  if (instant::JointReader::is_wanted(equations))
    joints_ = std::make_unique<instant::JointReader>(equations);
  // Stages leave the constraints, and there even a force that does no work seems to do some.
  workless_ = std::all_of(equations.rows.begin(), equations.rows.end(),
                          [](const equations::Row& row) { return row.workless; });
}

const Instant& RightSide::instant(double t, const double* q, const double* v) noexcept {
  ++evaluations_;
  set_switches(t, q, v);
  evaluate(equations::Stage::dynamics, t, q, v);
  // [FKNU05 17], or without C [XUMK94 24]
  return noted(laws_ ? laws_->solve(numbers_, t, q, v, false) : kernel_.solve(numbers_));
}

const Instant& RightSide::full_instant(double t, const double* q, const double* v) noexcept {
  ++uses_.in_full;
  set_switches(t, q, v);
  evaluate(equations::Stage::dynamics, t, q, v);
  const Instant& now =
      noted(laws_ ? laws_->solve(numbers_, t, q, v, true) : kernel_.solve_in_full(numbers_));
  if (!laws_) watch(now);
  if (joints_ && instant::usable(now.status)) read_joints(now, t, q, v);
  return now;
}

// Controls are forces on bodies like others, which the numbers of an instant do without.
void RightSide::read_joints(const Instant& now, double t, const double* q,
                            const double* v) noexcept {
  const bool controlled = laws_ && !equations_.control_slots.empty();
  if (controlled) {
    numbers_.set_controls(laws_->controls());
    evaluate(equations::Stage::dynamics, t, q, v);
  }
  joints_->read(
      numbers_, now.acceleration.data(), laws_ ? laws_->multipliers() : now.multipliers.data(),
      equations_.has(equations::Stage::nonideal) ? numbers_.written(equations::Array::C) : nullptr);
  if (controlled) {
    numbers_.set_controls(nullptr);
    evaluate(equations::Stage::dynamics, t, q, v);
  }
}

const Instant& RightSide::noted(const Instant& now) noexcept {
  uses_.note(now);
  if (laws_ && equations_.has(equations::Stage::nonideal)) ++uses_.nonideal;
  if (laws_ && !equations_.control_slots.empty()) ++uses_.controlled;
  return now;
}

// What events and observables read.
void RightSide::watch(const Instant& now) noexcept {
  for (const equations::Reaction& reaction : equations_.reactions) {
    numbers_.set(reaction.slot, instant::value_of(equations_, numbers_, reaction,
                                                  now.multipliers.data(), room_.data()));
  }
}

bool RightSide::rate(double t, const double* y, double* dydt) noexcept {
  const instant::StateLayout at = layout();
  const double* const v = y + at.v();
  const Instant& now = instant(t, y + at.q(), v);
  status_ = now.status;
  rank_ = now.rank;
  near_singular_ = now.near_singular;
  if (!instant::usable(now.status)) return false;
  fill_rate(now, v, dydt);
  return true;
}

void RightSide::fill_rate(const Instant& now, const double* v, double* dydt) noexcept {
  const instant::StateLayout at = layout();
  const bool second = equations_.order == 2;
  // Where rows move, a row that drives also does the work that C takes: F^C, its part along virtual
  // displacements, has none of that. What F^L + F^C do in all is the same either way.
  const double* const given = !workless_ && laws_ && equations_.has(equations::Stage::nonideal)
                                  ? laws_->nonideal_force()
                                  : nullptr;
  double work = 0, nonideal = 0;
  for (Index i = 0; i < at.n; ++i) {
    dydt[at.q() + i] = second ? v[i] : now.acceleration[i];
    dydt[at.v() + i] = second ? now.acceleration[i] : 0.0;
    const double rubs = given ? given[i] : now.force_coulomb[i];             // F^C [FKNU05 21]
    work += v[i] * (now.force_lagrange[i] + (now.force_coulomb[i] - rubs));  // F^L [FKNU05 20]
    nonideal += v[i] * rubs;
  }
  dydt[at.applied_work()] = second ? applied_power(v) : 0.0;
  dydt[at.nonideal_work()] = second && laws_ ? nonideal : 0.0;
  dydt[at.constraint_work()] = second && !workless_ ? work : 0.0;
}

// Of solids, forces are read before their sums are made, and inertia is not shaken: it stands in every
// number anyway. Rows that say the same would contradict each other if each was moved by itself.
void RightSide::shake_numbers(Shake& shake) noexcept {
  using equations::Array;
  const bool all_count = rows_are_independent();
  for (const Array array : {Array::M, Array::Q, Array::A, Array::b}) {
    if (array == Array::M && kernel_.is_tree()) continue;
    if (!all_count && (array == Array::A || array == Array::b)) continue;
    const equations::Layout& layout = equations_.layout;
    shake.apply(numbers_[array], layout.size(array));
    if (array != Array::Q || !equations_.solids) continue;
    const equations::Layout& written = equations_.solids->written;
    shake.apply(numbers_[array] - layout.begin(array) + written.begin(array), written.size(array));
  }
}

// Without the norms of quaternions, which the recursions meet by themselves.
bool RightSide::rows_are_independent() const noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
    count += mode_.acts[i] && equations_.rows[i].kind != equations::Kind::norm;
  }
  return rank_ >= count;
}

bool RightSide::shaken_rate(double t, const double* y, double* dydt, Shake& shake) noexcept {
  const instant::StateLayout at = layout();
  const double *const q = y + at.q(), *const v = y + at.v();
  ++evaluations_;
  set_switches(t, q, v);
  evaluate(equations::Stage::dynamics, t, q, v);
  shake_numbers(shake);
  const Instant& now =
      laws_ ? laws_->solve(numbers_, t, q, v, false) : kernel_.solve_beside_free(numbers_);
  if (!instant::usable(now.status) || now.rank != rank_) return false;
  fill_rate(now, v, dydt);
  // What forces of constraints take away of free motion leaves its rounding behind.
  for (Index i = 0; i < at.n; ++i) {
    const double a = now.free_acceleration[i];
    double& change = dydt[(equations_.order == 2 ? at.v() : at.q()) + i];
    if (std::isfinite(a)) shake.move(change, a);
  }
  return true;
}

// Of what the energy does not contain, the controls among it.
double RightSide::applied_power(const double* v) noexcept {
  double power = *numbers_.power();
  if (!laws_ || equations_.control_slots.empty()) return power;
  for (Index i = 0; i < equations_.n; ++i) power += v[i] * laws_->control_force()[i];
  return power;
}

ode::System RightSide::system() noexcept {
  ode::System system;
  system.n = layout().size();
  system.self = this;
  system.f = [](void* self, double t, const double* y, double* dydt) noexcept {
    return static_cast<RightSide*>(self)->rate(t, y, dydt);
  };
  if (!moved_.empty()) {
    system.within = [](void* self, double t, const double* y, Index j, double by) noexcept {
      return static_cast<RightSide*>(self)->within(t, y, j, by);
    };
  }
  return system;
}

double RightSide::within(double t, const double* y, Index j, double by) noexcept {
  constexpr double little = 0.1;  // of the slip
  const instant::StateLayout at = layout();
  if (j >= at.v() + at.n) return by;
  double *const moved = moved_.data(), *const before = moved + at.size();
  std::size_t size = 0;
  for (const equations::Sliding& contact : equations_.sliding) {
    size += contact.direction_slots.size();
  }
  std::copy_n(y, at.size(), moved);
  std::copy_n(laws_->sliding(numbers_, t, moved + at.q(), moved + at.v()), size, before);
  moved[j] += by;
  const double* const after = laws_->sliding(numbers_, t, moved + at.q(), moved + at.v());
  double part = 1;
  std::size_t first = 0;
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    const std::size_t rows = equations_.sliding[k].direction_slots.size();
    double slip = 0, turn = 0;
    for (std::size_t i = first; i < first + rows; ++i) {
      slip = std::hypot(slip, before[i]);
      turn = std::hypot(turn, after[i] - before[i]);
    }
    slip = std::max(slip, mode_.least[k]);
    const bool slides = rows > 1 && mode_.slip[k] == instant::Slip::slides;
    if (slides && turn > little * slip && slip > 0) part = std::min(part, little * slip / turn);
    first += rows;
  }
  return part * by;
}

instant::Jacobian* RightSide::prepare_jacobian() {
  if (has_outer_law()) return nullptr;
  // The programs do not know laws and modes; then the methods take differences.
  const bool has_mass = !equations_.solids || equations_.solids->dense;
  if (!jacobian_ && equations_.tangent.compiled && has_mass && !laws_) {
    jacobian_ = std::make_unique<instant::Jacobian>(equations_);
  }
  return jacobian_.get();
}

ode::System RightSide::system_with_jacobian() {
  ode::System with = system();
  if (!prepare_jacobian()) return with;
  with.jacobian = [](void* self, double t, const double* y, double* J, double* dfdt) noexcept {
    expects(dfdt == nullptr);  // the programs differentiate by the state only
    static_cast<void>(dfdt);
    return static_cast<RightSide*>(self)->jacobian(t, y, J);
  };
  return with;
}

bool RightSide::jacobian(double t, const double* y, double* J) noexcept {
  if (slides_on_surface()) return difference_jacobian(t, y, J);
  const instant::StateLayout at = layout();
  const double *const q = y + at.q(), *const v = y + at.v();
  const Instant& now = full_instant(t, q, v);
  fill_mass();
  if (!instant::usable(now.status) || !jacobian_->form(numbers_, now, t, q, v)) return false;
  std::fill_n(J, at.size() * at.size(), 0.0);
  const bool second = equations_.order == 2;
  const Index row = second ? at.v() : at.q();
  for (Index j = 0; j < at.n; ++j) {
    if (second) J[(at.q() + j) * at.size() + at.v() + j] = 1;
    for (Index i = 0; i < at.n; ++i) {
      double* const entries = J + (row + i) * at.size();
      entries[at.q() + j] = jacobian_->by_coordinate(j)[i];
      if (second) entries[at.v() + j] = jacobian_->by_rate(j)[i];
    }
  }
  return true;
}

}  // namespace zwang::motion
