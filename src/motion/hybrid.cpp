// SPDX-License-Identifier: Apache-2.0
#include "motion/hybrid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

using equations::Kind;

namespace {

constexpr double touching = 1e-10;      // of the largest coordinate so far
constexpr double at_rest = 1e-12;       // of the largest rate so far
constexpr double slow = 1e-9;           // the same, of sliding: then it may stick
constexpr double short_flight = 1e-12;  // of the whole run: bounces within it are not followed
constexpr double barely = 1e-10;        // of the forces there are: such a contact does not press
constexpr double close_by = 1e-7;       // of the whole run: so near, events gather
constexpr long most_gathered = 5000;
constexpr long most_at_once = 200;  // events at one time
constexpr long many_blows = 200;    // within a short flight: then contacts bounce no more

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool usable(Status status) { return status == Status::ok || status == Status::contradictory; }

Index tangents(const equations::Equations& equations) {
  Index count = 0;
  for (const equations::Sliding& contact : equations.sliding) count += contact.rows;
  return count;
}

}  // namespace

Hybrid::Hybrid(RightSide& side, Projector& projector, const RunOptions& options, double span,
               std::vector<Happening>& happenings)
    : side_(side),
      projector_(projector),
      options_(options),
      span_(span),
      happenings_(happenings),
      watch_(side),
      locator_(side, watch_),
      unilateral_(side.equations().n, side.equations().m),
      impact_(side.equations().n, side.equations().m, tangents(side.equations())) {
  const equations::Equations& equations = side.equations();
  const std::size_t m = equations.rows.size(), n = static_cast<std::size_t>(equations.n);
  const auto t = static_cast<std::size_t>(tangents(equations));
  for (std::vector<unsigned char>* x : {&kind_, &binds_, &bounced_, &forced_, &sunk_}) x->resize(m);
  for (std::vector<double>* x : {&restitution_, &phi_t_, &friction_, &rest_time_}) x->resize(m);
  slips_.resize(equations.sliding.size());
  W_.resize(t * n);
  w_t_.resize(t);
  w_.resize(t);
  tangent_of_.resize(t);
  before_.resize(n);
}

double Hybrid::energy(double t, const double* y) noexcept {
  const StateLayout layout = side_.layout();
  side_.numbers().evaluate(side_.equations().energy, t, y + layout.q(), y + layout.v());
  return side_.numbers().energy();
}

void Hybrid::see(const double* y) noexcept {
  const StateLayout layout = side_.layout();
  for (Index i = 0; i < layout.n; ++i) {
    length_ = std::max(length_, std::abs(y[layout.q() + i]));
    speed_ = std::max(speed_, std::abs(y[layout.v() + i]));
  }
  projector_.set_sizes(length_, speed_);
}

Happening& Hybrid::tell(What what, std::uint32_t number, double t, const double* y) {
  ++count_;
  if (happenings_.size() == most_happenings) happenings_.pop_back();
  Happening& happening = happenings_.emplace_back();
  const StateLayout layout = side_.layout();
  happening.what = what;
  happening.number = number;
  happening.t = t;
  happening.q.assign(y + layout.q(), y + layout.q() + layout.n);
  happening.v.assign(y + layout.v(), y + layout.v() + layout.n);
  return happening;
}

// Gaps and speeds; `numbers` then holds M, A, φ, φ̇ of all rows.
void Hybrid::look_at_contacts(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
  equations::Workspace& numbers = side_.numbers();
  numbers.evaluate(equations.projection, t, y + layout.q(), y + layout.v());
  contacts_.clear();
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind != Kind::unilateral || !side_.mode().switched[i]) continue;
    double size = 0, terms = 0;
    for (Index e = equations.A.begin[i]; e < equations.A.begin[i + 1]; ++e) {
      size = std::max(size, std::abs(numbers.A()[e]));
      terms += std::abs(numbers.A()[e] * y[layout.q() + equations.A.column[at(e)]]);
    }
    const double gap = numbers.residual()[i];
    const bool touches = side_.mode().acts[i] || gap <= touching * length_ * size;
    contacts_.push_back({static_cast<Index>(i), gap, numbers.rate()[i], size,
                         std::numeric_limits<double>::epsilon() * terms, touches, false});
  }
}

