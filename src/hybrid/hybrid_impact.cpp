// SPDX-License-Identifier: Apache-2.0
// Blows, of contacts that meet and of constraints that an event strikes.

#include <algorithm>
#include <cmath>
#include <limits>

#include "hybrid/hybrid_parts.h"
#include "instant/laws/reaction_value.h"

namespace zwang::motion {

using equations::Kind;

namespace {

// Tangential rows of the contacts that are hit. Their coefficient is what the limit is for a normal
// force of 1.
Index fill_tangents(RightSide& side, Blow& blow, double t, const double* y) noexcept {
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  equations::Workspace& numbers = side.numbers();
  Index count = 0;
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    if (contact.normals.size() != 1) continue;
    const equations::Reaction& normal = equations.reactions[contact.normals.front()];
    const Index row = normal.first_row;
    if (normal.rows != 1) continue;
    if (blow.kind[row] != least::unilateral_row) continue;
    blow.W.resize(std::max(blow.W.size(), at((count + contact.rows) * equations.n)));
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i, ++count) {
      double* const W = blow.W.data() + count * equations.n;
      std::fill_n(W, equations.n, 0.0);
      double Wv = 0;
      for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
        const Index j = equations.A().column[e];
        W[j] = numbers.A()[e];
        Wv += W[j] * y[layout.v() + j];
      }
      blow.w_t[count] = numbers.rate()[i] - Wv;
      blow.tangent_of[count] = normal.first_row;
    }
    numbers.set(normal.slot, instant::strength(equations, numbers, normal));
    numbers.evaluate(equations::Stage::nonideal, t, y + layout.q(), y + layout.v());
    blow.friction[row] = numbers.limits()[2 * k];
  }
  return count;
}

least::ImpactTask task_of(Hybrid& hybrid, double t, const double* y, bool rubs) noexcept {
  RightSide& side = hybrid.side;
  Blow& blow = hybrid.blow;
  least::ImpactTask task;
  if (rubs) {
    task.tangents = fill_tangents(side, blow, t, y);
    task.W = blow.W.data();
    task.w_t = blow.w_t.data();
    task.tangent_of = blow.tangent_of.data();
    task.friction = blow.friction.data();
  }
  if (!blow.touched) task.rows = side.kernel().dense()->task(side.numbers());
  task.kind = blow.kind.data();
  task.v = y + side.layout().v();
  task.phi_t = blow.phi_t.data();
  task.restitution = blow.restitution.data();
  task.law = blow.law.data();
  return task;
}

}  // namespace

bool fill_impact(Hybrid& hybrid, double t, const double* y,
                 const equations::Event* event) noexcept {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  look_at_contacts(hybrid, t, y);
  equations::Workspace& numbers = side.numbers();
  Blow& blow = hybrid.blow;
  bool any = false;
  for (std::size_t i = 0; i < blow.kind.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    const bool equality = row.kind == Kind::equality || row.kind == Kind::norm;
    const bool holds =
        side.mode().acts[i] && equality && row.level != equations::Level::acceleration;
    blow.kind[i] = holds ? least::equality_row : least::idle_row;
    blow.restitution[i] = blow.friction[i] = 0;
    blow.law[i] = static_cast<unsigned char>(row.law);
    double Av = 0;
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      Av += numbers.A()[e] * y[layout.v() + equations.A().column[e]];
    }
    blow.phi_t[i] = numbers.rate()[i] - Av;
  }
  if (event) {
    for (const equations::Event::Blow& struck : event->impact) {
      for (std::size_t i = 0; i < blow.kind.size(); ++i) {
        if (equations.rows[i].constraint != struck.constraint) continue;
        blow.kind[i] = least::struck_row;
        blow.restitution[i] = struck.restitution;
        any = true;
      }
    }
    return any;
  }
  for (const Contact& contact : hybrid.state.contacts) {
    if (!contact.touches) continue;
    blow.kind[contact.row] = least::unilateral_row;
    blow.restitution[contact.row] =
        hybrid.state.pace.plastic ? 0 : equations.rows[contact.row].restitution;
    any = any || contact.speed < -at_rest * hybrid.row_sizes.speed(contact.row);
  }
  return any;
}

bool strike(Hybrid& hybrid, double t, double* y, const equations::Event* event) {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  Blow& blow = hybrid.blow;
  least::ImpactTask task = task_of(hybrid, t, y, !event);
  task.order = hybrid.impact_rule == ImpactRule::sequence ? least::BlowOrder::sequence
                                                          : least::BlowOrder::simultaneous;
  ++side.uses().blows;
  const least::ImpactAnswer& answer = blow.touched
                                          ? blow.touched->solve(task, side.numbers(), event)
                                      : event ? blow.impact.strike(task)
                                              : blow.impact.solve(task);
  hybrid.status = answer.status;
  if (!instant::usable(hybrid.status)) return false;
  std::uint32_t number = 0;
  std::vector<double> hit;
  for (std::size_t i = blow.kind.size(); i-- > 0;) {
    hybrid.present.bounced[i] = answer.hit[i];
    if (answer.hit[i]) number = equations.rows[i].constraint;
    if (answer.hit[i]) hit.push_back(equations.rows[i].constraint);
  }
  std::copy_n(y + layout.v(), layout.n, hybrid.room.begin());
  std::copy_n(answer.rates, layout.n, y + layout.v());
  Happening& happening = tell(hybrid, What::impact, number, t, y);
  happening.v_before = hybrid.room;
  happening.hit.assign(hit.rbegin(), hit.rend());
  happening.energy_before = answer.energy_before;
  happening.energy_after = answer.energy_after;
  happening.carnot = answer.carnot + answer.rubbed - answer.work;
  happening.blows = static_cast<std::uint32_t>(answer.blows);
  happening.reduced = answer.reduced;
  return true;
}

bool put_down(Hybrid& hybrid, double t, double* y, double flight) {
  const instant::StateLayout layout = hybrid.side.layout();
  Blow& blow = hybrid.blow;
  for (Index i = 0; i < layout.n; ++i) y[layout.v() + i] += flight * hybrid.room[i];
  if (!fill_impact(hybrid, t, y, nullptr)) return false;
  std::fill(blow.restitution.begin(), blow.restitution.end(), 0.0);
  least::ImpactTask task = task_of(hybrid, t, y, true);
  task.order = least::BlowOrder::simultaneous;
  const least::ImpactAnswer& answer = blow.touched
                                          ? blow.touched->solve(task, hybrid.side.numbers(), false)
                                          : blow.impact.solve(task);
  if (!instant::usable(answer.status)) return false;
  std::copy_n(answer.rates, layout.n, y + layout.v());
  return true;
}

}  // namespace zwang::motion
