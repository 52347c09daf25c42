// SPDX-License-Identifier: Apache-2.0
#include "motion/laws.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

using equations::Kind;
using equations::Pattern;
using equations::Reaction;
using equations::Reading;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Index room(Index size) { return std::max(size, Index{1}); }

bool usable(Status status) { return status == Status::ok || status == Status::contradictory; }

std::vector<Index> actual_reactions(const equations::Equations& equations) {
  std::vector<Index> numbers;
  for (std::size_t k = 0; k < equations.reactions.size(); ++k) {
    if (equations.reactions[k].reading == Reading::actual) numbers.push_back(static_cast<Index>(k));
  }
  return numbers;
}

std::vector<Index> rows_of_kind(const equations::Equations& equations, Kind kind) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind == kind) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

// One row is one number, whatever it pushes: then signs can be told.
Index components(const Reaction& reaction) {
  return reaction.rows == 1 ? 1 : static_cast<Index>(reaction.coordinates.size());
}

Index all_components(const equations::Equations& equations) {
  Index sum = 0;
  for (const Reaction& reaction : equations.reactions) {
    sum += reaction.reading == Reading::actual ? components(reaction) : Index{0};
  }
  return sum;
}

least::Sense sense_of(const equations::Equations& equations, const Reaction& reaction) {
  if (reaction.multiplier) return least::Sense::plain;
  const bool contact =
      reaction.rows == 1 && equations.rows[at(reaction.first_row)].kind == Kind::unilateral;
  return contact ? least::Sense::positive : least::Sense::norm;
}

Status status_of(least::Answers answers) {
  switch (answers) {
    case least::Answers::unique:
    case least::Answers::found:
      return Status::ok;
    case least::Answers::several:
      return Status::several_reactions;
    default:
      return Status::no_reaction;
  }
}

}  // namespace

Laws::Laws(const equations::Equations& equations, DenseKernel& kernel, const Mode& mode)
    : equations_(equations),
      kernel_(kernel),
      mode_(mode),
      derivative_(equations.n, equations.m),
      reaction_solver_(static_cast<Index>(actual_reactions(equations).size()),
                       all_components(equations)),
      servo_solver_(equations.n, static_cast<Index>(rows_of_kind(equations, Kind::servo).size()),
                    static_cast<Index>(equations.control_slots.size())),
      actual_(actual_reactions(equations)),
      servo_rows_(rows_of_kind(equations, Kind::servo)) {
  if (!rows_of_kind(equations, Kind::unilateral).empty()) {
    load_ = std::make_unique<least::Load>(equations.n, equations.m);
    kind_.resize(equations.rows.size());
    binds_.resize(equations.rows.size());
  }
  if (!equations.hidden.sets.empty()) {
    hidden_ = std::make_unique<HiddenRows>(equations, equations.hidden.sets);
    hidden_A_ = AlignedArray(room(hidden_->count() * equations.n));
    hidden_b_ = AlignedArray(room(hidden_->count()));
  }
  const Index n = equations.n, controls = static_cast<Index>(equations.control_slots.size());
  for (const Index k : actual_) {
    sense_.push_back(sense_of(equations, equations.reactions[at(k)]));
    sizes_.push_back(components(equations.reactions[at(k)]));
  }
  const Index sigma = all_components(equations), p = static_cast<Index>(actual_.size());
  const Index wanted = static_cast<Index>(servo_rows_.size());
  servo_A_ = AlignedArray(room(wanted * n));
  servo_b_ = AlignedArray(room(wanted));
  servo_weights_ = AlignedArray(room(wanted));
  u_ = AlignedArray(room(controls));
  u_before_ = AlignedArray(room(controls));
  Q_ = AlignedArray(room(n));
  B_ = AlignedArray(room(controls * n));
  control_force_ = AlignedArray(room(n));
  C_ = AlignedArray(room(n));
  lambda_ = AlignedArray(room(equations.m));
  ideal_ = AlignedArray(room(equations.m));
  s_ = AlignedArray(room(static_cast<Index>(equations.reactions.size())));
  sigma_ = AlignedArray(room(sigma));
  J_ = AlignedArray(room(sigma * p));
  column_ = AlignedArray(room(std::max(n, sigma)));
  found_ = AlignedArray(room(p));
  found_rows_ = AlignedArray(room(equations.m));
  w_ = AlignedArray(room(n));
  least::prepare(n, equations.m, failed_);
}

