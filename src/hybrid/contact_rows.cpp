// SPDX-License-Identifier: Apache-2.0
#include "hybrid/contact_rows.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "instant/laws/reaction_value.h"
#include "linalg/vector.h"

namespace zwang::motion {

using equations::Kind;
using equations::Reaction;
using equations::Reading;
using instant::Slip;

namespace {

// At an event an equality holds by its definition, and the mode that ends still verifies. What is due
// is made weaker by this part, far above rounding, so that it does not.
constexpr double due = 1e-7;

bool presses(const RightSide& side, std::size_t k) {
  const equations::Equations& equations = side.equations();
  if (equations.sliding[k].normals.empty()) return true;
  for (const Index j : equations.sliding[k].normals) {
    const Reaction& normal = equations.reactions[j];
    for (Index i = normal.first_row; i < normal.first_row + normal.rows; ++i)
      if (side.mode().acts[i]) return true;
  }
  return false;
}

/// Eigenvectors of a symmetric 3×3 matrix by Jacobi's rotations: columns of V, S becomes diagonal.
void turn_to_axes(Index size, double S[3][3], double V[3][3]) {
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) V[i][j] = i == j ? 1 : 0;
  for (int sweep = 0; sweep < 20; ++sweep) {
    for (Index p = 0; p < size; ++p) {
      for (Index q = p + 1; q < size; ++q) {
        if (S[p][q] == 0) continue;
        const double theta = 0.5 * std::atan2(2 * S[p][q], S[q][q] - S[p][p]);
        const double c = std::cos(theta), s = std::sin(theta);
        for (Index k = 0; k < size; ++k) {
          const double a = S[k][p], b = S[k][q];
          S[k][p] = c * a - s * b;
          S[k][q] = s * a + c * b;
        }
        for (Index k = 0; k < size; ++k) {
          const double a = S[p][k], b = S[q][k];
          S[p][k] = c * a - s * b;
          S[q][k] = s * a + c * b;
          const double u = V[k][p], v = V[k][q];
          V[k][p] = c * u - s * v;
          V[k][q] = s * u + c * v;
        }
      }
    }
  }
}

}  // namespace

ContactRows::ContactRows(const equations::Equations& equations)
    : reduced_(instant::is_solved_by_parts(equations) ? 0 : equations.n,
               instant::is_solved_by_parts(equations) ? 0 : equations.m),
      kind_(equations.rows.size()),
      place_(equations.rows.size()),
      normal_(equations.rows.size()),
      item_(equations.sliding.size()),
      basis_(9 * equations.sliding.size()),
      size_(equations.sliding.size()),
      limits_(2 * equations.sliding.size()),
      C_(static_cast<std::size_t>(equations.n)),
      length_(equations.sliding.size()),
      slopes_(equations.sliding.size()) {
  find_kinds(equations);
  if (instant::is_solved_by_parts(equations))
    touched_ = std::make_unique<instant::TouchedTask>(equations);
}

// A reaction of one row that friction reads is an unknown of the problem; what else is read of reactions
// is taken from the instant.
void ContactRows::find_kinds(const equations::Equations& equations) {
  std::vector<unsigned char> rubs(equations.reactions.size(), 0);
  for (const equations::Sliding& contact : equations.sliding)
    for (const Index j : contact.normals) rubs[j] = 1;
  reads_.assign(equations.reactions.size(), Reads::instant);
  for (std::size_t j = 0; j < equations.reactions.size(); ++j) {
    const Reaction& reaction = equations.reactions[j];
    const bool one = reaction.rows == 1 && !reaction.multiplier;
    if (reaction.reading == Reading::actual && one && rubs[j]) reads_[j] = Reads::linear;
    if (reaction.reading != Reading::watched && reads_[j] != Reads::linear) depends_ = true;
  }
  // Hidden rows are filled in by an instant.
  depends_ = depends_ || !equations.control_slots.empty() || !equations.hidden.sets.empty();
}

