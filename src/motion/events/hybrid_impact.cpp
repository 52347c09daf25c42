// SPDX-License-Identifier: Apache-2.0
// Blows, of contacts that meet and of constraints that an event strikes.

#include <algorithm>
#include <cmath>
#include <limits>

#include "instant/reaction_value.h"
#include "motion/events/hybrid.h"
#include "motion/events/hybrid_limits.h"

namespace zwang::motion {

using equations::Kind;

// What the impact is told; `event` strikes its constraints instead of the contacts. False: nothing
// approaches.
bool Hybrid::fill_impact(double t, const double* y, const equations::Event* event) noexcept {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  look_at_contacts(t, y);
  equations::Workspace& numbers = side_.numbers();
  bool any = false;
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    const bool equality = row.kind == Kind::equality || row.kind == Kind::norm;
    const bool holds =
        side_.mode().acts[i] && equality && row.level != equations::Level::acceleration;
    kind_[i] = holds ? least::equality_row : least::idle_row;
    restitution_[i] = friction_[i] = 0;
    double Av = 0;
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      Av += numbers.A()[e] * y[layout.v() + equations.A().column[at(e)]];
    }
    phi_t_[i] = numbers.rate()[i] - Av;
  }
  if (event) {
    for (const equations::Event::Blow& blow : event->impact) {
      for (std::size_t i = 0; i < kind_.size(); ++i) {
        if (equations.rows[i].constraint != blow.constraint) continue;
        kind_[i] = least::struck_row;
        restitution_[i] = blow.restitution;
        any = true;
      }
    }
    return any;
  }
  for (const Contact& contact : contacts_) {
    if (!contact.touches) continue;
    kind_[at(contact.row)] = least::unilateral_row;
    restitution_[at(contact.row)] = plastic_ ? 0 : equations.rows[at(contact.row)].restitution;
    any = any || contact.speed < -at_rest * speed_ * contact.size;
  }
  return any;
}

// Tangential rows of the contacts that are hit. Their coefficient is what the limit is for a normal
// force of 1.
Index Hybrid::fill_tangents(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  equations::Workspace& numbers = side_.numbers();
  Index count = 0;
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    if (contact.normals.size() != 1) continue;
    const equations::Reaction& normal = equations.reactions[at(contact.normals.front())];
    const std::size_t row = at(normal.first_row);
    if (normal.rows != 1) continue;
    if (kind_[row] != least::unilateral_row) continue;
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i, ++count) {
      double* const W = W_.data() + count * equations.n;
      std::fill_n(W, equations.n, 0.0);
      double Wv = 0;
      for (Index e = equations.A().begin[at(i)]; e < equations.A().begin[at(i) + 1]; ++e) {
        const Index j = equations.A().column[at(e)];
        W[j] = numbers.A()[e];
        Wv += W[j] * y[layout.v() + j];
      }
      w_t_[at(count)] = numbers.rate()[i] - Wv;
      tangent_of_[at(count)] = normal.first_row;
    }
    numbers.set(normal.slot, instant::strength(equations, numbers, normal));
    numbers.evaluate(equations::Stage::nonideal, t, y + layout.q(), y + layout.v());
    friction_[row] = numbers.limits()[2 * k];
  }
  return count;
}

// One impact; false where its numbers go bad.
bool Hybrid::blow(double t, double* y, const equations::Event* event) {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  least::ImpactTask task;
  if (!event) {
    task.tangents = fill_tangents(t, y);
    task.W = W_.data();
    task.w_t = w_t_.data();
    task.tangent_of = tangent_of_.data();
    task.friction = friction_.data();
  }
  task.rows = side_.kernel().dense()->task(side_.numbers());
  task.kind = kind_.data();
  task.v = y + layout.v();
  task.phi_t = phi_t_.data();
  task.restitution = restitution_.data();
  task.order = options_.impact == ImpactRule::sequence ? least::BlowOrder::sequence
                                                       : least::BlowOrder::simultaneous;
  ++side_.uses().blows;
  const least::ImpactAnswer& answer = event ? impact_.strike(task) : impact_.solve(task);
  status_ = answer.status;
  if (!usable(status_)) return false;
  std::uint32_t number = 0;
  std::vector<double> hit;
  for (std::size_t i = kind_.size(); i-- > 0;) {
    bounced_[i] = answer.hit[i];
    if (answer.hit[i]) number = equations.rows[i].constraint;
    if (answer.hit[i]) hit.push_back(equations.rows[i].constraint);
  }
  std::copy_n(y + layout.v(), layout.n, before_.begin());
  std::copy_n(answer.rates, layout.n, y + layout.v());
  Happening& happening = tell(What::impact, number, t, y);
  happening.v_before = before_;
  happening.hit.assign(hit.rbegin(), hit.rend());
  happening.energy_before = answer.energy_before;
  happening.energy_after = answer.energy_after;
  happening.carnot = answer.carnot + answer.rubbed - answer.work;
  happening.blows = static_cast<std::uint32_t>(answer.blows);
  return true;
}

}  // namespace zwang::motion
