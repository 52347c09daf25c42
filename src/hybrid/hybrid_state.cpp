// SPDX-License-Identifier: Apache-2.0
#include "hybrid/hybrid_state.h"

namespace zwang::motion {

namespace {

Index tangents(const equations::Equations& equations) {
  Index count = 0;
  for (const equations::Sliding& contact : equations.sliding) count += contact.rows;
  return count;
}

// Where parts are solved apart there is no room for all at once.
Index whole(const equations::Equations& equations, Index size) {
  return instant::is_solved_by_parts(equations) ? Index{0} : size;
}

}  // namespace

Present::Present(const equations::Equations& equations)
    : bounced(equations.rows.size()),
      forced(equations.rows.size()),
      put_down(equations.rows.size()),
      slips(equations.sliding.size()),
      events(equations.events.size()),
      values(equations.events.size()),
      rest_time(equations.rows.size()),
      turns(equations.switches.size()),
      at_zero(equations.switches.size()) {}

Bearing::Bearing(const equations::Equations& equations)
    : unilateral(whole(equations, equations.n), whole(equations, equations.m)),
      kind(equations.rows.size()),
      binds(equations.rows.size()) {
  if (instant::is_solved_by_parts(equations))
    touched = std::make_unique<instant::TouchedTask>(equations);
}

Deciding::Deciding(const equations::Equations& equations)
    : rows(equations), candidates(equations.rows.size()), broken(equations.sliding.size()) {}

Switching::Switching(const equations::Equations& equations)
    : sigma(equations.switches.size()),
      noise(equations.switches.size()),
      rate(equations.switches.size()),
      open(equations.switches.size()),
      plus(at(equations.n)),
      minus(at(equations.n)),
      moved(at(instant::StateLayout{equations.n}.size())) {}

Blow::Blow(const equations::Equations& equations)
    : impact(whole(equations, equations.n), whole(equations, equations.m),
             whole(equations, tangents(equations))),
      kind(equations.rows.size()),
      law(equations.rows.size()),
      restitution(equations.rows.size()),
      phi_t(equations.rows.size()),
      friction(equations.rows.size()),
      w_t(at(tangents(equations))),
      tangent_of(at(tangents(equations))) {
  if (instant::is_solved_by_parts(equations)) touched = std::make_unique<TouchedBlow>(equations);
}

Hybrid::Hybrid(RightSide& side_, Projector& projector_, const RunOptions& options, double span_,
               std::vector<Happening>& happenings_)
    : side(side_),
      projector(projector_),
      impact_rule(options.impact),
      span(span_),
      tolerance(options.tolerance),
      happenings(happenings_),
      watch(side_),
      locator(side_, watch),
      present(side_.equations()),
      bearing(side_.equations()),
      deciding(side_.equations()),
      switching(side_.equations()),
      blow(side_.equations()),
      row_sizes(side_.equations()),
      force_sizes(side_.equations()),
      room(at(side_.equations().n)) {
  state.sizes.ways.resize(room.size());
  state.sizes.paces.resize(room.size());
  state.sizes.roots.resize(room.size());
  state.departures.resize(side_.equations().rows.size() + side_.equations().switches.size());
}

}  // namespace zwang::motion