// C without friction; limits without what is unknown, and by how much each unknown adds to them.
void ContactRows::read_laws(RightSide& side, double t, const double* y) {
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  equations::Workspace& numbers = side.numbers();
  const auto evaluate = [&] {
    numbers.evaluate(equations::Stage::nonideal, t, y + layout.q(), y + layout.v());
  };
  for (const equations::Sliding& contact : equations.sliding)
    for (const std::uint32_t slot : contact.direction_slots) numbers.set(slot, 0);
  for (std::size_t j = 0; j < reads_.size(); ++j) {
    const bool known = reads_[j] == Reads::instant && depends_;
    if (equations.reactions[j].reading != Reading::watched)
      numbers.set(equations.reactions[j].slot, known ? side.laws()->reactions()[j] : 0.0);
  }
  evaluate();
  std::copy_n(numbers.C(), equations.n, C_.begin());
  std::copy_n(numbers.limits(), limits_.size(), limits_.begin());
  for (auto& slopes : slopes_) slopes.clear();
  if (instant::limits_read_one(equations)) return read_limits_at_once(side, t, y);
  for (std::size_t j = 0; j < reads_.size(); ++j) {
    if (reads_[j] != Reads::linear) continue;
    const Reaction& reaction = equations.reactions[j];
    if (normal_[reaction.first_row] < 0) continue;
    numbers.set(reaction.slot, instant::strength(equations, numbers, reaction));
    evaluate();
    numbers.set(reaction.slot, 0);
    for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
      const std::vector<Index>& normals = equations.sliding[k].normals;
      if (std::find(normals.begin(), normals.end(), static_cast<Index>(j)) == normals.end())
        continue;
      slopes_[k].push_back({reaction.first_row, numbers.limits()[2 * k] - limits_[2 * k],
                            numbers.limits()[2 * k + 1] - limits_[2 * k + 1]});
    }
  }
}

// Where no limit reads two of the unknowns.
void ContactRows::read_limits_at_once(RightSide& side, double t, const double* y) {
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  equations::Workspace& numbers = side.numbers();
  const auto is_unknown = [&](Index j) {
    return reads_[at(j)] == Reads::linear && normal_[equations.reactions[at(j)].first_row] >= 0;
  };
  const auto set_all = [&](bool on) {
    for (Index j = 0; j < static_cast<Index>(reads_.size()); ++j) {
      const Reaction& reaction = equations.reactions[at(j)];
      if (is_unknown(j))
        numbers.set(reaction.slot, on ? instant::strength(equations, numbers, reaction) : 0.0);
    }
  };
  set_all(true);
  numbers.evaluate(equations::Stage::nonideal, t, y + layout.q(), y + layout.v());
  set_all(false);
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    for (const Index j : equations.sliding[k].normals) {
      if (!is_unknown(j)) continue;
      slopes_[k].push_back({equations.reactions[at(j)].first_row,
                            numbers.limits()[2 * k] - limits_[2 * k],
                            numbers.limits()[2 * k + 1] - limits_[2 * k + 1]});
    }
  }
}

// Equality rows are eliminated; contacts, what rubs, and bilateral rows that press on it remain.
void ContactRows::choose_rows(const RightSide& side, const ContactCall& call) {
  const equations::Equations& equations = side.equations();
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    const Kind kind = equations.rows[i].kind;
    const bool equality = kind != Kind::unilateral && kind != Kind::stick && side.mode().acts[i];
    kind_[i] = call.candidates[i] ? least::unilateral_row
               : equality         ? least::equality_row
                                  : least::idle_row;
    normal_[i] = call.candidates[i] ? 0 : -1;
  }
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    item_[k] = -1;
    if (!presses(side, k)) continue;
    item_[k] = 0;
    const equations::Sliding& contact = equations.sliding[k];
    for (Index i = 0; i < contact.rows; ++i) kind_[contact.first_row + i] = least::unilateral_row;
    for (const Index j : contact.normals) {
      const Index row = equations.reactions[j].first_row;
      if (reads_[j] != Reads::linear || kind_[row] != least::equality_row) continue;
      kind_[row] = least::unilateral_row;
      normal_[row] = 0;
    }
  }
}

// One row, `scale` × its length 1: how it pushes, what it does without contacts, and of how large terms.
void ContactRows::append(Index i, double scale, double* H, double& c, double& terms) const {
  const Index d = reduced_.freedom();
  const double *n = reduced_.row(i), *w = reduced_.free_motion();
  for (Index k = 0; k < d; ++k) {
    H[k] += scale * n[k];
    c += scale * n[k] * w[k];
    terms += std::abs(scale * n[k] * w[k]);
  }
  c -= scale * reduced_.demand(i);
  terms += std::abs(scale * reduced_.demand(i));
}

