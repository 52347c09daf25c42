// SPDX-License-Identifier: Apache-2.0
// The periodic motion of a model near its start.

#include <algorithm>
#include <cmath>
#include <memory>

#include "diagnosis/words.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "periodic/orbit.h"
#include "questions/fit/motion_slopes.h"
#include "questions/periodic/question.h"
#include "questions/periodic/words.h"

namespace zwang {

namespace {

using periodic::Place;
using periodic::Round;

std::vector<StartMove> all_moves(const Model& model, bool second,
                                 const std::optional<std::ptrdiff_t>& over) {
  using Kind = StartMove::Kind;
  std::vector<StartMove> moves;
  const auto& names = model.coordinates();
  for (std::size_t i = 0; i < names.size(); ++i)
    moves.push_back({names[i], Kind::coordinate, static_cast<Index>(i)});
  for (std::size_t i = 0; second && i < names.size(); ++i)
    moves.push_back({names[i] + "'", Kind::rate, static_cast<Index>(i)});
  if (over)
    moves.push_back({model.parameters()[static_cast<std::size_t>(*over)], Kind::parameter, *over});
  return moves;
}

class Shooting {
 public:
  Shooting(const Model& model, const PeriodicOptions& options)
      : model_(model),
        options_(options),
        wish_(periodic_wish(model, options)),
        second_(model.parts().equations().order == 2),
        n_(model.coordinates().size()),
        size_((second_ ? 2 : 1) * n_),
        slopes_(model, all_moves(model, second_, wish_.over), wish_.tolerance) {
    question_.follow = [this](const Place& place, Round& round) { return follow(place, round); };
    slopes_.ask([this] { return goes_on(); });
    question_.period_is_given = wish_.period_is_given;
    if (wish_.over) question_.parameter_size = std::max(std::abs(wish_.to), std::abs(wish_.from));
  }

  PeriodicResult answer();

 private:
  bool goes_on() {
    stopped_ = stopped_ || (options_.goes_on && !options_.goes_on());
    return !stopped_;
  }
  Place guess();
  bool assemble(const Model& model, std::vector<double>& x) const;
  bool follow(const Place& place, Round& round);
  std::vector<double> rate(const Model& model, double t, const std::vector<double>& x) const;
  State state_of(double t, const std::vector<double>& x) const;
  Model at(double parameter) const;
  bool set_sizes(const Place& place);
  std::vector<std::vector<double>> laws_at(const Model& model, double t,
                                           const std::vector<double>& x) const;
  bool differs(const Model& model, double t, double later, const std::vector<double>& x,
               double tolerance) const;
  bool depends_on_time(const Place& place) const;
  bool repeats(const Model& model, double t, double period, const std::vector<double>& x);
  double period_at(const Model& model, double otherwise) const;
  void add_change_of_period(const Place& place, Round& round) const;
  PeriodicMotion told(const periodic::Orbit& orbit) const;
  void follow_branch(const periodic::Orbit& first);

  const Model& model_;
  const PeriodicOptions& options_;
  PeriodicWish wish_;
  bool second_, autonomous_ = true, stopped_ = false;
  std::size_t n_, size_;
  MotionSlopes slopes_;
  periodic::Question question_;
  std::string trouble_;
  int rounds_ = 0;
  PeriodicResult result_;
};

Model Shooting::at(double parameter) const {
  if (!wish_.over) return model_;
  return model_.with({{model_.parameters()[static_cast<std::size_t>(*wish_.over)], parameter}});
}

State Shooting::state_of(double t, const std::vector<double>& x) const {
  State state;
  state.t = t;
  state.q.assign(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n_));
  state.v = second_ ? std::vector<double>(x.begin() + static_cast<std::ptrdiff_t>(n_), x.end())
                    : std::vector<double>(n_, 0.0);
  return state;
}

Place Shooting::guess() {
  State start = options_.start ? *options_.start : at(wish_.from).start();
  check_state(model_, start);
  Place place;
  place.x = start.q;
  if (second_) place.x.insert(place.x.end(), start.v.begin(), start.v.end());
  place.period = period_at(at(wish_.from), wish_.period);
  place.parameter = wish_.from;
  return place;
}

bool Shooting::assemble(const Model& model, std::vector<double>& x) const {
  motion::RightSide side(model.parts().equations(), Method::automatic);
  motion::Projector projector(side);
  State state = state_of(model.start().t, x);
  const motion::Projection moved = projector.assemble(state.t, state.q.data(), state.v.data());
  x = state.q;
  if (second_) x.insert(x.end(), state.v.begin(), state.v.end());
  return moved.converged && moved.feasible;
}

std::vector<double> Shooting::rate(const Model& model, double t,
                                   const std::vector<double>& x) const {
  const State state = state_of(t, x);
  const std::vector<double> a = solve_instant(model, state).instant.acceleration;
  if (!second_) return a;
  std::vector<double> f = state.v;
  f.insert(f.end(), a.begin(), a.end());
  return f;
}

bool Shooting::follow(const Place& place, Round& round) {
  if (!goes_on()) return false;
  ++rounds_;
  const Model model = at(place.parameter);
  round.start = place.x;
  if (!assemble(model, round.start)) {
    trouble_ = "no start that satisfies the constraints was found";
    return false;
  }
  std::vector<double> values = round.start;
  if (wish_.over) values.push_back(place.parameter);
  const double t = model.start().t;
  round.period = period_at(model, place.period);
  if (!repeats(model, t, round.period, round.start)) return false;
  const SlopeAnswer motion = slopes_.follow(values, {t}, t + round.period);
  if (!motion.problem.empty()) {
    trouble_ = motion.problem;
    return false;
  }
  round.end = motion.end.q;
  if (second_) round.end.insert(round.end.end(), motion.end.v.begin(), motion.end.v.end());
  const auto column = [&](const std::vector<double>& S, std::size_t k) {
    const auto first = S.begin() + static_cast<std::ptrdiff_t>(2 * n_ * k);
    return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size_));
  };
  for (std::size_t k = 0; k < size_; ++k) {
    const std::vector<double> before = column(motion.samples[0].S, k);
    const std::vector<double> after = column(motion.S_end, k);
    round.tangent.insert(round.tangent.end(), before.begin(), before.end());
    round.slopes.insert(round.slopes.end(), after.begin(), after.end());
  }
  if (wish_.over) {
    round.start_by_parameter = column(motion.samples[0].S, size_);
    round.by_parameter = column(motion.S_end, size_);
    for (std::size_t i = 0; i < size_; ++i) round.by_parameter[i] -= round.start_by_parameter[i];
  }
  round.rate_start = rate(model, t, round.start);
  round.rate_end = rate(model, t + round.period, round.end);
  add_change_of_period(place, round);
  return true;
}