// The last rows of A, which no program fills in.
void Laws::fill_hidden(equations::Workspace& numbers, double t, const double* q,
                       const double* v) noexcept {
  const Index first = equations_.m - hidden_->count(), n = equations_.n;
  hidden_->rows(t, q, v, numbers, hidden_A_.data(), hidden_b_.data());
  for (Index k = 0; k < hidden_->count(); ++k) {
    const Index begin = equations_.A.begin[at(first + k)];
    std::copy_n(hidden_A_.data() + k * n, n, numbers.A() + begin);
    numbers.b()[first + k] = hidden_b_.data()[k];
  }
}

// Rows that do not act ask for nothing; servo rows are put aside first.
void Laws::mask(equations::Workspace& numbers) noexcept {
  const Pattern& A = equations_.A;
  const Index n = equations_.n;
  for (std::size_t k = 0; k < servo_rows_.size(); ++k) {
    const std::size_t i = at(servo_rows_[k]);
    double* const row = servo_A_.data() + static_cast<Index>(k) * n;
    std::fill_n(row, n, 0.0);
    servo_b_.data()[k] = mode_.switched[i] ? numbers.b()[i] : 0.0;
    servo_weights_.data()[k] = equations_.weights.empty() ? 1.0 : equations_.weights[i];
    for (Index e = A.begin[i]; mode_.switched[i] && e < A.begin[i + 1]; ++e) {
      row[A.column[at(e)]] = numbers.A()[e];
    }
  }
  for (std::size_t i = 0; i < mode_.acts.size(); ++i) {
    if (mode_.acts[i]) continue;
    std::fill(numbers.A() + A.begin[i], numbers.A() + A.begin[i + 1], 0.0);
    numbers.b()[i] = 0;
  }
}

const double* Laws::sliding(equations::Workspace& numbers, double t, const double* q,
                            const double* v) noexcept {
  numbers.evaluate(equations_.slide, t, q, v);
  return numbers.sliding();
}

// The way each contact slides: its sign, or w/‖w‖. Where w is zero it slides the way the mode says.
void Laws::set_directions(equations::Workspace& numbers, double t, const double* q,
                          const double* v) noexcept {
  if (equations_.sliding.empty()) return;
  const double* w = sliding(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    const equations::Sliding& contact = equations_.sliding[k];
    const std::size_t size = contact.direction_slots.size();
    const bool slides = mode_.slip[k] == Slip::slides;
    double norm = 0, along = 0;
    for (std::size_t i = 0; i < size; ++i) {
      norm = std::hypot(norm, w[i]);
      along += w[i] * mode_.direction[3 * k + i];
    }
    // Beyond the point where it comes to a stop friction goes on as before, so that the motion is
    // smooth up to the event and through it.
    // Where it hardly moves any more its direction is rounding, and the last one stands for it.
    const bool by_rate = size > 1 && norm > 1e-6 * mode_.speed[k];
    if (along < 0) norm = -norm;
    for (std::size_t i = 0; i < size; ++i) {
      const double d = by_rate ? w[i] / norm : mode_.direction[3 * k + i];
      numbers.set(contact.direction_slots[i], slides ? d : 0.0);
    }
    w += size;
  }
}

void Laws::force_of(equations::Workspace& numbers, const Reaction& reaction, const double* lambda,
                    double* sigma) noexcept {
  const Pattern& A = equations_.A;
  if (reaction.multiplier || reaction.pressure) {
    sigma[0] = lambda[reaction.first_row];
    return;
  }
  // place of a coordinate among those of the object: both lists ascend.
  const auto& object = reaction.coordinates;
  const Index size = components(reaction);
  std::fill_n(sigma, size, 0.0);
  for (Index i = reaction.first_row; i < reaction.first_row + reaction.rows; ++i) {
    std::size_t place = 0;
    double square = 0;
    for (Index e = A.begin[at(i)]; e < A.begin[at(i) + 1]; ++e) {
      const Index j = A.column[at(e)];
      while (place < object.size() && object[place] < j) ++place;
      if (place == object.size()) break;
      if (object[place] != j) continue;
      const double a = numbers.A()[e];
      if (reaction.rows == 1) {
        square += a * a;
      } else {
        sigma[place] += a * lambda[i];
      }
    }
    if (reaction.rows == 1) sigma[0] = lambda[i] * std::sqrt(square);
  }
}