void ContactRows::add_normal(Index row, bool sided, bool forced) {
  normal_[row] = problem_.size++;
  ++problem_.normals;
  problem_.sided.push_back(sided);
  problem_.H.resize(static_cast<std::size_t>(problem_.size * problem_.freedom), 0.0);
  double c = 0, terms = 0;
  append(place_[row], 1, problem_.H.data() + normal_[row] * problem_.freedom, c, terms);
  problem_.c.push_back(forced ? c + due * terms : c);
  problem_.terms.push_back(terms);
}

// Directions that w can have at all: three components of a velocity in a plane have two.
void ContactRows::set_basis(const RightSide& side, std::size_t k) {
  const equations::Equations& equations = side.equations();
  const equations::Sliding& contact = equations.sliding[k];
  double* const E = basis_.data() + 9 * k;
  std::fill_n(E, 9, 0.0);
  size_[k] = 0;
  if (contact.rows == 1) {
    E[0] = 1;
    size_[k] = 1;
    return;
  }
  double S[3][3] = {}, V[3][3];
  for (Index i = 0; i < contact.rows; ++i) {
    for (Index j = 0; j < contact.rows; ++j) {
      const Index a = place_[contact.first_row + i], b = place_[contact.first_row + j];
      S[i][j] = reduced_.length(a) * reduced_.length(b) *
                linalg::dot(reduced_.row(a), reduced_.row(b), reduced_.freedom());
    }
  }
  turn_to_axes(contact.rows, S, V);
  double largest = 0;
  for (Index i = 0; i < contact.rows; ++i) largest = std::max(largest, S[i][i]);
  for (Index i = 0; i < contact.rows; ++i) {
    if (!(S[i][i] > 1e-12 * largest)) continue;
    for (Index j = 0; j < contact.rows; ++j) E[3 * size_[k] + j] = V[j][i];
    ++size_[k];
  }
}

void ContactRows::add_item(const RightSide& side, std::size_t k, const ContactCall& call) {
  const equations::Sliding& contact = side.equations().sliding[k];
  const instant::Mode& mode = side.mode();
  set_basis(side, k);
  double length = 0;  // of all its rows: one for all directions
  for (Index i = 0; i < contact.rows; ++i)
    length = std::max(length, reduced_.length(place_[contact.first_row + i]));
  length_[k] = length;
  if (size_[k] == 0) {
    item_[k] = -1;
    return;
  }
  least::Rubbing x;
  x.first = problem_.size;
  x.rows = size_[k];
  x.slides = mode.slip[k] == Slip::slides;
  const double weaker = call.slips[k] ? 1 - due : 1;
  const auto limit = [&](double sliding, double sticking, double unit) {
    const bool gives = call.broken[k] || call.slips[k];
    return std::pair{weaker * sliding * unit, weaker * (gives ? sliding : sticking) * unit};
  };
  std::tie(x.sliding, x.sticking) = limit(limits_[2 * k], limits_[2 * k + 1], length);
  for (const least::Coefficient& slope : slopes_[k]) {
    const auto [sliding, sticking] =
        limit(slope.sliding, slope.sticking, length / reduced_.length(place_[slope.normal]));
    x.coefficients.push_back({normal_[slope.normal], sliding, sticking});
  }
  problem_.size += x.rows;
  problem_.H.resize(static_cast<std::size_t>(problem_.size * problem_.freedom), 0.0);
  for (Index j = 0; j < x.rows; ++j) {
    double c = 0, terms = 0;
    for (Index i = 0; i < contact.rows; ++i) {
      const Index row = place_[contact.first_row + i];
      const double e = basis_[9 * k + 3 * j + i];
      append(row, e * reduced_.length(row) / length,
             problem_.H.data() + (x.first + j) * problem_.freedom, c, terms);
      x.direction[j] += e * mode.direction[3 * k + i];
    }
    problem_.c.push_back(c);
    problem_.terms.push_back(terms);
  }
  item_[k] = static_cast<Index>(problem_.rubbing.size());
  problem_.rubbing.push_back(std::move(x));
}

