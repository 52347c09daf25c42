// SPDX-License-Identifier: Apache-2.0
#include "motion/run/course.h"

#include <algorithm>
#include <cmath>

#include "flow/natural_size.h"
#include "instant/usable.h"
#include "linalg/vector.h"

namespace zwang::motion {

namespace {

constexpr double beyond_reach = 1e-9;  // of the coordinates: what no state can take away is more

}  // namespace

Ending ending_of(ode::Outcome outcome, Status status) {
  switch (outcome) {
    case ode::Outcome::not_projected:
      return Ending::not_projected;
    case ode::Outcome::not_finite:
      return instant::usable(status) ? Ending::not_finite : Ending::no_instant;
    case ode::Outcome::not_converged:
    case ode::Outcome::singular:
      return Ending::not_converged;
    default:
      return Ending::step_too_small;
  }
}

Course::Course(RightSide& side_, const RunOptions& options_, const Listener& listener_,
               RunResult& result_)
    : side(side_),
      projector(side_),
      kept(side_, projector),
      audit(side_, options_.tolerance),
      options(options_),
      listener(listener_),
      result(result_),
      tally(result_.tally),
      at(side_.layout()),
      tolerances(side_.equations(), options_.tolerance, options_.absolute),
      y(at.size()),
      f0(at.size()),
      loss_(at),
      sample_(at.size()),
      last_(at.size()) {}

void Course::emit_start() {
  starts_ = false;
  if (options.every_step) return emit(t, y.data());
  while (next_ < options.times.size() && options.times[next_] <= t) {
    emit(options.times[next_++], y.data());
  }
}

void Course::go_to(double time, const double* state) noexcept {
  t = t_start = time;
  std::copy_n(state, at.size(), y.data());
}

bool Course::rate_at(double time, double* state, double* f) noexcept {
  if (!side.rate(time, state, f)) return false;
  if (side.equations().order == 1) std::copy_n(f + at.q(), at.n, state + at.v());
  return true;
}

bool Course::note_rank(double time, std::size_t rank) {
  if (side.near_singular() > 0) ++tally.near_singular;
  tally.least_rank = std::min(tally.least_rank, rank);
  tally.most_rank = std::max(tally.most_rank, rank);
  if (rank_is_watched) tally.rank = rank;
  if (rank == tally.rank) return true;
  ++tally.rank_changes;
  if (tally.changes.size() < 1000) tally.changes.push_back({time, tally.rank, rank, {}});
  tally.rank = rank;
  if (options.rank_change == RankRule::stop) result.ending = Ending::rank_changed;
  return result.ending == Ending::done;
}

void Course::note_fall(const RankFall& fall) {
  const auto from = static_cast<std::size_t>(fall.rank_before);
  const auto to = static_cast<std::size_t>(fall.rank_at);
  ++tally.rank_changes;
  tally.least_rank = std::min(tally.least_rank, to);
  if (tally.changes.size() < 1000) {
    tally.changes.push_back({fall.t, from, to, {fall.w.begin(), fall.w.end()}});
  }
}

bool Course::arrive(double time, AlignedArray& state, AlignedArray& f, const Residuals& left,
                    double independence, double book_error) {
  ++tally.steps;
  const double dt = time - t;
  t = time;
  std::swap(y, state);
  std::swap(f0, f);
  if (kept.arrive(t, y.data() + at.q(), y.data() + at.v(), dt, independence) &&
      !rate_at(t, y.data(), f0.data())) {
    result.status = side.status();
    result.ending = Ending::no_instant;
    return false;
  }
  if (kept.fights(acceleration())) {
    keep_tried(t, y.data());
    result.ending = Ending::contradiction;
    return false;
  }
  tolerances.see(y.data(), f0.data());
  growth_.see(dt, t - t_start, y.data() + at.v(), f0.data() + at.v());
  const double before = tally.energy.drift();
  note_state(left);
  if (side.uses().contradictory > 0) audit.close();
  tally.energy.explained += book_error;
  if (!audit.note(t, y.data(), tolerances.view(dt), dt, before, tally.steps, tally.energy)) {
    result.ending = Ending::energy;
    return false;
  }
  return true;
}

void Course::keep_tried(double time, const double* state) {
  result.tried_t = time;
  result.tried_q.assign(state + at.q(), state + at.q() + at.n);
  result.tried_v.assign(state + at.v(), state + at.v() + at.n);
}

bool Course::turn(double jumps) {
  tally.energy.jumps = jumps;
  kept.arrive(t, y.data() + at.q(), y.data() + at.v(), 0, 0);
  if (!rate_at(t, y.data(), f0.data())) {
    result.status = side.status();
    result.ending = Ending::no_instant;
    return false;
  }
  tally.rank = side.rank();  // of another mode
  tolerances.see(y.data(), f0.data());
  note_state({});
  loss_.jump();
  fresh_ = true;
  if (options.every_step) emit(t, y.data());
  return true;
}

void Course::emit(double time, const double* state) {
  ++samples_;
  if (listener.measures) {
    listener.measures(listener.self, dt_,
                      projector.residuals(time, state + at.q(), state + at.v()));
  }
  if (listener.sample) listener.sample(listener.self, time, state);
  loss_.sample(time, state);
  last_t_ = time;
  std::copy_n(state, at.size(), last_.data());
}

// The last sample is the end, also where an event ended the run, or changed its state at the last
// moment. A run that is to go on has no end yet, and a state without an instant no sample.
void Course::emit_end() {
  const Ending ending = result.ending;
  if (ending == Ending::interrupted || ending == Ending::no_instant ||
      ending == Ending::not_finite || (options.times.empty() && !options.every_step)) {
    return;
  }
  const Index count = at.v() + at.n;
  if (samples_ > 0 && last_t_ == t && std::equal(last_.data(), last_.data() + count, y.data()))
    return;
  emit(t, y.data());
}

double Course::energy(double time, const double* state) {
  side.numbers().evaluate(equations::Stage::energy, time, state + at.q(), state + at.v());
  return *side.numbers().energy();
}

void Course::note_state(const Residuals& left) {
  tally.worst.position = std::max(tally.worst.position, left.position);
  tally.worst.velocity = std::max(tally.worst.velocity, left.velocity);
  Books& books = tally.energy;
  books.end = energy(t, y.data());
  books.applied = y.data()[at.applied_work()];
  books.constraints = y.data()[at.constraint_work()];
  books.nonideal = y.data()[at.nonideal_work()];
  books.worst = std::max(books.worst, std::abs(books.drift()));
}

bool Course::goes_on() {
  if (!listener.goes_on || listener.goes_on(listener.self, t, tally)) return true;
  result.ending = Ending::interrupted;
  return false;
}

void Course::save(Snapshot& snapshot, double next_dt) {
  snapshot.t = t;
  snapshot.dt = next_dt;
  snapshot.y.assign(y.data(), y.data() + at.size());
  snapshot.magnitudes = tolerances.magnitudes();
  kept.save(snapshot.kept);
  snapshot.mode = side.mode();
  snapshot.samples = samples_;
  loss_.save(snapshot.loss);
  snapshot.growth = growth_;
  if (listener.save) {
    listener.save(listener.self, snapshot.listens);
    snapshot.listens.push_back(fresh_ ? 1 : 0);
  }
  tally.evaluations = side.evaluations();
  tally.uses = side.uses();
  snapshot.tally = tally;
}

// Constraints that move may lead to where no state meets them: a linkage at the end of its reach. Rates
// grow without bound on the way there, and whatever became of the last step is only how it showed.
void Course::look_beyond() {
  const bool failed = result.ending == Ending::step_too_small ||
                      result.ending == Ending::not_projected ||
                      result.ending == Ending::not_finite || result.ending == Ending::energy;
  if (!failed || side.equations().m == 0 || result.contradictory) return;
  kept.give_up();
  double *const q = sample_.data() + at.q(), *const v = sample_.data() + at.v();
  std::copy_n(y.data(), at.size(), sample_.data());
  for (const double share : {1e-5, 1e-4, 1e-3}) {
    const double then = t + share * (options.t_end - t_start);
    std::fill_n(v, at.n, 0.0);
    const Projection there = projector.assemble(then, q, v);
    const bool missed = there.left.position > beyond_reach * linalg::largest(q, at.n);
    if ((there.converged && there.feasible) || !missed) continue;
    keep_tried(then, sample_.data());
    result.ending = Ending::contradiction;
    return;
  }
}

// What came to pass at the end has changed the state, or what acts on it.
void Course::tell_end() {
  const Ending ending = result.ending;
  if (!listener.step || !fresh_ || ending == Ending::interrupted || ending == Ending::no_instant ||
      ending == Ending::not_finite) {
    return;
  }
  const auto state = [](void* self, double, double* to) noexcept {
    const Course& run = *static_cast<const Course*>(self);
    std::copy_n(run.y.data(), run.at.size(), to);
  };
  listener.step(listener.self, {t, t, y.data(), y.data(), {this, state}, true});
}

void Course::finish() {
  tell_end();
  look_beyond();
  result.unbounded = result.ending == Ending::contradiction && side.equations().order == 2 &&
                     growth_.is_unbounded(t - t_start);
  if (result.unbounded) {
    result.growing = growth_.growing(t - t_start, mechanisms(side.equations()));
  }
  if (starts_) emit_start();  // no step was made
  emit_end();
  if (!options.every_step && !result.unbounded) result.lost = loss_.worst();
  result.t = t;
  result.q.assign(y.data(), y.data() + at.n);
  result.v.assign(y.data() + at.v(), y.data() + at.v() + at.n);
  tally.evaluations = side.evaluations();
  tally.uses = side.uses();
  result.magnitudes = tolerances.magnitudes();
}

}  // namespace zwang::motion
