// SPDX-License-Identifier: Apache-2.0
// Contacts: which touch, and which bear.

#include <algorithm>
#include <cmath>
#include <limits>

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

using equations::Kind;

// Gaps and speeds; `numbers` then holds M, A, φ, φ̇ of all rows.
void look_at_contacts(Hybrid& hybrid, double t, const double* y) noexcept {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  equations::Workspace& numbers = side.numbers();
  numbers.evaluate(equations::Stage::projection, t, y + layout.q(), y + layout.v());
  hybrid.row_sizes.measure(hybrid.state.sizes, numbers);
  std::vector<Contact>& contacts = hybrid.state.contacts;
  contacts.clear();
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind != Kind::unilateral || !side.mode().switched[i]) continue;
    double size = 0, terms = 0;
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      size = std::max(size, std::abs(numbers.A()[e]));
      terms += std::abs(numbers.A()[e] * y[layout.q() + equations.A().column[e]]);
    }
    const double gap = numbers.residual()[i];
    const double length = hybrid.row_sizes.length(static_cast<Index>(i));
    const bool touches = side.mode().acts[i] || gap <= touching * length;
    contacts.push_back({static_cast<Index>(i), gap, numbers.rate()[i], size,
                        std::numeric_limits<double>::epsilon() * terms, touches, false});
  }
}

namespace {

// [FKNU05 26], with A ẍ ≥ b in the rows of contacts; where parts are solved apart, each by itself.
Status find_bearing(RightSide& side, Bearing& bearing, const double* C) {
  if (!bearing.touched) {
    least::Task task = side.kernel().dense()->task(side.numbers());
    task.C = C;
    return bearing.unilateral
        .solve(task, bearing.kind.data(), bearing.binds.data(), RankTolerance::stepping)
        .status;
  }
  instant::TouchedTask& touched = *bearing.touched;
  touched.choose(bearing.kind.data());
  Status worst = Status::ok;
  for (Index p = 0; p < touched.count(); ++p) {
    touched.take(p);
    std::vector<unsigned char> binds;
    for (const Index i : touched.rows()) binds.push_back(bearing.binds[at(i)]);
    least::Unilateral unilateral(touched.n(), touched.m());
    const Status status = unilateral
                              .solve(touched.task(side.numbers(), C), touched.kind().data(),
                                     binds.data(), RankTolerance::stepping)
                              .status;
    for (Index j = 0; j < touched.m(); ++j) bearing.binds[at(touched.rows()[at(j)])] = binds[at(j)];
    if (worst == Status::ok || !instant::usable(status)) worst = status;
    if (!instant::usable(worst)) return worst;
  }
  return worst;
}

}  // namespace

// Which of the resting contacts bear, by Gauss's principle; friction and pressure are found in turn.
bool close_contacts(Hybrid& hybrid, double t, double* y) {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  instant::Mode& mode = side.mode();
  const std::vector<Contact>& contacts = hybrid.state.contacts;
  Bearing& bearing = hybrid.bearing;
  for (const Contact& contact : contacts) mode.acts[contact.row] = contact.rests;
  hybrid.projector.follow_mode();
  hybrid.projector.project(t, y + layout.q(), y + layout.v());
  for (std::size_t round = 0; round < 2 * contacts.size() + 3; ++round) {
    if (!decide_slip(hybrid, t, y)) return false;
    for (std::size_t i = 0; i < bearing.kind.size(); ++i) {
      const bool equality = mode.acts[i] && equations.rows[i].kind != Kind::unilateral;
      bearing.kind[i] = equality ? least::equality_row : least::idle_row;
      bearing.binds[i] = mode.acts[i];
    }
    for (const Contact& contact : contacts) {
      if (contact.rests) bearing.kind[contact.row] = least::unilateral_row;
    }
    std::copy_n(side.laws()->nonideal_force(), layout.n, hybrid.room.begin());
    equations::Workspace& numbers = side.numbers();
    numbers.evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
    for (Index i = 0; i < layout.n; ++i) numbers.Q()[i] += side.laws()->control_force()[i];
    hybrid.status = find_bearing(side, bearing, hybrid.room.data());
    if (!instant::usable(hybrid.status)) return false;
    bool same = true;
    for (const Contact& contact : contacts) {
      const Index i = contact.row;
      const bool acts = contact.rests && bearing.binds[i] != least::leaves;
      same = same && acts == (mode.acts[i] != 0);
      mode.acts[i] = acts;
    }
    if (same) return true;
  }
  return decide_slip(hybrid, t, y);
}

}  // namespace zwang::motion
