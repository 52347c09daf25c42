// SPDX-License-Identifier: Apache-2.0
#include "sensitivity/sensitivity.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "linalg/vector.h"
#include "motion/run/course.h"
#include "motion/sizes/noise.h"
#include "motion/sizes/probe.h"
#include "ode/controller.h"
#include "ode/explicit/dopri853.h"
#include "sensitivity/column_scales.h"
#include "sensitivity/tangency.h"
#include "sensitivity/variation.h"

namespace zwang::motion {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Of what stands in the rows. A tear is of the size of the slopes themselves; rounding, even of rows
// that are nearly dependent, is far less.
constexpr double tear = 1e-6;

/// The pass. What is integrated is y as StateLayout has it, with books that stay empty, and behind
/// it the columns of S.
class Pass {
 public:
  Pass(RightSide& side, const SensitivityPlan& plan)
      : side_(side),
        plan_(plan),
        at_(side.layout()),
        columns_(static_cast<Index>(plan.S.size()) / (2 * at_.n)),
        size_(at_.size() + 2 * at_.n * columns_),
        projector_(side),
        variation_(side.equations(), columns_),
        tangency_(side, projector_, columns_),
        scales_(side.equations(), columns_, plan.tolerance, plan.absolute, &plan.sizes),
        noise_(at_.size()),
        step_(size_),
        controller_(controller_for(step_)),
        z_(size_),
        f_(size_),
        end_(size_),
        f_end_(size_),
        within_(size_),
        scratch_(2 * size_) {
    if (!instant::has_events(side.equations()) && !instant::has_switches(side.equations())) return;
    saltation_ = std::make_unique<Saltation>(side, projector_, plan.events, plan.t_end - plan.t,
                                             plan.near, columns_);
  }

