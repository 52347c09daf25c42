// SPDX-License-Identifier: Apache-2.0
// The linear equations of a model near a state.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "diagnosis/words.h"
#include "linear/basis.h"
#include "linear/kinks.h"
#include "linear/place.h"
#include "linear/response.h"
#include "linear/sparse_modes.h"
#include "linear/zeros.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "motion/rest/equilibrium.h"
#include "questions/linear/question.h"
#include "questions/linear/words.h"
#include "zwang/linear.h"
#include "zwang/run.h"

namespace zwang {

namespace {

using linear::Complex;
using linear::Matrix;
using linear::Vector;

Vector vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Index>(x.size()));
}
std::vector<double> numbers_of(const Vector& x) { return {x.data(), x.data() + x.size()}; }

std::vector<double> rows_of(const Matrix& X) {
  std::vector<double> rows;
  for (Index i = 0; i < X.rows(); ++i) {
    for (Index j = 0; j < X.cols(); ++j) rows.push_back(X(i, j));
  }
  return rows;
}

/// From a wish to its answer.
class Linearisation {
 public:
  Linearisation(const Model& model, const LinearOptions& options)
      : model_(model),
        options_(options),
        wish_(linear_wish(model, options)),
        side_(wish_.compiled.equations, Method::automatic),
        projector_(side_) {
    const equations::Equations& equations = wish_.compiled.equations;
    large_ = at(equations.n) > most_dense && equations.order == 2 && !equations.solids;
    if (!large_) surroundings_.emplace(side_);
  }

  LinearModel answer();

 private:
  LinearModel answer_large();
  bool find_state();
  bool find_time();
  bool rest();
  void check_inputs();
  void fill_system();
  void fill_modes();
  void fill_names();
  void fill_zero_names();
  void fill_response();
  void look_for_kinks();
  bool fail(const std::string& why) {
    result_.problem = why;
    return false;
  }

  const Model& model_;
  const LinearOptions& options_;
  LinearWish wish_;
  motion::RightSide side_;
  motion::Projector projector_;
  std::optional<linear::Surroundings>
      surroundings_;  // none of a large system: its matrices are dense
  linear::TangentSpace space_;
  linear::Reduction reduction_;
  linear::Spectrum spectrum_;
  linear::System own_;  // in the variables of the tangent space
  LinearModel result_;
  bool large_ = false;
};

LinearModel Linearisation::answer() {
  if (!find_state()) return result_;
  if (large_) return answer_large();
  const State& state = result_.state;
  if (!surroundings_->form(state.t, vector_of(state.q), vector_of(state.v), space_)) {
    fail("The accelerations at this state have no unique answer, or no derivative: " +
         std::string(sentence(space_.status)));
    return result_;
  }
  if ((space_.order == 2 ? space_.Z_v : space_.Z_q).cols() == 0) {
    fail("The constraints leave no degree of freedom: the motion is prescribed.");
    return result_;
  }
  check_inputs();
  reduction_ = linear::reduce(space_);
  spectrum_ = linear::spectrum_of(reduction_.A, space_.positions());
  if (!spectrum_.converged) {
    fail("The eigenvalues did not converge.");
    return result_;
  }
  fill_names();
  fill_system();
  fill_modes();
  fill_zero_names();
  result_.zeros = linear::transmission_zeros(own_);
  fill_response();
  look_for_kinks();
  using linear::Place;
  const Place place = place_of(*surroundings_, projector_, space_, reduction_, spectrum_);
  result_.kind = place == Place::rest     ? LinearKind::equilibrium
                 : place == Place::steady ? LinearKind::steady
                                          : LinearKind::passing;
  judge(result_);
  return result_;
}