// What the impact is told; `event` strikes its constraints instead of the contacts. False: nothing
// approaches.
bool Hybrid::fill_impact(double t, const double* y, const equations::Event* event) noexcept {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
  look_at_contacts(t, y);
  equations::Workspace& numbers = side_.numbers();
  bool any = false;
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    const bool holds = side_.mode().acts[i] && row.kind == Kind::equality &&
                       row.level != equations::Level::acceleration;
    kind_[i] = holds ? least::equality_row : least::idle_row;
    restitution_[i] = friction_[i] = 0;
    double Av = 0;
    for (Index e = equations.A.begin[i]; e < equations.A.begin[i + 1]; ++e) {
      Av += numbers.A()[e] * y[layout.v() + equations.A.column[at(e)]];
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
  const StateLayout layout = side_.layout();
  equations::Workspace& numbers = side_.numbers();
  Index count = 0;
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    const equations::Reaction& normal = equations.reactions[at(contact.normals.front())];
    const std::size_t row = at(normal.first_row);
    if (contact.normals.size() != 1 || normal.rows != 1) continue;
    if (kind_[row] != least::unilateral_row) continue;
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i, ++count) {
      double* const W = W_.data() + count * equations.n;
      std::fill_n(W, equations.n, 0.0);
      double Wv = 0;
      for (Index e = equations.A.begin[at(i)]; e < equations.A.begin[at(i) + 1]; ++e) {
        const Index j = equations.A.column[at(e)];
        W[j] = numbers.A()[e];
        Wv += W[j] * y[layout.v() + j];
      }
      w_t_[at(count)] = numbers.rate()[i] - Wv;
      tangent_of_[at(count)] = normal.first_row;
    }
    double size = 0;
    for (Index e = equations.A.begin[row]; e < equations.A.begin[row + 1]; ++e) {
      size = std::hypot(size, numbers.A()[e]);
    }
    numbers.set(normal.slot, normal.pressure ? 1.0 : size);  // a multiplier of 1
    numbers.evaluate(equations.nonideal, t, y + layout.q(), y + layout.v());
    friction_[row] = numbers.limits()[2 * k];
  }
  return count;
}

// One impact; false where its numbers go bad.
bool Hybrid::blow(double t, double* y, const equations::Event* event) {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
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

bool Hybrid::solve(double t, const double* y) noexcept {
  const StateLayout layout = side_.layout();
  status_ = side_.full_instant(t, y + layout.q(), y + layout.v()).status;
  return usable(status_);
}

// Contacts that touch and neither part nor bounce for long: those are candidates for closing. A ball
// that bounces with ε < 1 comes to rest after 2c/(|a|(1 − ε)), in infinitely many bounces; where that
// is a crumb of the run, it rests.
bool Hybrid::find_resting(double t, const double* y) {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
  look_at_contacts(t, y);
  bool any = false, flies = false;
  for (Contact& contact : contacts_) {
    const double least = at_rest * speed_ * contact.size;
    contact.rests = contact.touches && !forced_[at(contact.row)] &&
                    (contact.speed <= least || sunk_[at(contact.row)]);
    rest_time_[at(contact.row)] = t;
    flies = flies || (contact.touches && contact.speed > least && bounced_[at(contact.row)]);
    any = any || contact.rests;
  }
  if (!flies) return any;
  // Their accelerations while they are open.
  for (const Contact& contact : contacts_) side_.mode().acts[at(contact.row)] = contact.rests;
  set_slip_by_rates(t, y);
  if (!solve(t, y)) return any;
  std::copy_n(side_.full_instant(t, y + layout.q(), y + layout.v()).acceleration.begin(), layout.n,
              before_.begin());
  side_.numbers().evaluate(equations.dynamics, t, y + layout.q(), y + layout.v());
  for (Contact& contact : contacts_) {
    const std::size_t i = at(contact.row);
    if (contact.rests || !contact.touches || !bounced_[i]) continue;
    double a = -side_.numbers().b()[i];
    for (Index e = equations.A.begin[i]; e < equations.A.begin[i + 1]; ++e) {
      a += side_.numbers().A()[e] * before_[at(equations.A.column[at(e)])];
    }
    const double epsilon = plastic_ ? 0 : equations.rows[i].restitution;
    if (a >= 0 || epsilon >= 1) continue;
    // Nor does it fly where it rises by less than rounding of its height.
    const double rest = 2 * contact.speed / (-a * (1 - epsilon));
    const double height = 0.5 * contact.speed * contact.speed / -a;
    contact.rests = rest <= short_flight * span_ || height <= 64 * contact.rounding;
    if (contact.rests) rest_time_[i] = t + rest;
    any = any || contact.rests;
  }
  return any;
}

bool Hybrid::presses(Index number) const noexcept {
  const equations::Equations& equations = side_.equations();
  for (const Index k : equations.sliding[at(number)].normals) {
    const equations::Reaction& normal = equations.reactions[at(k)];
    for (Index i = normal.first_row; i < normal.first_row + normal.rows; ++i) {
      if (side_.mode().acts[at(i)]) return true;
    }
  }
  return false;
}

void Hybrid::set_stick_rows() noexcept {
  const equations::Equations& equations = side_.equations();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i) {
      side_.mode().acts[at(i)] = side_.mode().slip[k] == Slip::sticks;
    }
  }
}