  SensitivityResult run() {
    result_.ending = begin();
    if (result_.ending == Ending::done) tell_start();
    while (t_ < plan_.t_end && result_.ending == Ending::done) {
      const double left = plan_.t_end - t_;
      const double dt = dt_ >= left * (1 - 1e-12) ? left : dt_ > 0.5 * left ? 0.5 * left : dt_;
      const double error = attempt(dt == left ? plan_.t_end : t_ + dt, dt);
      const ode::Decision decision = decide(controller_, error, dt);
      dt_ = decision.dt;
      if (decision.accepted) {
        accept();
      } else {
        reject();
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  Ending begin() {
    t_ = plan_.t;
    std::copy(plan_.q.begin(), plan_.q.end(), z_.data() + at_.q());
    std::copy(plan_.v.begin(), plan_.v.end(), z_.data() + at_.v());
    std::copy(plan_.S.begin(), plan_.S.end(), S(z_));
    if (saltation_) {
      if (begin_mode(saltation_->hybrid(), t_, z_.data()) != Turn::goes_on) {
        return Ending::no_instant;
      }
      const std::vector<double>& sides = side_.mode().side;
      if (std::count(sides.begin(), sides.end(), 0.0) > 0) {
        result_.parting = Parting::slides;
        return Ending::no_instant;
      }
      variation_.bind(side_.mode().acts);
    }
    if (!tangent(t_, z_)) return Ending::not_projected;
    for (Index k = 0; k < columns_; ++k) result_.torn.push_back(tangency_.left(k) > tear);
    if (!tangent(t_, z_)) return Ending::not_projected;  // without what is torn
    if (!rate(t_, z_.data(), f_.data())) return Ending::no_instant;
    if (plan_.sizes.largest.empty()) look_ahead();
    result_.contradictory = variation_.status() == Status::contradictory;
    dt_ = first_dt();
    scales_.begin(plan_.S.data(), z_.data(), f_.data(), dt_);
    return Ending::done;
  }

  // Nobody has said how large the motion is.
  void look_ahead() {
    scales_.motion().see(z_.data(), f_.data());
    Probe(at_.size())
        .look_ahead(side_, projector_, t_, z_.data(), f_.data(), plan_.t_end - t_,
                    scales_.motion());
    noise_.look(side_, projector_, t_, z_.data(), f_.data(), scales_.motion());
  }

  // As the motion alone would begin: a column that begins with zero has no size of its own yet.
  double first_dt() {
    const double span = plan_.t_end - t_;
    const double guess = ode::guess_first_step(
        side_.system(), t_, z_.data(), f_.data(), span, ode::Dopri853::order,
        scales_.of_motion(z_.data(), f_.data(), 1e-3 * span), scratch_.data());
    return guess > 0 ? guess : 1e-6 * span;
  }

  // step → project → estimate
  double attempt(double t_new, double dt) {
    t_new_ = t_new;
    outcome_ = advance(step_, system(), t_, z_.data(), f_.data(), dt);
    if (outcome_ != ode::Outcome::done) return infinity;
    std::copy_n(step_.y_new.data(), size_, end_.data());
    double *const q = end_.data() + at_.q(), *const v = end_.data() + at_.v();
    if (!projector_.project(t_new, q, v).converged || !tangent(t_new, end_)) {
      outcome_ = ode::Outcome::not_projected;
      return infinity;
    }
    if (!linalg::all_finite(end_.data(), size_)) {
      outcome_ = ode::Outcome::not_finite;
      return infinity;
    }
    // Each column counts by itself, so that one is not lost among many.
    double error = judge(0, at_.size());
    for (Index k = 0; k < columns_; ++k) {
      error = std::max(error, judge(at_.size() + 2 * k * at_.n, 2 * at_.n));
    }
    return error;
  }

  double judge(Index first, Index count) const {
    const ode::Tolerances allowed{scales_.absolute() + first, plan_.tolerance};
    const auto size = [&](const AlignedArray& error) {
      return ode::error_norm(count, error.data() + first, z_.data() + first, end_.data() + first,
                             allowed);
    };
    return ode::combine_norms(size(step_.error), size(step_.error_3));
  }

  void accept() {
    if (!rate(t_new_, end_.data(), f_end_.data())) {
      outcome_ = ode::Outcome::not_finite;
      dt_ = 0.25 * (t_new_ - t_);
      return reject();
    }
    dense_ = false;
    Crossing crossing;
    const bool happens =
        saltation_ && look_for_event(saltation_->hybrid(), t_, t_new_, states(), crossing);
    if (happens && !land(crossing)) return reject();
    tell_within();
    ++result_.steps;
    const double dt = t_new_ - t_;
    t_ = t_new_;
    std::swap(z_, end_);
    std::swap(f_, f_end_);
    if (happens) {
      cross(crossing);
    } else if (saltation_) {
      arrive(saltation_->hybrid(), z_.data());
    }
    scales_.see(z_.data(), f_.data(), dt);
    in_a_row_ = 0;
    if (plan_.goes_on && !plan_.goes_on(plan_.self, t_, result_.steps)) {
      result_.ending = Ending::interrupted;
    }
  }

  // Makes the step end where something happens: dense output has found it, and steps that end there are
  // more accurate. False: no such step could be taken.
  bool land(Crossing& crossing) {
    Locator& locator = saltation_->hybrid().locator;
    const double whole = t_new_ - t_;
    double before = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 4; ++round) {
      if (ode::too_small(t_, crossing.t - t_)) {  // it is where the step began
        t_new_ = t_;
        std::copy_n(z_.data(), size_, end_.data());
        std::copy_n(f_.data(), size_, f_end_.data());
        return true;
      }
      attempt(crossing.t, crossing.t - t_);
      if (outcome_ != ode::Outcome::done || !rate(t_new_, end_.data(), f_end_.data())) {
        outcome_ = ode::Outcome::not_finite;
        dt_ = 0.25 * (crossing.t - t_);
        return false;
      }
      dense_ = false;
      if (crossing.grazes || crossing.lost || crossing.slope == 0) return true;
      const double left = locator.value(crossing.first, t_new_, end_.data());
      const double nearer = crossing.t - left / crossing.slope;
      const bool better = std::abs(left) < before && std::abs(nearer - crossing.t) < 1e-3 * whole;
      if (!better || nearer == crossing.t || !(nearer > t_) || round == 3) return true;
      before = std::abs(left);
      crossing.t = nearer;
    }
    return true;
  }

  void cross(const Crossing& crossing) {
    ++result_.events;
    // What was asked of the numbers since has left others behind, but f_ is that of z_.
    result_.parting = saltation_->meet(crossing, t_, z_.data(), f_.data(), S(z_));
    if (result_.parting != Parting::none) {
      result_.ending =
          result_.parting == Parting::ends ? Ending::stopped_by_event : Ending::no_instant;
      return;
    }
    // The rate of the state alone counts here: that of S belongs to the S before.
    if (!rate(t_, z_.data(), f_.data())) return give_up();
    saltation_->finish(f_.data(), S(z_));
    if (!tangent(t_, z_) || !rate(t_, z_.data(), f_.data())) give_up();
  }
  void give_up() {
    result_.status = variation_.status();
    result_.ending = Ending::no_instant;
  }

  // The state and S within the step, not on the constraints.
  void interpolate(double t, double* z) noexcept {
    if (!dense_) prepare_dense(step_, system(), end_.data(), f_end_.data());
    dense_ = true;
    ode::interpolate(step_, t, z);
  }
  Interpolant states() {
    return {this, [](void* self, double t, double* y) noexcept {
              Pass& pass = *static_cast<Pass*>(self);
              const instant::StateLayout& at = pass.at_;
              if (t == pass.t_ || t == pass.t_new_) {
                std::copy_n((t == pass.t_ ? pass.z_ : pass.end_).data(), at.size(), y);
                return;
              }
              pass.interpolate(t, pass.within_.data());
              std::copy_n(pass.within_.data(), at.size(), y);
              pass.projector_.project(t, y + at.q(), y + at.v());
            }};
  }

  void tell_start() {
    while (next_ < plan_.times.size() && plan_.times[next_] <= t_) tell(t_, z_);
  }
  void tell_within() {
    while (next_ < plan_.times.size() && plan_.times[next_] <= t_new_) {
      const double t = plan_.times[next_];
      if (t == t_new_) {
        tell(t, end_);
        continue;
      }
      interpolate(t, within_.data());
      projector_.project(t, within_.data() + at_.q(), within_.data() + at_.v());
      tangent(t, within_);
      tell(t, within_);
    }
  }
  void tell(double t, AlignedArray& z) {
    const std::size_t number = next_++;
    if (!plan_.sample) return;
    first_order_rates(t, z);
    plan_.sample(plan_.self, number, t, z.data(), S(z));
  }

  void reject() {
    ++result_.rejected;
    // Again and again: it may be rounding that steps are rejected for.
    if (++in_a_row_ % 2 == 0) {
      noise_.look(side_, projector_, t_, z_.data(), f_.data(), scales_.motion());
      scales_.see(z_.data(), f_.data(), dt_);
    }
    if (!ode::too_small(t_, dt_)) return;
    result_.status = variation_.status();
    result_.ending = ending_of(outcome_, result_.status);
  }

  // The rates of a first-order system are what it says, and so are their derivatives.
  void first_order_rates(double t, AlignedArray& z) noexcept {
    if (side_.equations().order == 2) return;
    double* const f = scratch_.data();
    if (!rate(t, z.data(), f)) return;
    std::copy_n(f + at_.q(), at_.n, z.data() + at_.v());
    for (Index k = 0; k < columns_; ++k) {
      std::copy_n(f + at_.size() + 2 * k * at_.n, at_.n, S(z) + (2 * k + 1) * at_.n);
    }
  }

  void finish() {
    first_order_rates(t_, z_);
    const double* const z = z_.data();
    result_.t = t_;
    result_.q.assign(z + at_.q(), z + at_.q() + at_.n);
    result_.v.assign(z + at_.v(), z + at_.v() + at_.n);
    result_.S.assign(z + at_.size(), z + size_);
  }

  bool tangent(double t, AlignedArray& z) noexcept {
    const bool good = tangency_.project(t, z.data() + at_.q(), z.data() + at_.v(), S(z));
    clear_torn(z.data());
    return good;
  }
  bool rate(double t, const double* z, double* f) noexcept {
    side_.hold_switches();
    const bool good = variation_.rate(side_.numbers(), t, z, z + at_.size(), f, f + at_.size());
    clear_torn(f);
    return good;
  }
  void clear_torn(double* z) noexcept {
    for (std::size_t k = 0; k < result_.torn.size(); ++k) {
      const Index first = at_.size() + 2 * static_cast<Index>(k) * at_.n;
      if (result_.torn[k]) std::fill_n(z + first, 2 * at_.n, 0.0);
    }
  }
  ode::System system() noexcept {
    ode::System system;
    system.n = size_;
    system.self = this;
    system.f = [](void* self, double t, const double* z, double* f) noexcept {
      return static_cast<Pass*>(self)->rate(t, z, f);
    };
    return system;
  }
  double* S(AlignedArray& z) noexcept { return z.data() + at_.size(); }

  RightSide& side_;
  const SensitivityPlan& plan_;
  instant::StateLayout at_;
  Index columns_, size_;
  Projector projector_;
  Variation variation_;
  Tangency tangency_;
  ColumnScales scales_;
  NoiseLook noise_;
  ode::Dopri853 step_;
  ode::Controller controller_;
  std::unique_ptr<Saltation> saltation_;  // null: nothing happens but motion
  AlignedArray z_, f_, end_, f_end_;
  AlignedArray within_, scratch_;
  double t_ = 0, t_new_ = 0, dt_ = 0;
  std::size_t next_ = 0;  // sample
  bool dense_ = false;    // prepared for the step at hand
  int in_a_row_ = 0;      // steps that were rejected
  ode::Outcome outcome_ = ode::Outcome::done;
  SensitivityResult result_;
};

bool acts(const equations::Event& event) {
  return event.stop || !event.set.empty() || !event.switches.empty() || !event.impact.empty();
}

}  // namespace

NoSensitivity why_no_sensitivity(const equations::Equations& equations) {
  using equations::Kind;
  if (std::any_of(equations.rows.begin(), equations.rows.end(),
                  [](const equations::Row& row) { return row.kind == Kind::unilateral; })) {
    return NoSensitivity::contacts;
  }
  const NoSensitivity why = why_no_sensitivity_through_events(equations);
  if (why != NoSensitivity::none && why != NoSensitivity::too_many_coordinates) return why;
  return std::any_of(equations.events.begin(), equations.events.end(), acts)
             ? NoSensitivity::acting_events
             : why;
}

NoSensitivity why_no_sensitivity_through_events(const equations::Equations& equations) {
  using equations::Kind;
  const auto has = [&](Kind kind) {
    return std::any_of(equations.rows.begin(), equations.rows.end(),
                       [=](const equations::Row& row) { return row.kind == kind; });
  };
  if (!equations.sliding.empty() || has(Kind::stick)) return NoSensitivity::friction;
  if (equations.has(equations::Stage::nonideal)) return NoSensitivity::nonideal_forces;
  if (has(Kind::servo) || !equations.control_slots.empty()) {
    return NoSensitivity::servo_constraints;
  }
  return equations.n > most_sensitive_coordinates ? NoSensitivity::too_many_coordinates
                                                  : NoSensitivity::none;
}

SensitivityResult follow_sensitivity(RightSide& side, const SensitivityPlan& plan) {
  return Pass(side, plan).run();
}

}  // namespace zwang::motion
