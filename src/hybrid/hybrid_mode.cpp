// SPDX-License-Identifier: Apache-2.0
// The mode of an instant: which contacts bear, which stick, which slide and which way, all at once.

#include <algorithm>
#include <cmath>

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

using equations::Kind;

namespace {

// So many sliding contacts are looked through to say whether there are other answers, at the start and after
// a blow, of which there may be thousands: each contact doubles the work and more.
struct Patience {
  std::size_t in_plane, in_space;
  Index nodes;
};
constexpr Patience at_start{8, 3, 5000}, after_a_blow{4, 1, 200};

void set_patience(const least::ContactProblem& problem, const Patience& patience,
                  least::ContactOptions& options) {
  std::size_t in_space = 0;
  for (const least::Rubbing& x : problem.rubbing) in_space += x.rows > 1;
  options.count = problem.rubbing.size() <= patience.in_plane && in_space <= patience.in_space;
  if (options.count) options.most_nodes = patience.nodes;
}

Status status_of(const least::ContactAnswer& answer) {
  switch (answer.verdict) {
    case least::ContactVerdict::none:
      return Status::no_reaction;
    case least::ContactVerdict::several:
      return Status::several_reactions;
    case least::ContactVerdict::unknown:
      return Status::not_converged;
    default:
      return Status::ok;
  }
}

// Contacts that touch and do not part may bear; also those that have just ceased to press, so that
// opening is verified too.
void mark_candidates(Hybrid& hybrid) {
  Deciding& deciding = hybrid.deciding;
  std::fill(deciding.candidates.begin(), deciding.candidates.end(), static_cast<unsigned char>(0));
  for (const Contact& contact : hybrid.state.contacts) {
    const double least = at_rest * hybrid.row_sizes.speed(contact.row);
    const bool due = hybrid.present.forced[contact.row] && contact.touches;
    deciding.candidates[contact.row] = contact.rests || (due && contact.speed <= least);
  }
}

// What slides since this very instant, or has come to its limit, does not hold by its static
// coefficient.
void mark_broken(Hybrid& hybrid, const instant::Mode* last) {
  std::vector<unsigned char>& broken = hybrid.deciding.broken;
  const bool same_time = hybrid.state.pace.at_once > 0;
  for (std::size_t k = 0; k < broken.size(); ++k) {
    const bool began = last && same_time && last->slip[k] == instant::Slip::slides;
    broken[k] = began || hybrid.present.slips[k];
  }
}

// Contacts that may bear do; what moves slides the way it moves.
void set_mode_by_rates(Hybrid& hybrid, double t, const double* y) {
  for (const Contact& contact : hybrid.state.contacts) {
    hybrid.side.mode().acts[contact.row] = hybrid.deciding.candidates[contact.row];
  }
  set_slip_by_rates(hybrid, t, y);
}

// One contact after the other, friction and pressure in turn: where nothing rubs that is all there is.
bool close_or_solve(Hybrid& hybrid, double t, double* y, bool rests) {
  for (const Contact& contact : hybrid.state.contacts) {
    hybrid.side.mode().acts[contact.row] = contact.rests;
  }
  return rests ? close_contacts(hybrid, t, y) : decide_slip(hybrid, t, y);
}

bool is_of_friction(Status status) {
  return status == Status::no_reaction || status == Status::several_reactions ||
         status == Status::not_converged;
}

// Whether contacts cannot all hold even without friction: walls that close in.
bool normals_fight(const ContactRows& rows) {
  least::ContactProblem normals = rows.problem();
  normals.rubbing.clear();
  normals.size = normals.normals;
  least::ContactSolver solver;
  return solver.solve(normals).verdict == least::ContactVerdict::none;
}

bool is_same(const instant::Mode& before, const instant::Mode& now) {
  if (before.acts != now.acts || before.slip != now.slip) return false;
  for (std::size_t k = 0; k < now.direction.size(); ++k) {
    if (now.slip[k / 3] != instant::Slip::slides) continue;
    if (std::abs(before.direction[k] - now.direction[k]) > 1e-9) return false;
  }
  return true;
}

}  // namespace

bool decide_mode(Hybrid& hybrid, double t, double* y, bool rests, const instant::Mode* last) {
  RightSide& side = hybrid.side;
  const instant::StateLayout layout = side.layout();
  instant::Mode& mode = side.mode();
  for (const Contact& contact : hybrid.state.contacts) mode.acts[contact.row] = contact.rests;
  if (rests) {
    hybrid.projector.follow_mode();
    hybrid.projector.project(t, y + layout.q(), y + layout.v());
  }
  mark_candidates(hybrid);
  set_mode_by_rates(hybrid, t, y);
  const bool rubs = std::any_of(mode.slip.begin(), mode.slip.end(),
                                [](instant::Slip x) { return x != instant::Slip::off; });
  if (!rubs) return close_or_solve(hybrid, t, y, rests);
  mark_broken(hybrid, last);
  Deciding& deciding = hybrid.deciding;
  const ContactCall call{deciding.candidates, hybrid.present.forced, hybrid.present.slips,
                         deciding.broken, last};
  ContactRows& rows = deciding.rows;
  for (int round = 0; round < 12; ++round) {
    // In a mode that is not the right one friction may have no answer: what is found of it will do.
    if (rows.depends_on_instant() && !solve(hybrid, t, y) && !is_of_friction(hybrid.status)) {
      return false;
    }
    const instant::Mode tried = mode;
    set_mode_by_rates(hybrid, t, y);
    const Status filled = rows.fill(side, t, y, call);
    // Without a definite mass rows cannot be reduced; then one contact after the other gives way.
    if (filled == Status::mass_not_definite) break;
    if (!instant::usable(filled)) {
      hybrid.status = filled;
      return false;
    }
    least::ContactOptions options;
    const bool begins = hybrid.state.count == 0;  // nothing has happened yet
    if (!last) set_patience(rows.problem(), begins ? at_start : after_a_blow, options);
    if (last) options.last = &rows.translate(side, call);
    const least::ContactAnswer& answer = rows.solve(options);
    hybrid.status = status_of(answer);
    if (hybrid.status == Status::no_reaction && normals_fight(rows)) {
      return close_or_solve(hybrid, t, y, rests);
    }
    if (!instant::usable(hybrid.status)) return false;
    rows.put(answer, call, side);
    if (!rows.depends_on_instant() || is_same(tried, mode)) return solve(hybrid, t, y);
  }
  return close_or_solve(hybrid, t, y, rests);
}

}  // namespace zwang::motion