// Contacts that move slide the way they move; the others try to stick.
void Hybrid::set_slip_by_rates(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  if (equations.sliding.empty()) return;
  const StateLayout layout = side_.layout();
  Mode& mode = side_.mode();
  const double* const w = side_.laws()->sliding(side_.numbers(), t, y + layout.q(), y + layout.v());
  Index next = 0;
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const auto size = static_cast<std::size_t>(equations.sliding[k].rows);
    double norm = 0;
    for (std::size_t i = 0; i < size; ++i) norm = std::hypot(norm, w[at(next) + i]);
    const bool moves = norm > slow * speed_;
    mode.speed[k] = moves ? norm : 0;
    mode.slip[k] = !presses(static_cast<Index>(k)) ? Slip::off
                   : moves                         ? Slip::slides
                                                   : Slip::sticks;
    for (std::size_t i = 0; moves && i < size; ++i) {
      mode.direction[3 * k + i] = w[at(next) + i] / norm;
    }
    next += equations.sliding[k].rows;
  }
  set_stick_rows();
}

// It gives way against the force that held it.
void Hybrid::let_slip(Index number) noexcept {
  const equations::Sliding& contact = side_.equations().sliding[at(number)];
  Mode& mode = side_.mode();
  double norm = 0;
  for (Index i = 0; i < contact.rows; ++i) {
    norm = std::hypot(norm, side_.laws()->multipliers()[contact.first_row + i]);
  }
  for (Index i = 0; i < contact.rows; ++i) {
    const double f = side_.laws()->multipliers()[contact.first_row + i];
    mode.direction[3 * at(number) + at(i)] = norm > 0 ? -f / norm : (i == 0 ? 1.0 : 0.0);
  }
  mode.slip[at(number)] = Slip::slides;
  mode.speed[at(number)] = 0;
  set_stick_rows();
}

// All that may stick tries to; what would have to bear most beyond its limit gives way, one after
// the other.
bool Hybrid::decide_slip(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  if (equations.sliding.empty()) return solve(t, y);
  set_slip_by_rates(t, y);
  const Mode& mode = side_.mode();
  for (std::size_t round = 0; round <= equations.sliding.size(); ++round) {
    if (!solve(t, y)) return false;
    Index worst = -1;
    double most = 1 + 1e-12;
    for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
      if (mode.slip[k] != Slip::sticks) continue;
      const double holds = std::abs(side_.laws()->reactions()[equations.sliding[k].holding]);
      const double limit = side_.numbers().limits()[2 * k + 1];
      const double share = slips_[k]   ? std::numeric_limits<double>::infinity()
                           : holds > 0 ? holds / limit
                                       : 0.0;
      if (share <= most) continue;
      most = share;
      worst = static_cast<Index>(k);
    }
    if (worst < 0) return true;
    let_slip(worst);
    slips_[at(worst)] = 0;
  }
  return solve(t, y);
}