double Shooting::period_at(const Model& model, double otherwise) const {
  return wish_.formula.given() ? number_of(model, wish_.formula) : otherwise;
}

// What drives the motion must do the same in every period.
bool Shooting::repeats(const Model& model, double t, double period, const std::vector<double>& at) {
  std::vector<double> x = at;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.01 * (1 + std::abs(x[i]));
  for (const double share : {0.0, 0.381966, 0.723607}) {
    const double once = t + share * period;
    if (autonomous_ || !differs(model, once, once + period, x, 1e-8)) continue;
    trouble_ =
        "what depends on time does not repeat after the period " + diagnosis::short_number(period);
    return false;
  }
  return true;
}

// Of a period that contains the parameter.
void Shooting::add_change_of_period(const Place& place, Round& round) const {
  if (!wish_.over || !wish_.formula.given()) return;
  const double h = small_step(place.parameter);
  const double slope =
      (8 * (period_at(at(place.parameter + h), 0) - period_at(at(place.parameter - h), 0)) -
       (period_at(at(place.parameter + 2 * h), 0) - period_at(at(place.parameter - 2 * h), 0))) /
      (12 * h);
  for (std::size_t i = 0; i < size_; ++i) round.by_parameter[i] += round.rate_end[i] * slope;
}

// The largest that each coordinate and rate becomes on the first way round, or a thousandth of the others.
bool Shooting::set_sizes(const Place& place) {
  std::vector<double> values = place.x, times;
  const Model model = at(place.parameter);
  if (!assemble(model, values)) {
    trouble_ = "no start that satisfies the constraints was found";
    return false;
  }
  if (wish_.over) values.push_back(place.parameter);
  const double t = model.start().t;
  for (int k = 0; k <= 40; ++k) times.push_back(t + place.period * k / 40);
  const SlopeAnswer motion = slopes_.follow(values, times, times.back());
  if (!motion.problem.empty()) {
    trouble_ = motion.problem;
    return false;
  }
  std::vector<double>& size = question_.size;
  size.assign(size_, 0.0);
  for (const SlopeSample& sample : motion.samples) {
    for (std::size_t i = 0; i < size_; ++i) size[i] = std::max(size[i], std::abs(sample.y[i]));
  }
  for (std::size_t first = 0; first < size_; first += n_) {
    const auto from = size.begin() + static_cast<std::ptrdiff_t>(first);
    const auto until = from + static_cast<std::ptrdiff_t>(n_);
    const double most = *std::max_element(from, until);
    for (auto i = from; i != until; ++i) *i = std::max(*i, most > 0 ? 1e-3 * most : 1.0);
  }
  return true;
}

// All that may depend on the time at a state: its rate, every constraint, also an open contact, every event.
std::vector<std::vector<double>> Shooting::laws_at(const Model& model, double t,
                                                   const std::vector<double>& x) const {
  using equations::Stage;
  const equations::Equations& equations = model.parts().equations();
  const State state = state_of(t, x);
  motion::RightSide side(equations, Method::automatic);
  equations::Workspace& numbers = side.numbers();
  std::vector<std::vector<double>> groups = {rate(model, t, x)};
  numbers.evaluate(Stage::projection, t, state.q.data(), state.v.data());
  groups.emplace_back(numbers.residual(), numbers.residual() + equations.m);
  groups.emplace_back(numbers.rate(), numbers.rate() + equations.m);
  if (!equations.events.empty()) {
    numbers.set_accelerations(groups[0].data() + (second_ ? n_ : 0));
    numbers.evaluate(Stage::watch, t, state.q.data(), state.v.data());
    groups.emplace_back(numbers.events(), numbers.events() + equations.events.size());
  }
  return groups;
}