// Where some directions have no mass, equality rows must hold them: M + α AᵀA and Q + α Aᵀb then move as M and Q
// do, for A ẍ = b.
Status ContactRows::reduce(RightSide& side) {
  if (touched_) return reduce_touched(side);
  least::Task task = side.kernel().dense()->task(side.numbers());
  task.C = C_.data();
  const Status status = reduced_.reduce(task, kind_.data(), RankTolerance::stepping);
  if (status != Status::mass_not_definite) return status;
  const Index n = task.n;
  M_.assign(static_cast<std::size_t>(n * n), 0.0);
  Q_.assign(task.Q, task.Q + n);
  double mass = 0, rows = 0;
  for_each_block(task, [&](Index first, Index size, const double* M) {
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) M_[(first + i) * n + first + j] = M[i * size + j];
      mass = std::max(mass, std::abs(M[i * size + i]));
    }
  });
  const auto holds = [&](Index i) { return kind_[i] == least::equality_row; };
  for (Index i = 0; i < task.m; ++i)
    if (holds(i)) rows = std::max(rows, linalg::dot(task.A + i * n, task.A + i * n, n));
  if (!(mass > 0) || !(rows > 0)) return status;
  for (Index i = 0; i < task.m; ++i) {
    const double* const A = task.A + i * n;
    for (Index j = 0; holds(i) && j < n; ++j) {
      Q_[j] += mass / rows * A[j] * task.b[i];
      for (Index k = 0; k < n; ++k) M_[j * n + k] += mass / rows * A[j] * A[k];
    }
  }
  task.mass = least::Mass::full;
  task.M = M_.data();
  task.Q = Q_.data();
  return reduced_.reduce(task, kind_.data(), RankTolerance::stepping);
}

Status ContactRows::reduce_touched(RightSide& side) {
  touched_->choose(kind_.data());
  touched_->take_all();
  reduced_ = least::ReducedRows(touched_->n(), touched_->m());
  return reduced_.reduce(touched_->task(side.numbers(), C_.data()), touched_->kind().data(),
                         RankTolerance::stepping);
}

Status ContactRows::fill(RightSide& side, double t, const double* y, const ContactCall& call) {
  const instant::StateLayout layout = side.layout();
  equations::Workspace& numbers = side.numbers();
  problem_ = {};
  choose_rows(side, call);
  numbers.evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  for (Index i = 0; i < layout.n; ++i) numbers.Q()[i] += side.laws()->control_force()[i];
  read_laws(side, t, y);
  const Status status = reduce(side);
  if (status != Status::ok && status != Status::contradictory) return status;
  std::fill(place_.begin(), place_.end(), Index{-1});
  for (Index i = 0; i < reduced_.count(); ++i) {
    const Index row = reduced_.row_of(i);
    place_[touched_ ? touched_->rows()[at(row)] : row] = i;
  }
  problem_.freedom = reduced_.freedom();
  for (std::size_t i = 0; i < kind_.size(); ++i)
    if (normal_[i] == 0) add_normal(static_cast<Index>(i), call.candidates[i], call.forced[i]);
  for (std::size_t k = 0; k < item_.size(); ++k)
    if (item_[k] == 0) add_item(side, k, call);
  return status;
}

const least::ContactMode& ContactRows::translate(const RightSide& side, const ContactCall& call) {
  const instant::Mode& mode = *call.last;
  last_.press.assign(static_cast<std::size_t>(problem_.normals), least::Press::closed);
  for (std::size_t i = 0; i < normal_.size(); ++i)
    if (normal_[i] >= 0 && call.candidates[i] && (!mode.acts[i] || call.forced[i]))
      last_.press[normal_[i]] = least::Press::open;
  last_.grip.assign(problem_.rubbing.size(), least::Grip::sticks);
  last_.direction.assign(3 * problem_.rubbing.size(), 0.0);
  for (std::size_t k = 0; k < item_.size(); ++k) {
    if (item_[k] < 0 || mode.slip[k] != Slip::slides || !call.broken[k]) continue;
    last_.grip[item_[k]] = least::Grip::starts;
    for (Index j = 0; j < size_[k]; ++j)
      for (Index i = 0; i < side.equations().sliding[k].rows; ++i)
        last_.direction[3 * item_[k] + j] += basis_[9 * k + 3 * j + i] * mode.direction[3 * k + i];
  }
  return last_;
}

void ContactRows::put(const least::ContactAnswer& answer, const ContactCall& call,
                      RightSide& side) const {
  const equations::Equations& equations = side.equations();
  instant::Mode& mode = side.mode();
  for (std::size_t i = 0; i < normal_.size(); ++i)
    if (normal_[i] >= 0 && call.candidates[i])
      mode.acts[i] = answer.mode->press[normal_[i]] != least::Press::open;
  for (std::size_t k = 0; k < item_.size(); ++k) {
    const least::Grip grip = item_[k] < 0 ? least::Grip::off : answer.mode->grip[item_[k]];
    mode.slip[k] = grip == least::Grip::off      ? Slip::off
                   : grip == least::Grip::sticks ? Slip::sticks
                                                 : Slip::slides;
    const equations::Sliding& contact = equations.sliding[k];
    for (Index i = 0; i < contact.rows; ++i) {
      mode.acts[contact.first_row + i] = grip == least::Grip::sticks;
      if (grip != least::Grip::starts) continue;
      double d = 0;
      for (Index j = 0; j < size_[k]; ++j)
        d += basis_[9 * k + 3 * j + i] * answer.mode->direction[3 * item_[k] + j];
      mode.direction[3 * k + i] = d;
      mode.speed[k] = 0;
    }
  }
}