// Which of the resting contacts bear, by Gauss's principle; friction and pressure are found in turn.
bool Hybrid::close_contacts(double t, double* y) {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
  Mode& mode = side_.mode();
  for (const Contact& contact : contacts_) mode.acts[at(contact.row)] = contact.rests;
  projector_.follow_mode();
  projector_.project(t, y + layout.q(), y + layout.v());
  for (std::size_t round = 0; round < 2 * contacts_.size() + 3; ++round) {
    if (!decide_slip(t, y)) return false;
    for (std::size_t i = 0; i < kind_.size(); ++i) {
      const bool equality = mode.acts[i] && equations.rows[i].kind != Kind::unilateral;
      kind_[i] = equality ? least::equality_row : least::idle_row;
      binds_[i] = mode.acts[i];
    }
    for (const Contact& contact : contacts_) {
      if (contact.rests) kind_[at(contact.row)] = least::unilateral_row;
    }
    std::copy_n(side_.laws()->nonideal_force(), layout.n, before_.begin());
    equations::Workspace& numbers = side_.numbers();
    numbers.evaluate(equations.dynamics, t, y + layout.q(), y + layout.v());
    for (Index i = 0; i < layout.n; ++i) numbers.Q()[i] += side_.laws()->control_force()[i];
    least::Task task = side_.kernel().dense()->task(numbers);
    task.C = before_.data();
    status_ = unilateral_.solve(task, kind_.data(), binds_.data(), RankTolerance::stepping).status;
    if (!usable(status_)) return false;
    bool same = true;
    for (const Contact& contact : contacts_) {
      const std::size_t i = at(contact.row);
      const bool acts = contact.rests && (binds_[i] != least::leaves || sunk_[i]);
      same = same && acts == (mode.acts[i] != 0);
      mode.acts[i] = acts;
    }
    if (same) return true;
  }
  return decide_slip(t, y);
}

void Hybrid::tell_changes(const Mode& before, double t, const double* y) {
  const equations::Equations& equations = side_.equations();
  const Mode& now = side_.mode();
  for (std::size_t i = 0; i < now.acts.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    if (row.kind != Kind::unilateral || now.acts[i] == before.acts[i]) continue;
    if (now.acts[i]) tell(What::rest, row.constraint, rest_time_[i], y);
    if (!now.acts[i] && !bounced_[i]) tell(What::leave, row.constraint, t, y);
  }
  for (std::size_t k = 0; k < now.slip.size(); ++k) {
    if (now.slip[k] == before.slip[k]) continue;
    if (now.slip[k] == Slip::sticks) tell(What::stick, static_cast<std::uint32_t>(k), t, y);
    if (now.slip[k] == Slip::slides && before.slip[k] == Slip::sticks) {
      tell(What::slip, static_cast<std::uint32_t>(k), t, y);
    }
  }
}

// Forces there are: applied, of inertia, and those that would turn the motion round.
double Hybrid::force_size(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
  side_.numbers().evaluate(equations.dynamics, t, y + layout.q(), y + layout.v());
  const double* M = side_.numbers().M();
  double size = 0, mass = 0;
  for (const std::size_t block : equations.mass_blocks) {
    for (std::size_t i = 0; i < block; ++i) mass = std::max(mass, std::abs(M[i * block + i]));
    M += block * block;
  }
  for (Index i = 0; i < layout.n; ++i) size = std::max(size, std::abs(side_.numbers().Q()[i]));
  size = length_ > 0 ? std::max(size, mass * speed_ * speed_ / length_) : size;
  mass_ = mass > 0 ? mass : 1;
  rate_ = std::max(speed_, std::sqrt(size * length_ / mass_));
  return size;
}

