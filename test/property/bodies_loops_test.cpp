// SPDX-License-Identifier: Apache-2.0
// Random mechanisms from model files, closed at the pose in which they start, also twice over: the
// recursion over bodies against the explicit equation on the full matrices [UK92 5a]. ZWANG_SOAK=1
// takes ten thousand.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdlib>

#include "instant/kernel.h"
#include "support/body_text.h"
#include "support/compile_text.h"

namespace zwang::test {
namespace {

using bodies::Joint;
using V3 = bodies::Vec3<double>;

const std::vector<Joint> every_joint = {
    Joint::fixed,    Joint::hinge, Joint::hinge, Joint::slider,    Joint::screw,
    Joint::cylinder, Joint::ball,  Joint::free,  Joint::universal, Joint::planar};

/// Where the bodies of a mechanism start.
class StartOf {
 public:
  explicit StartOf(const MechanismText& m)
      : model_(compile_text(m.text())), numbers_(model_.equations) {
    numbers_.evaluate(equations::Stage::dynamics, 0, model_.equations.q.data(),
                      model_.equations.v.data());
  }
  V3 world(Index body, const V3& local) const {
    return body == bodies::ground ? local : state(body).p + state(body).R * local;
  }
  V3 local(Index body, const V3& world) const {
    return body == bodies::ground ? world : transposed(state(body).R, world - state(body).p);
  }

 private:
  const bodies::BodyState& state(Index body) const { return numbers_.solids()->kinematics()[body]; }
  compile::Compiled model_;
  equations::Workspace numbers_;
};

/// A joint between two bodies through a point of the first, at home at the start.
void add_closure(MechanismText& m, const StartOf& start, Index first, Index second, const V3& at,
                 const std::string& kind, const std::string& more) {
  const V3 other = start.local(second, start.world(first, at));
  const double here[] = {at.x, at.y, at.z}, there[] = {other.x, other.y, other.z};
  m.closures += "[[constraints]]\n" + kind + " = { between = ['" + m.add_point(first, here) +
                "', '" + m.add_point(second, there) + "']" + more + " }\n";
}

void close_loop(Random& random, const StartOf& start, MechanismText& m) {
  const auto last = static_cast<Index>(m.bodies.size()) - 1;
  const Index first = random.integer(0, last);
  Index second = random.integer(-1, last);
  while (second == first) second = random.integer(-1, last);
  double u[3];
  random_direction(random, u);
  const V3 at = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  const std::string axis = ", axis = " + digits(u, 3);
  const char* const kinds[] = {"point", "hinge", "hinge", "slider", "weld", "distance"};
  const std::string kind = kinds[random.integer(0, 5)];
  if (kind == "distance") {  // to somewhere else
    const double here[] = {at.x, at.y, at.z}, there[] = {3 * u[0], 3 * u[1], 3 * u[2]};
    m.closures += "[[constraints]]\ndistance = { between = ['" + m.add_point(first, here) + "', '" +
                  m.add_point(second, there) + "'] }\n";
    return;
  }
  const bool has_axis = kind == "hinge" || kind == "slider";
  add_closure(m, start, first, second, at, kind, has_axis ? axis : "");
  // a door with two hinges: what the second says the first has said
  const V3 along = {u[0], u[1], u[2]};
  if (kind == "hinge" && random.chance(0.5)) {
    add_closure(m, start, first, second, at + 0.7 * along, kind, axis);
  }
}

/// Both kernels at the start, the rates on the rows.
struct BothKernels {
  equations::Equations equations;
  equations::Workspace numbers;
  instant::Kernel tree, full;
  Matrix M;
  double kappa = 1, rounding = 0;  // of M scaled to unit diagonal; of a path through the bodies