double Laws::value_of(equations::Workspace& numbers, const Reaction& reaction,
                      const double* lambda) noexcept {
  // Room: a reaction with many rows on many coordinates has at most n components.
  force_of(numbers, reaction, lambda, w_.data());
  if (reaction.multiplier) return w_.data()[0];
  double square = 0;
  for (Index k = 0; k < components(reaction); ++k) square += w_.data()[k] * w_.data()[k];
  return std::sqrt(square);
}

// s = |σ(λ(C(s)))| with λ(C) = λ_ideal − K₁ᵀC, affine in C; where C is affine in s, as friction
// is, the first linearisation is exact. (doc/theory/contact.md)
Status Laws::find_reactions(equations::Workspace& numbers, double t, const double* q,
                            const double* v) noexcept {
  const Index n = equations_.n, m = equations_.m, p = static_cast<Index>(actual_.size());
  Index sigma_size = 0;
  for (const Index size : sizes_) sigma_size += size;
  const auto put = [&](const double* s) {
    for (Index k = 0; k < p; ++k) {
      s_.data()[actual_[at(k)]] = s[k];
      numbers.set(equations_.reactions[at(actual_[at(k)])].slot, s[k]);
    }
    numbers.evaluate(equations_.nonideal, t, q, v);
  };
  const auto fill_sigma = [&](const double* lambda, double* sigma) {
    for (Index k = 0; k < p; ++k) {
      force_of(numbers, equations_.reactions[at(actual_[at(k)])], lambda, sigma);
      sigma += sizes_[at(k)];
    }
  };
  for (Index k = 0; k < p; ++k) {
    found_.data()[k] = value_of(numbers, equations_.reactions[at(actual_[at(k)])], ideal_.data());
  }
  constexpr int most = 25;
  for (int round = 0; round < most; ++round) {
    put(found_.data());
    derivative_.adjoint(numbers.C(), nullptr, lambda_.data(), nullptr);
    for (Index i = 0; i < m; ++i) lambda_.data()[i] = ideal_.data()[i] - lambda_.data()[i];
    fill_sigma(lambda_.data(), sigma_.data());
    for (Index k = 0; k < p; ++k) {
      const Index row = actual_[at(k)];
      std::fill_n(w_.data(), n, 0.0);
      for (Index e = equations_.C_slope.begin[at(row)]; e < equations_.C_slope.begin[at(row) + 1];
           ++e) {
        w_.data()[equations_.C_slope.column[at(e)]] = -numbers.C_slope()[e];
      }
      derivative_.adjoint(w_.data(), nullptr, lambda_.data(), nullptr);
      fill_sigma(lambda_.data(), column_.data());
      for (Index i = 0; i < sigma_size; ++i) J_.data()[i * p + k] = column_.data()[i];
    }
    for (Index i = 0; i < sigma_size; ++i) {
      for (Index k = 0; k < p; ++k) {
        sigma_.data()[i] -= J_.data()[i * p + k] * found_.data()[k];
      }
    }
    const least::ReactionTask task{p,         sense_.data(), sizes_.data(), sigma_.data(),
                                   J_.data(), found_.data()};
    const least::ReactionAnswer& answer = reaction_solver_.solve(task);
    const Status status = status_of(answer.answers);
    if (status != Status::ok) return status;
    double change = 0, size = 0;
    for (Index k = 0; k < p; ++k) {
      change = std::max(change, std::abs(answer.s[k] - found_.data()[k]));
      size = std::max(size, std::abs(answer.s[k]));
    }
    std::copy_n(answer.s, p, found_.data());
    if (change <= 1e-14 * size) {
      put(found_.data());
      return Status::ok;
    }
  }
  return Status::not_converged;
}