// Whether a contact that gave way does begin to slide. It may be that all else holds it.
bool Hybrid::speeds_up(Index number, double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const equations::Sliding& contact = equations.sliding[at(number)];
  const StateLayout layout = side_.layout();
  const Instant& now = side_.full_instant(t, y + layout.q(), y + layout.v());
  if (!usable(now.status)) return false;
  std::copy_n(now.acceleration.begin(), layout.n, before_.begin());
  side_.numbers().evaluate(equations.dynamics, t, y + layout.q(), y + layout.v());
  double along = 0, size = 0;
  for (Index k = 0; k < contact.rows; ++k) {
    const std::size_t i = at(contact.first_row + k);
    double a = -side_.numbers().b()[i];
    for (Index e = equations.A.begin[i]; e < equations.A.begin[i + 1]; ++e) {
      const double term = side_.numbers().A()[e] * before_[at(equations.A.column[at(e)])];
      a += term;
      size = std::max(size, std::abs(term));
    }
    along += a * side_.mode().direction[3 * at(number) + at(k)];
  }
  return along > 1e-9 * std::max(size, force_ / mass_);
}

void Hybrid::set_slack(Index k) noexcept {
  const Watched& watched = watch_[k];
  double size = 1;
  for (const Contact& contact : contacts_) {
    if (watched.kind == Watched::Kind::press && contact.row == watched.number) size = contact.size;
  }
  const double slack = barely * force_ / size;
  if (locator_.start(k) > slack) return;
  if (locator_.start(k) <= -slack) locator_.mark_fresh(k, 1);
  watch_.set_slack(k, slack);
  locator_.add_to_start(k, slack);
}

// The sign that g is about to take, after rates were changed.
double Hybrid::way_of(Index k, double t, const double* y) noexcept {
  const StateLayout layout = side_.layout();
  const double h = 1e-6 * span_;
  whole_.resize(2 * static_cast<std::size_t>(layout.size()));
  double* const f = whole_.data() + layout.size();
  if (!side_.rate(t, y, f)) return 0;
  for (Index i = 0; i < layout.size(); ++i) whole_[at(i)] = y[i] + h * f[i];
  return locator_.value(k, t + h, whole_.data()) - locator_.start(k);
}

// What is at zero because it was just dealt with, and the sign it leaves zero by.
void Hybrid::mark_fresh(double t, const double* y, double after) noexcept {
  watch_.follow_mode();
  force_ = std::max(force_, force_size(t, y));
  locator_.begin(t, y);
  for (Index k = 0; k < watch_.size(); ++k) {
    const Watched& watched = watch_[k];
    switch (watched.kind) {
      case Watched::Kind::event:
        // One that an action moved away from zero is as any other.
        if (due_events_[at(watched.number)] &&
            locator_.start(k) == due_values_[at(watched.number)]) {
          locator_.mark_fresh(k, jumped_ ? way_of(k, t, y) : after > 0 ? 1.0 : -1.0, jumped_);
        }
        break;
      case Watched::Kind::gap:
        for (const Contact& contact : contacts_) {
          if (contact.row == watched.number && contact.touches) locator_.mark_fresh(k, 1);
        }
        break;
      case Watched::Kind::slide:
        if (locator_.start(k) > slow * speed_) break;
        if (speeds_up(watched.number, t, y)) {
          locator_.mark_fresh(k, 1);
        } else {  // others hold it: it stays at zero
          watch_.set_slack(k, barely * rate_);
          locator_.add_to_start(k, barely * rate_);
        }
        break;
      default:
        set_slack(k);
        break;
    }
  }
}

