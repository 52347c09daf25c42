// SPDX-License-Identifier: Apache-2.0
// Values that others published.

#include <gtest/gtest.h>

#include "bodies/frame.h"
#include "bodies/small_tree.h"

namespace zwang::test {
namespace {

using bodies::Joint;
using bodies::Kinematics;
using bodies::SolidNumbers;

// The trees below and their accelerations are published facts: unit tests of RBDL (zlib licence),
// recomputed in quadruple precision. All hinges, at rest at q = 0, gravity (0, −9.81, 0), unit
// masses and inertias. The last digits are those of double.
struct Published {
  const char* name;
  std::vector<std::pair<Index, SolidNumbers>> bodies;
  std::vector<double> q, accelerations;
};

std::vector<Published> published() {
  const Three x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, o = {0, 0, 0};
  const SolidNumbers A = solid(o, z, x);
  return {
      {"single", {{-1, A}}, {}, {-4.905}},
      {"spatial inertia", {{-1, solid(o, z, {1.5, 1, 1}, 1, {1, 2, 3})}}, {}, {-2.3544}},
      {"double", {{-1, A}, {0, solid(x, z, x)}}, {}, {-5.886, 3.924}},
      {"triple",
       {{-1, A}, {0, solid(x, z, x)}, {1, solid(x, z, x)}},
       {},
       {-6.036923076923077, 3.773076923076923, 1.509230769230769}},
      {"double in space", {{-1, A}, {0, solid(x, y, y)}}, {}, {-3.924, 0}},
      {"tree",
       {{-1, A},
        {0, solid(x, y, y)},
        {1, solid(y, x, z)},
        {0, solid({-0.5, 0, 0}, y, y)},
        {3, solid({0, -0.5, 0}, x, z)}},
       {},
       {-1.603190661478599, -0.5343968871595331, 4.103404669260700, 0.2671984435797665,
        5.305797665369650}},
      {"three axes",
       {{-1, solid(o, z, o, 0, o)}, {0, solid(o, y, o, 0, o)}, {1, solid(o, x, {0, 0.5, 0})}},
       {1, 0, 0},
       {3.301932144386186, 0, 0}},
  };
}

TEST(Published, AccelerationsOfSmallTrees) {
  for (const Published& p : published()) {
    RandomTree t;
    t.solids.gravity[1] = -9.81;
    for (const auto& [parent, numbers] : p.bodies) hang(t, parent, Joint::hinge, numbers);
    if (!p.q.empty()) t.q = p.q;
    const Vector a = small_motion(t).free();
    ASSERT_EQ(a.size(), static_cast<Index>(p.accelerations.size())) << p.name;
    // κ(H) < 30 on these trees, sizes below 10.
    for (Index i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a(i), p.accelerations[static_cast<std::size_t>(i)], 1e-13) << p.name << ' ' << i;
  }
}

/// A body on three sliders and three hinges: places, velocities and accelerations at v̇ = 0.
TEST(Published, PointsOfAFloatingBody) {
  const Three axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  RandomTree t;
  for (Index i = 0; i < 6; ++i)
    hang(t, i - 1, i < 3 ? Joint::slider : Joint::hinge,
         solid({0, 0, 0}, axes[i], {0, 1, 0}, i == 5 ? 1 : 0));
  t.q = t.v = {0.1, 1.1, 1.2, 1.3, 1.5, 1.7};
  Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  const Unit points[] = {{1, 0, 0}, {-1.9, -1.8, 0}};
  const double expected[2][9] = {
      {1.18922118586291739e-01, 1.16815940968042185e+00, 2.02505013395945569e-01,
       -3.88850343297773009e-01, -3.17117934720245577e-01, 1.09389419749844563e+00,
       3.67391024386431513e+00, -1.30918016199524606e+00, 2.24436371985912247e+00},
      {-6.35708936362262789e-01, -6.83104174463097774e-01, 2.96897480591697024e+00,
       3.09122626090756736e-01, 3.89101209555082852e+00, 4.10027799503041868e+00,
       -5.30276015884716010e+00, 6.54136963962523317e+00, -4.79511507765228693e+00}};
  for (int k = 0; k < 2; ++k) {
    const bodies::Jet jet = point_jet(kinematics[5], points[k]);
    double got[9];
    store(jet.value, got);
    store(jet.rate, got + 3);
    store(jet.bias, got + 6);
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(got[i], expected[k][i], 2e-14) << k << ' ' << i;
  }
}

}  // namespace
}  // namespace zwang::test