// Dense matrices of all states would take minutes and gigabytes; of the slowest modes no more is needed than what is sparse.
LinearModel Linearisation::answer_large() {
  constexpr Index wanted = 40;
  const State& state = result_.state;
  const std::string refused = "A system of more than " + std::to_string(most_dense) +
                              " coordinates has its slowest modes only, and these ";
  if (!wish_.inputs.empty() || !wish_.outputs.empty()) {
    fail(refused + "without inputs and outputs.");
    return result_;
  }
  if (largest(state.v) > 0) {
    fail(refused + "only at rest.");
    return result_;
  }
  const linear::SparseModes found =
      linear::slowest_modes(side_, state.t, vector_of(state.q), wanted);
  if (found.problem) {
    fail(refused + "are not known here: " + found.problem + ".");
    return result_;
  }
  result_.coordinates = model_.coordinates();
  result_.freedom = result_.positions = at(found.freedom);
  result_.kind = LinearKind::equilibrium;
  for (Index k = 0; k < found.values.size(); ++k) {
    const double mu = found.values[k], root = std::sqrt(std::abs(mu));
    LinearMode& mode = result_.modes.emplace_back();
    mode.eigenvalue = mu > 0 ? Complex(0, root) : Complex(root, 0);
    mode.error = found.errors[k] / (2 * std::max(root, 1e-300));
    mode.frequency = mode.eigenvalue.imag() / (2 * std::numbers::pi);
    mode.damping = mu > 0 ? 0 : -1;
    result_.growth = std::max(result_.growth, mode.eigenvalue.real());
    Index most = 0;
    found.shapes.col(k).cwiseAbs().maxCoeff(&most);
    const Vector shape = found.shapes.col(k) / found.shapes(most, k);
    mode.shape.assign(shape.data(), shape.data() + shape.size());
  }
  const std::string which = "The " + std::to_string(result_.modes.size()) + " slowest of " +
                            std::to_string(found.freedom) + " modes, by a sparse method. ";
  result_.stability = result_.growth > 0 ? Stability::unstable : Stability::undecided;
  result_.text =
      which + (result_.growth > 0 ? "Unstable: some of them grow."
                                  : "None of them grows; the others were not looked at.");
  result_.notes.push_back("A, B, C and D are not formed for so many states.");
  return result_;
}

// On the constraints; where [linear] or the options say.
bool Linearisation::find_state() {
  State& state = result_.state;
  state = options_.state ? *options_.state : model_.start();
  check_state(model_, state);
  if (wish_.t && !options_.state && *wish_.t != state.t) return find_time();
  const motion::Projection moved = projector_.assemble(state.t, state.q.data(), state.v.data());
  if (!moved.converged || !moved.feasible) {
    return fail("No state near the given one satisfies the constraints.");
  }
  const double size = std::max(largest(state.q), 1e-300);
  if (moved.moved > 1e-9 * size) {
    result_.notes.push_back("The state was moved onto the constraints by up to " +
                            diagnosis::short_number(moved.moved) + ".");
  }
  return wish_.place != LinearPlace::equilibrium || rest();
}

bool Linearisation::find_time() {
  const double from = model_.start().t;
  if (!(*wish_.t > from)) {
    throw InputError("t", "is " + diagnosis::short_number(*wish_.t) +
                              "; the motion starts at t = " + diagnosis::short_number(from));
  }
  RunOptions options;
  options.duration = *wish_.t - from;
  options.samples = 2;
  options.tolerance = 1e-12;
  if (options_.goes_on) options.goes_on = [this](const Progress&) { return options_.goes_on(); };
  const Trajectory trajectory = run(model_, options);
  result_.state = trajectory.summary().end;
  if (trajectory.summary().ending == Ending::done) return true;
  return fail("The motion did not reach t = " + diagnosis::short_number(*wish_.t) + ". " +
              trajectory.summary().message);
}

bool Linearisation::rest() {
  State& state = result_.state;
  if (large_) {  // the search is dense: what is not at rest is refused later
    std::fill(state.v.begin(), state.v.end(), 0.0);
    return true;
  }
  const motion::Equilibrium found =
      find_equilibrium(side_, projector_, state.t, state.q.data(), state.v.data());
  if (!found.found) return fail("No equilibrium was found near the start. Start closer to one.");
  Vector q = vector_of(state.q);
  polish_rest(*surroundings_, projector_, state.t, q);
  state.q = numbers_of(q);
  std::fill(state.v.begin(), state.v.end(), 0.0);
  return true;
}

// An input must not move the constraints: their motion would depend on its rates too.
void Linearisation::check_inputs() {
  for (std::size_t k = 0; k < wish_.inputs.size(); ++k) {
    const double moves = space_.input_moves[wish_.input_columns[k]];
    if (!(moves > 0)) continue;
    throw InputError("inputs", "'" + wish_.inputs[k] +
                                   "' moves a constraint, so the motion depends on its rates too; "
                                   "let the input be a force or an acceleration");
  }
  // The columns of the inputs, in the order in which they were asked for.
  const Matrix by_input = space_.by_input, multipliers = space_.multipliers_by_input;
  for (std::size_t k = 0; k < wish_.inputs.size(); ++k) {
    const auto column = static_cast<Index>(k);
    space_.by_input.col(column) = by_input.col(wish_.input_columns[k]);
    space_.multipliers_by_input.col(column) = multipliers.col(wish_.input_columns[k]);
  }
}