  explicit BothKernels(const std::string& text)
      : equations(compile_text(text).equations),
        numbers(equations),
        tree(equations, Method::bodies),
        full(equations, Method::explicit_) {
    std::vector<double> v = equations.v;
    const std::vector<unsigned char> all(equations.rows.size(), 1);
    for (int round = 0; round < 2; ++round) {
      numbers.evaluate(equations::Stage::projection, 0, equations.q.data(), v.data());
      const std::vector<double> off(numbers.rate(), numbers.rate() + equations.m);
      const double* change = full.least_change(numbers, off.data(), all.data());
      for (std::size_t i = 0; i < v.size(); ++i) v[i] -= change[i];
    }
    numbers.evaluate(equations::Stage::dynamics, 0, equations.q.data(), v.data());
    measure();
  }

  void measure() {
    M.setZero(equations.n, equations.n);
    const double* block = numbers.M();
    Index first = 0;
    for (const std::size_t size : equations.mass_blocks) {
      const auto k = static_cast<Index>(size);
      M.block(first, first, k, k) = Eigen::Map<const Matrix>(block, k, k);
      block += k * k;
      first += k;
    }
    const Vector unit = M.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix scaled = unit.asDiagonal() * M * unit.asDiagonal();
    kappa = scaled.norm() * scaled.inverse().norm();
    rounding = 24 * static_cast<double>(equations.solids->tree.size() + 1) * 2.3e-16;
  }