// From a state where something happened to the mode it goes on in.
Turn Hybrid::settle(double t, double* y, bool tells, double after) {
  const StateLayout layout = side_.layout();
  const Mode before = side_.mode();
  const double energy_before = energy(t, y);
  if (fill_impact(t, y, nullptr) && !blow(t, y, nullptr)) return Turn::no_instant;
  if (side_.laws()) {
    const bool rests = find_resting(t, y);
    for (const Contact& contact : contacts_) side_.mode().acts[at(contact.row)] = contact.rests;
    const bool good = rests ? close_contacts(t, y) : decide_slip(t, y);
    if (!good) return Turn::no_instant;
  }
  projector_.follow_mode();
  whole_.assign(y, y + layout.size());
  const Projection moved = projector_.project(t, y + layout.q(), y + layout.v());
  if (!moved.converged || (!moved.feasible && !contradictory_) || moved.moved > 1e-6 * length_) {
    std::copy(whole_.begin(), whole_.end(), y);  // for the message
    return Turn::not_projected;
  }
  jumps_ += energy(t, y) - energy_before;
  if (tells) tell_changes(before, t, y);
  look_at_contacts(t, y);
  mark_fresh(t, y, after);
  std::fill(bounced_.begin(), bounced_.end(), static_cast<unsigned char>(0));
  std::fill(forced_.begin(), forced_.end(), static_cast<unsigned char>(0));
  std::fill(sunk_.begin(), sunk_.end(), static_cast<unsigned char>(0));
  std::fill(slips_.begin(), slips_.end(), static_cast<unsigned char>(0));
  return Turn::goes_on;
}

// A contact that touched when the step began, and is below at its end without having left, was
// lost to rounding: it rests from the beginning on.
bool Hybrid::look(double t0, double t1, const Interpolant& states, Crossing& found) noexcept {
  if (locator_.look(t0, t1, states, found)) return true;
  for (Index k = 0; k < watch_.size(); ++k) {
    if (watch_[k].kind != Watched::Kind::gap) continue;
    const Contact* touched = nullptr;
    for (const Contact& contact : contacts_) {
      if (contact.row == watch_[k].number && contact.touches) touched = &contact;
    }
    if (!touched) continue;
    const double depth = touching * length_ * touched->size;
    if (!locator_.is_fresh(k) || locator_.end(k) >= -depth) continue;
    sunk_[at(touched->row)] = 1;
    found = {t0, k, 0, 1, false, false, true};
    return true;
  }
  return false;
}

Turn Hybrid::begin(double t, double* y, bool contradictory) {
  see(y);
  contradictory_ = contradictory;
  last_ = mark_ = t - span_;
  due_events_.assign(side_.equations().events.size(), 0);
  due_values_.assign(side_.equations().events.size(), 0);
  const Turn verdict = settle(t, y, false, 0);
  jumps_ = 0;  // the start is what it is after this
  return verdict;
}

// The user's actions: set, switch, strike.
bool Hybrid::act_as_user(const equations::Event& event, double t, double* y) {
  const equations::Equations& equations = side_.equations();
  const StateLayout layout = side_.layout();
  if (!event.set.empty()) {
    side_.numbers().evaluate(equations.set, t, y + layout.q(), y + layout.v());
    for (std::size_t k = 0; k < event.set.size(); ++k) {
      const equations::Event::Target& target = event.set[k];
      y[(target.rate ? layout.v() : layout.q()) + target.coordinate] =
          side_.numbers().sets()[at(event.first_set) + k];
    }
  }
  for (const equations::Event::Switch& change : event.switches) {
    switch_rows(equations, change.constraint, change.on, side_.mode());
  }
  if (!event.impact.empty() && fill_impact(t, y, &event)) return blow(t, y, &event);
  return true;
}