const least::ContactMode& ContactRows::translate_decided(const RightSide& side) {
  const instant::Mode& mode = side.mode();
  last_.press.assign(static_cast<std::size_t>(problem_.normals), least::Press::closed);
  for (std::size_t i = 0; i < normal_.size(); ++i)
    if (normal_[i] >= 0 && !mode.acts[i]) last_.press[normal_[i]] = least::Press::open;
  last_.grip.assign(problem_.rubbing.size(), least::Grip::off);
  last_.direction.assign(3 * problem_.rubbing.size(), 0.0);
  for (std::size_t k = 0; k < item_.size(); ++k) {
    if (item_[k] < 0 || mode.slip[k] == Slip::off) continue;
    const bool slides = problem_.rubbing[item_[k]].slides;
    last_.grip[item_[k]] = mode.slip[k] == Slip::sticks ? least::Grip::sticks
                           : slides                     ? least::Grip::slides
                                                        : least::Grip::starts;
    for (Index j = 0; j < size_[k]; ++j)
      for (Index i = 0; i < side.equations().sliding[k].rows; ++i)
        last_.direction[3 * item_[k] + j] += basis_[9 * k + 3 * j + i] * mode.direction[3 * k + i];
  }
  return last_;
}

std::vector<double> ContactRows::forces(const RightSide& side, const double* lambda,
                                        const std::vector<double>& limits) const {
  const instant::Mode& mode = side.mode();
  std::vector<double> r(static_cast<std::size_t>(problem_.size), 0.0);
  for (std::size_t i = 0; i < normal_.size(); ++i)
    if (normal_[i] >= 0 && mode.acts[i]) r[normal_[i]] = lambda[i] * reduced_.length(place_[i]);
  for (std::size_t k = 0; k < item_.size(); ++k) {
    if (item_[k] < 0 || mode.slip[k] == Slip::off) continue;
    const equations::Sliding& contact = side.equations().sliding[k];
    for (Index j = 0; j < size_[k]; ++j) {
      double& f = r[problem_.rubbing[item_[k]].first + j];
      for (Index i = 0; i < contact.rows; ++i) {
        const double own = mode.slip[k] == Slip::sticks
                               ? lambda[contact.first_row + i]
                               : -limits[2 * k] * mode.direction[3 * k + i];
        f += basis_[9 * k + 3 * j + i] * own * length_[k];
      }
    }
  }
  return r;
}

std::vector<double> ContactRows::accelerations(RightSide& side, const double* xdd) const {
  const equations::Equations& equations = side.equations();
  const equations::Pattern& A = equations.A();
  const auto raw = [&](Index i) {
    double a = -side.numbers().b()[i];
    for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e)
      a += side.numbers().A()[e] * xdd[A.column[e]];
    return a;
  };
  std::vector<double> a(static_cast<std::size_t>(problem_.size), 0.0);
  for (std::size_t i = 0; i < normal_.size(); ++i)
    if (normal_[i] >= 0) a[normal_[i]] = raw(static_cast<Index>(i)) / reduced_.length(place_[i]);
  for (std::size_t k = 0; k < item_.size(); ++k) {
    if (item_[k] < 0) continue;
    const equations::Sliding& contact = equations.sliding[k];
    for (Index j = 0; j < size_[k]; ++j)
      for (Index i = 0; i < contact.rows; ++i)
        a[problem_.rubbing[item_[k]].first + j] +=
            basis_[9 * k + 3 * j + i] * raw(contact.first_row + i) / length_[k];
  }
  return a;
}

double ContactRows::size_of_friction(std::size_t k, const std::vector<double>& r) const {
  if (item_[k] < 0) return 0;
  const least::Rubbing& x = problem_.rubbing[item_[k]];
  return linalg::norm(r.data() + x.first, x.rows) / length_[k];
}

}  // namespace zwang::motion