void Linearisation::fill_names() {
  const std::vector<std::string> coordinates = frame_coordinates(model_);
  for (const Index i : reduction_.coordinates) result_.states.push_back(coordinates[at(i)]);
  for (const Index i : reduction_.rates) result_.states.push_back(model_.rates()[at(i)]);
  result_.coordinates = coordinates;
  result_.inputs = wish_.inputs;
  result_.outputs = wish_.outputs;
  result_.positions = at(space_.positions());
  result_.freedom = at(space_.order == 2 ? space_.rates() : space_.positions());
  if (result_.positions <= result_.freedom) return;
  for (const ConstraintRows& rows : model_.constraints()) {
    const auto& all = wish_.compiled.equations.rows;
    const bool binds_rates = std::any_of(
        all.begin() + static_cast<std::ptrdiff_t>(rows.first),
        all.begin() + static_cast<std::ptrdiff_t>(rows.first + rows.count),
        [](const equations::Row& row) { return row.level == equations::Level::velocity; });
    if (binds_rates) result_.nonholonomic.push_back(rows.name);
  }
}

void Linearisation::fill_system() {
  const linear::OutputSlopes slopes = slopes_of_outputs(side_, space_, wish_.output_numbers);
  own_ = {reduction_.A, reduction_.B, slopes.C, slopes.D};
  const linear::System named = reduction_.named(slopes.C, slopes.D);
  result_.A = rows_of(named.A);
  result_.B = rows_of(named.B);
  result_.C = rows_of(named.C);
  result_.D = rows_of(named.D);
}

void Linearisation::fill_modes() {
  const Index f = space_.positions();
  for (std::size_t k = 0; k < spectrum_.values.size(); ++k) {
    const Complex value = spectrum_.values[k];
    if (value.imag() < 0) continue;
    LinearMode& mode = result_.modes.emplace_back();
    mode.eigenvalue = value;
    mode.error = spectrum_.errors[k];
    mode.frequency = value.imag() / (2 * std::numbers::pi);
    mode.damping = -value.real() / std::abs(value);
    linear::ComplexVector shape = (space_.frame.q * space_.Z_q).cast<Complex>() *
                                  spectrum_.vectors.col(static_cast<Index>(k)).head(f);
    Index most = 0;
    shape.cwiseAbs().maxCoeff(&most);
    if (std::abs(shape[most]) > 0) shape /= Complex(shape[most]);
    mode.shape.assign(shape.data(), shape.data() + shape.size());
  }
}

// The coordinates that move in motions of the eigenvalue zero, by more than rounding of what they could.
void Linearisation::fill_zero_names() {
  result_.zeros_at_zero = at(spectrum_.kernel.cols());
  if (result_.zeros_at_zero == 0) return;
  const Matrix shown = space_.frame.q * space_.Z_q;
  const Matrix moves = shown * spectrum_.kernel.topRows(space_.positions());
  for (Index i = 0; i < shown.rows(); ++i) {
    if (moves.row(i).norm() > 1e-6 * shown.row(i).norm()) {
      result_.cyclic.push_back(result_.coordinates[at(i)]);
    }
  }
}

void Linearisation::fill_response() {
  if (result_.inputs.empty() || result_.outputs.empty() || options_.frequencies == 0) return;
  double slow = 0, fast = 0;
  for (const LinearMode& mode : result_.modes) {
    const double size = std::abs(mode.eigenvalue);
    slow = slow > 0 ? std::min(slow, size) : size;
    fast = std::max(fast, size);
  }
  const double unit = spectrum_.rate;
  const double from = options_.from.value_or((slow > 0 ? slow : unit) / 10);
  const double to = options_.to.value_or((fast > 0 ? fast : unit) * 10);
  if (!(from > 0 && to >= from && std::isfinite(to))) {
    throw InputError("from", "must be positive and at most `to`");
  }
  const double steps = static_cast<double>(std::max<std::size_t>(options_.frequencies, 2) - 1);
  for (std::size_t k = 0; k < options_.frequencies; ++k) {
    result_.response.frequency.push_back(from *
                                         std::pow(to / from, static_cast<double>(k) / steps));
  }
  for (const linear::ComplexMatrix& G : frequency_response(own_, result_.response.frequency)) {
    for (Index i = 0; i < G.rows(); ++i) {
      for (Index j = 0; j < G.cols(); ++j) result_.response.value.push_back(G(i, j));
    }
  }
}

// Only what is so near that small motions would meet it.
void Linearisation::look_for_kinks() {
  constexpr double near = 0.05;
  const linear::Kink kink = linear::nearest_kink(side_, space_);
  if (kink.here) {
    result_.notes.push_back(
        "A formula with max, min, abs or a comparison changes its side at this very state: the "
        "equations hold on one "
        "side only.");
  } else if (kink.distance < near) {
    result_.notes.push_back(
        "A formula with max, min, abs or a comparison changes its side nearby, where a coordinate "
        "or "
        "rate differs by " +
        diagnosis::short_number(100 * kink.distance) +
        " % of the largest: the equations hold up to there.");
  }
}

}  // namespace

LinearModel linearise(const Model& model, const LinearOptions& options) {
  return Linearisation(model, options).answer();
}

}  // namespace zwang