void Laws::add_controls(equations::Workspace& numbers) noexcept {
  const Pattern& B = equations_.B;
  std::fill_n(control_force_.data(), equations_.n, 0.0);
  for (Index k = 0; k < B.rows(); ++k) {
    for (Index e = B.begin[at(k)]; e < B.begin[at(k) + 1]; ++e) {
      control_force_.data()[B.column[at(e)]] += numbers.B()[e] * u_.data()[k];
    }
  }
}

// What the controls must be so that the wanted relations hold, at the ẍ(0) of `now`.
void Laws::find_controls(equations::Workspace& numbers, const Instant& now) noexcept {
  const Index n = equations_.n, controls = equations_.B.rows();
  std::fill_n(B_.data(), controls * n, 0.0);
  for (Index k = 0; k < controls; ++k) {
    for (Index e = equations_.B.begin[at(k)]; e < equations_.B.begin[at(k) + 1]; ++e) {
      B_.data()[k * n + equations_.B.column[at(e)]] = numbers.B()[e];
    }
  }
  least::ServoTask task;
  task.n = n;
  task.rows = static_cast<Index>(servo_rows_.size());
  task.controls = controls;
  task.A = servo_A_.data();
  task.b = servo_b_.data();
  task.xdd = now.acceleration.data();
  task.B = B_.data();
  task.weights = equations_.control_weights.data();
  task.row_weights = servo_weights_.data();
  const least::Task instant = kernel_.task(numbers);
  task.instant = &instant;
  const least::ServoAnswer& answer =
      servo_solver_.solve(derivative_, task, RankTolerance::stepping);
  std::copy_n(answer.u, controls, u_.data());
  controls_are_unique_ = answer.unique;
  servo_residual_ = 0;
  for (Index k = 0; k < task.rows; ++k) {
    servo_residual_ = std::max(servo_residual_, std::abs(answer.residual[k]));
  }
}

// Q holds the controls; C is found, and ẍ with it.
const Instant& Laws::solve_nonideal(equations::Workspace& numbers, double t, const double* q,
                                    const double* v, bool full) noexcept {
  if (equations_.nonideal.blocks.empty()) {
    const Instant& now = kernel_.solve(numbers, nullptr, full);
    if (full) std::copy_n(now.multipliers.begin(), equations_.m, lambda_.data());
    return now;
  }
  const Instant& ideal = kernel_.solve(numbers, nullptr, true);
  if (!usable(ideal.status)) return ideal;
  std::copy(ideal.multipliers.begin(), ideal.multipliers.end(), ideal_.data());
  set_directions(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.reactions.size(); ++k) {
    const Reaction& reaction = equations_.reactions[k];
    if (reaction.reading != Reading::ideal) continue;
    s_.data()[k] = value_of(numbers, reaction, ideal_.data());
    numbers.set(reaction.slot, s_.data()[k]);
  }
  const bool factored = derivative_.factor(kernel_.task(numbers), RankTolerance::stepping);
  Status status = factored ? Status::ok : Status::degenerate;
  if (status == Status::ok && !actual_.empty()) {
    status = find_reactions(numbers, t, q, v);
  } else {
    numbers.evaluate(equations_.nonideal, t, q, v);
  }
  std::copy_n(numbers.C(), equations_.n, C_.data());
  if (factored) derivative_.adjoint(C_.data(), nullptr, lambda_.data(), nullptr);
  for (Index i = 0; i < equations_.m; ++i) {
    lambda_.data()[i] = ideal_.data()[i] - lambda_.data()[i];
  }
  const Instant& now = kernel_.solve(numbers, C_.data(), full);
  if (full && factored) audit(numbers, now, v);
  return with_status(now, status);
}