  double size(const std::vector<double>& x) const {
    const Eigen::Map<const Vector> y(x.data(), equations.n);
    return std::sqrt(std::abs(y.dot(M * y)));
  }
  double apart(const std::vector<double>& x, const std::vector<double>& y) const {
    std::vector<double> d(x);
    for (std::size_t i = 0; i < d.size(); ++i) d[i] -= y[i];
    return size(d);
  }
  Matrix rows() {
    Matrix A = Matrix::Zero(equations.m, equations.n);
    for (Index i = 0; i < equations.m; ++i) {
      const auto row = static_cast<std::size_t>(i);
      for (Index k = equations.A().begin[row]; k < equations.A().begin[row + 1]; ++k) {
        A(i, equations.A().column[static_cast<std::size_t>(k)]) = numbers.A()[k];
      }
    }
    return A;
  }
  /// How far a multiplier moves the system: the length of its row in the metric of M⁻¹.
  Vector row_lengths() {
    const Matrix A = rows();
    return (A * M.ldlt().solve(A.transpose())).diagonal().cwiseSqrt();
  }
  /// The shortest row that is felt, of terms of about 1.
  double least_row() {
    double least = 1;
    for (const double length : Vector(rows().rowwise().norm())) {
      if (length > 0) least = std::min(least, length);
    }
    return least;
  }
};

/// Returns how many rows the others make redundant.
Index expect_one_answer(BothKernels& both, const std::string& where) {
  const Instant full = both.full.solve_in_full(both.numbers);
  const Instant tree = both.tree.solve_in_full(both.numbers);
  const Instant quick = both.tree.solve(both.numbers);
  // H, D and the triangle of D amplify what was rounded.
  const double allowed = both.rounding * both.kappa * (1 + full.condition) *
                         (both.size(full.acceleration) + both.size(full.free_acceleration));
  EXPECT_EQ(tree.status, full.status) << where;
  // Masses that differ by more than 1e5 in one chain leave rounding in D that passes for a direction,
  // and so does a row whose terms cancel down to a five-hundredth of themselves: two and six of ten
  // thousand systems, whose motions agree all the same.
  const bool tells_rank = both.kappa < 1e5 && both.least_row() > 2e-3;
  if (tells_rank) EXPECT_EQ(tree.rank, full.rank) << where;
  if (tells_rank) EXPECT_EQ(quick.rank, full.rank) << where;
  EXPECT_LE(both.apart(tree.acceleration, full.acceleration), allowed) << where;
  EXPECT_LE(both.apart(quick.acceleration, full.acceleration), allowed) << where;
  if (tells_rank) EXPECT_EQ(tree.unique, full.unique) << where;
  const Vector length = both.row_lengths();
  for (std::size_t i = 0; i < full.multipliers.size(); ++i) {
    if (!full.unique[i] || !tells_rank) continue;
    EXPECT_LE(std::abs(tree.multipliers[i] - full.multipliers[i]) * length(static_cast<Index>(i)),
              allowed * (1 + full.condition))
        << where << ", row " << i;
  }
  return both.equations.m - static_cast<Index>(full.rank);
}

TEST(BodyLoops, OfModelFilesAreSolvedAsTheExplicitEquationSolvesThem) {
  const std::uint64_t seeds = std::getenv("ZWANG_SOAK") ? 10000 : 300;
  Index redundant = 0, loops = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    MechanismText m =
        random_mechanism(random, random.integer(2, 6), every_joint, seed % 3 == 0 ? 3 : 0.5);
    m.bodies[0] = random_body(random, bodies::ground, Joint::hinge, 0.5);  // something moves
    const StartOf start(m);
    const Index count = random.integer(1, 3);
    for (Index k = 0; k < count; ++k) close_loop(random, start, m);
    BothKernels both(m.text());
    redundant += expect_one_answer(both, "seed " + std::to_string(seed)) > 0;
    ++loops;
  }
  EXPECT_GT(redundant, loops / 4) << "hardly any row is redundant";
}

/// Two bars on one side, one on the other, all across one direction, on a base that flies; closed at
/// the start by a joint.
MechanismText planar_loop(Random& random, const std::string& kind) {
  MechanismText m = random_mechanism(random, 1, {Joint::free}, 1);
  double n[3];
  random_direction(random, n);
  for (const Index parent : {0, 1, 0}) {
    BodyText b = random_body(random, parent, Joint::hinge, 1);
    const double half = random.uniform(-1, 1);
    b.turn[0] = std::cos(half);
    for (int k = 0; k < 3; ++k) b.turn[k + 1] = std::sin(half) * n[k];
    std::copy_n(n, 3, b.axis);
    m.bodies.push_back(b);
  }
  m.points.resize(4);
  const StartOf start(m);
  add_closure(m, start, 2, 3, {0.8, -0.5, 0.3}, kind,
              kind == "hinge" ? ", axis = " + digits(n, 3) : "");
  return m;
}

/// Rows that have an entry, among the first `rows`; the others must ask for nothing.
Index felt_rows(const equations::Equations& equations, equations::Workspace& numbers, Index rows) {
  Index felt = 0;
  for (Index i = 0; i < rows; ++i) {
    const auto row = static_cast<std::size_t>(i);
    bool any = false;
    for (Index k = equations.A().begin[row]; k < equations.A().begin[row + 1]; ++k) {
      any |= numbers.A()[k] != 0;
    }
    felt += any;
    if (!any) EXPECT_EQ(numbers.b()[i], 0.0) << "row " << i;
  }
  return felt;
}

TEST(BodyLoops, InAPlaneNeverFeelTheRowsOutOfItHoweverTheyAreCarried) {
  struct {
    const char* kind;
    Index rows, felt;
  } const closures[] = {{"hinge", 5, 2}, {"point", 3, 2}, {"weld", 6, 3}};
  for (const auto& closure : closures) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      BothKernels both(planar_loop(random, closure.kind).text());
      const std::string where = closure.kind + (" seed " + std::to_string(seed));
      expect_one_answer(both, where);
      // far from closed, and turned: as a stage of a step may be
      std::vector<double> q = both.equations.q;
      for (double& x : q) x += random.uniform(-0.2, 0.2);
      both.numbers.evaluate(equations::Stage::dynamics, 0, q.data(), both.equations.v.data());
      EXPECT_EQ(felt_rows(both.equations, both.numbers, closure.rows), closure.felt) << where;
    }
  }
}

}  // namespace
}  // namespace zwang::test