Turn Hybrid::act(const Crossing& crossing, double t, double* y) {
  const equations::Equations& equations = side_.equations();
  see(y);
  at_once_ = t - last_ <= 1e-14 * std::max(span_, std::abs(t)) ? at_once_ + 1 : 0;
  if (t - mark_ > short_flight * span_) {
    mark_ = t;
    since_mark_ = 0;
  }
  plastic_ = ++since_mark_ > many_blows;
  gathered_ = t - last_ <= close_by * span_ ? gathered_ + 1 : 0;
  if (gathered_ > most_gathered) return Turn::endless;
  last_ = t;
  if (at_once_ > most_at_once) return Turn::endless;

  const double energy_before = energy(t, y);
  bool stops = false;
  jumped_ = false;
  std::fill(due_events_.begin(), due_events_.end(), static_cast<unsigned char>(0));
  // The list changes with the mode; first all that is due is noted.
  for (Index k = 0; k < watch_.size(); ++k) {
    const Watched& watched = watch_[k];
    if (crossing.grazes ? k != crossing.first : !locator_.is_due(k)) continue;
    if (watched.kind == Watched::Kind::event) {
      due_events_[at(watched.number)] = 1;
      due_values_[at(watched.number)] = locator_.value(k, t, y);
    }
    if (watched.kind == Watched::Kind::press) forced_[at(watched.number)] = 1;
    if (watched.kind == Watched::Kind::gap && crossing.stays) sunk_[at(watched.number)] = 1;
    if (watched.kind == Watched::Kind::hold) slips_[at(watched.number)] = 1;
  }
  for (std::size_t k = 0; k < due_events_.size(); ++k) {
    if (!due_events_[k]) continue;
    const equations::Event& event = equations.events[k];
    const auto number = static_cast<std::uint32_t>(k);
    tell(crossing.grazes ? What::graze : crossing.lost ? What::lost : What::event, number, t, y);
    if (crossing.grazes || crossing.lost) continue;
    if (!act_as_user(event, t, y)) return Turn::no_instant;
    jumped_ = jumped_ || !event.set.empty() || !event.switches.empty() || !event.impact.empty();
    stops = stops || event.stop;
  }
  jumps_ += energy(t, y) - energy_before;
  const Turn verdict = settle(t, y, true, crossing.after);
  return verdict == Turn::goes_on && stops ? Turn::stops : verdict;
}

void Hybrid::arrive(const double* y) noexcept {
  see(y);
  locator_.arrive();
  // The direction that a contact in space slides in turns with it.
  const equations::Equations& equations = side_.equations();
  Mode& mode = side_.mode();
  const bool any = std::any_of(equations.sliding.begin(), equations.sliding.end(),
                               [](const equations::Sliding& x) { return x.rows > 1; });
  if (!any) return;
  const double* w = watch_.last_w();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const auto size = static_cast<std::size_t>(equations.sliding[k].rows);
    double norm = 0;
    for (std::size_t i = 0; i < size; ++i) norm = std::hypot(norm, w[i]);
    if (mode.slip[k] == Slip::slides) mode.speed[k] = norm;
    for (std::size_t i = 0; size > 1 && norm > 0 && mode.slip[k] == Slip::slides && i < size; ++i) {
      mode.direction[3 * k + i] = w[i] / norm;
    }
    w += size;
  }
}

void Hybrid::save(std::vector<double>& memory) const {
  motion::save(side_.mode(), memory);
  watch_.save(memory);
  locator_.save(memory);
  for (const double x : {length_, speed_, force_, jumps_, mark_, last_, static_cast<double>(count_),
                         static_cast<double>(at_once_), static_cast<double>(since_mark_),
                         static_cast<double>(gathered_), static_cast<double>(contradictory_)}) {
    memory.push_back(x);
  }
  memory.push_back(static_cast<double>(contacts_.size()));
  for (const Contact& x : contacts_) {
    for (const double number : {static_cast<double>(x.row), x.size, x.touches ? 1.0 : 0.0}) {
      memory.push_back(number);
    }
  }
  motion::save(happenings_, memory);
}

std::size_t Hybrid::restore(const std::vector<double>& memory, std::size_t begin) {
  std::size_t next = begin + motion::restore(memory, begin, side_.mode());
  projector_.follow_mode();
  watch_.follow_mode();
  next += watch_.restore(memory, next);
  next += locator_.restore(memory, next);
  for (double* const x : {&length_, &speed_, &force_, &jumps_, &mark_, &last_}) *x = memory[next++];
  for (long* const x : {&count_, &at_once_, &since_mark_, &gathered_})
    *x = static_cast<long>(memory[next++]);
  contradictory_ = memory[next++] != 0;
  projector_.set_sizes(length_, speed_);
  due_events_.assign(side_.equations().events.size(), 0);
  due_values_.assign(side_.equations().events.size(), 0);
  contacts_.resize(static_cast<std::size_t>(memory[next++]));
  for (Contact& x : contacts_) {
    x = {static_cast<Index>(memory[next]), 0, 0, memory[next + 1], 0, memory[next + 2] != 0, false};
    next += 3;
  }
  return next + motion::restore(memory, next, happenings_) - begin;
}

}  // namespace zwang::motion