// δ = v − K₁A v leaves the rows as they are: a virtual displacement.
void Laws::audit(equations::Workspace& numbers, const Instant& now, const double* v) noexcept {
  const Pattern& A = equations_.A;
  double* const Av = found_rows_.data();
  for (Index i = 0; i < equations_.m; ++i) {
    Av[i] = 0;
    for (Index e = A.begin[at(i)]; e < A.begin[at(i) + 1]; ++e) {
      Av[i] += numbers.A()[e] * v[A.column[at(e)]];
    }
  }
  derivative_.tangent(nullptr, Av, nullptr, 1, w_.data());
  double left = 0, size = 0;
  for (Index i = 0; i < equations_.n; ++i) {
    const double virtual_rate = v[i] - w_.data()[i];
    const double force = now.constraint_force[at(i)];
    left += virtual_rate * (force - C_.data()[i]);
    size += std::abs(virtual_rate) * (std::abs(force) + std::abs(C_.data()[i]));
  }
  if (size > 0) virtual_work_ = std::max(virtual_work_, std::abs(left) / size);
}

const Instant& Laws::with_status(const Instant& instant, Status status) noexcept {
  if (status == Status::ok || !usable(instant.status)) return instant;
  failed_ = instant;  // of the same sizes
  failed_.status = status;
  return failed_;
}

const Instant& Laws::solve(equations::Workspace& numbers, double t, const double* q,
                           const double* v, bool full) noexcept {
  if (hidden_) fill_hidden(numbers, t, q, v);
  mask(numbers);
  if (servo_rows_.empty()) {
    const Instant& now = solve_nonideal(numbers, t, q, v, full);
    if (full) watch(numbers);
    return now;
  }
  numbers.evaluate(equations_.control, t, q, v);
  std::copy_n(numbers.Q(), equations_.n, Q_.data());
  std::fill_n(u_.data(), equations_.B.rows(), 0.0);
  const Instant* now = &solve_nonideal(numbers, t, q, v, full);
  // Without non-ideal forces the second round only confirms the first; with them u and C are found
  // in turn.
  const int rounds = equations_.nonideal.blocks.empty() ? 1 : 20;
  for (int round = 0; round < rounds && usable(now->status); ++round) {
    if (!derivative_.factor(kernel_.task(numbers), RankTolerance::stepping)) {
      return with_status(*now, Status::degenerate);
    }
    // ẍ(u) is known for the u that Q contains; what is missing is its change.
    std::copy_n(u_.data(), equations_.B.rows(), u_before_.data());
    find_controls(numbers, *now);
    double change = 0, size = 0;
    for (Index k = 0; k < equations_.B.rows(); ++k) {
      change = std::max(change, std::abs(u_.data()[k]));
      u_.data()[k] += u_before_.data()[k];
      size = std::max(size, std::abs(u_.data()[k]));
    }
    add_controls(numbers);
    for (Index i = 0; i < equations_.n; ++i) {
      numbers.Q()[i] = Q_.data()[i] + control_force_.data()[i];
    }
    now = &solve_nonideal(numbers, t, q, v, full);
    if (change <= 1e-14 * size) break;
  }
  if (full) watch(numbers);
  return *now;
}

// The shortest multipliers may pull where redundant contacts share a load that they can bear without.
void Laws::share_load(equations::Workspace& numbers) noexcept {
  bool any = false;
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    const bool contact = equations_.rows[i].kind == Kind::unilateral;
    kind_[i] = !mode_.acts[i] ? least::idle_row
               : contact      ? least::unilateral_row
                              : least::equality_row;
    binds_[i] = mode_.acts[i] && contact ? least::bears : least::leaves;
    any = any || (mode_.acts[i] && contact && lambda_.data()[i] < 0);
  }
  if (!any) return;
  std::copy_n(lambda_.data(), equations_.m, found_rows_.data());
  const Status status =
      load_->share(kernel_.task(numbers), kind_.data(), binds_.data(), found_rows_.data());
  if (status == Status::ok) std::copy_n(found_rows_.data(), equations_.m, lambda_.data());
}

// What events and observables read.
void Laws::watch(equations::Workspace& numbers) noexcept {
  if (load_) share_load(numbers);
  for (std::size_t k = 0; k < equations_.reactions.size(); ++k) {
    const Reaction& reaction = equations_.reactions[k];
    if (reaction.reading != Reading::watched) continue;
    s_.data()[k] = value_of(numbers, reaction, lambda_.data());
    numbers.set(reaction.slot, s_.data()[k]);
  }
}

}  // namespace zwang::motion