bool Shooting::differs(const Model& model, double t, double later, const std::vector<double>& x,
                       double tolerance) const {
  const auto here = laws_at(model, t, x), there = laws_at(model, later, x);
  for (std::size_t k = 0; k < here.size(); ++k) {
    const double size = std::max(largest(here[k]), largest(there[k]));
    if (largest_difference(here[k], there[k]) > tolerance * size) return true;
  }
  return false;
}

bool Shooting::depends_on_time(const Place& place) const {
  const Model model = at(place.parameter);
  // Not on the constraints on purpose: there, residuals are rounding and nothing to compare by.
  const double t = model.start().t;
  std::vector<double> x = place.x;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.01 * (1 + std::abs(x[i]));
  return differs(model, t, t + 0.381966 * place.period, x, 1e-11) ||
         differs(model, t, t + 0.723607 * place.period, x, 1e-11);
}

PeriodicMotion Shooting::told(const periodic::Orbit& orbit) const {
  PeriodicMotion motion;
  motion.start = state_of(model_.start().t, orbit.place.x);
  if (!second_) motion.start.v = rate(at(orbit.place.parameter), motion.start.t, orbit.place.x);
  motion.period = orbit.place.period;
  motion.residual = orbit.residual;
  motion.multipliers = orbit.multipliers;
  motion.parameter = orbit.place.parameter;
  motion.stability = stability_of(motion.multipliers, autonomous_, orbit.family > 0);
  return motion;
}

void Shooting::follow_branch(const periodic::Orbit& first) {
  periodic::BranchOptions options;
  options.until = wish_.to;
  options.least = std::min(wish_.from, wish_.to);
  options.most = std::max(wish_.from, wish_.to);
  options.points = options_.points;
  const double span = (options.most - options.least) / question_.parameter_size;
  options.longest = std::min(0.2, 0.1 * std::max(span, 0.2));
  options.step = 0.2 * options.longest;
  const periodic::Branch branch = periodic::follow_branch(question_, first, options);
  for (const periodic::BranchPoint& point : branch.points) {
    result_.branch.push_back(told(point.orbit));
    result_.branch.back().special = name_of(point.special);
  }
  result_.text += branch_in_words(result_.over, result_.branch, branch.complete);
}

PeriodicResult Shooting::answer() {
  Place place = guess();
  autonomous_ = !depends_on_time(place);
  if (!autonomous_ && !wish_.period_is_given) {
    throw InputError("period",
                     "the model depends on time, so the period must be given as a number: that of "
                     "what drives the motion, or a multiple of it");
  }
  result_.period_was_found = !wish_.period_is_given;
  if (wish_.over) result_.over = model_.parameters()[static_cast<std::size_t>(*wish_.over)];
  const auto fail = [&](const std::string& why) {
    result_.problem = why;
    result_.rounds = rounds_;
    return result_;
  };
  if (!repeats(at(place.parameter), model_.start().t, place.period, place.x))
    throw InputError("period", trouble_);
  const std::string interrupted = "The search was interrupted.";
  if (!set_sizes(place))
    return fail(stopped_ ? interrupted : "The first guess cannot be followed: " + trouble_ + ".");
  const periodic::Orbit orbit = find_orbit(question_, place);
  if (stopped_) return fail(interrupted);
  if (!orbit.found) {
    return fail("No periodic motion was found near the start: after " + std::to_string(rounds_) +
                " motions the best one misses its start by " +
                diagnosis::short_number(orbit.residual) +
                " of its size. Start closer to it, or give a better guess of the period.");
  }
  result_.motion = told(orbit);
  double moves = 0;
  const std::vector<double> f = rate(at(place.parameter), model_.start().t, orbit.place.x);
  for (std::size_t i = 0; i < size_; ++i) {
    moves = std::max(moves, std::abs(f[i]) * orbit.place.period / question_.size[i]);
  }
  if (autonomous_ && moves < 1e-6)
    return fail("The search ended at an equilibrium. Start closer to the periodic motion.");
  result_.freedom = static_cast<std::size_t>(orbit.freedom);
  result_.family = static_cast<std::size_t>(
      std::max(orbit.family - (autonomous_ && wish_.period_is_given ? 1 : 0), Index{0}));
  describe(result_, autonomous_);
  if (wish_.over && result_.family > 0) {
    result_.notes.push_back(
        "The motion belongs to a family at every value of the parameter, so no branch is "
        "followed.");
  } else if (wish_.over) {
    follow_branch(orbit);
    if (stopped_) result_.notes.push_back("The branch was interrupted where it ends here.");
  }
  result_.rounds = rounds_;
  return result_;
}

}  // namespace

PeriodicResult periodic_motion(const Model& model, const PeriodicOptions& options) {
  return Shooting(model, options).answer();
}

}  // namespace zwang
