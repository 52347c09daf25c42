// SPDX-License-Identifier: Apache-2.0
// Surfaces from files, and what they weigh: against the closed forms of boxes and tetrahedra.

#include <gtest/gtest.h>

#include <cstring>

#include "import/mesh.h"
#include "import/poses.h"
#include "support/random.h"

namespace zwang::test {

namespace {

using import::Mesh;
using import::MeshMass;
using import::Vec;

/// From one corner to the other, seen from outside against the clock.
Mesh box(const Vec& from, const Vec& to) {
  Mesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.points.push_back(
        {k & 1 ? to[0] : from[0], k & 2 ? to[1] : from[1], k & 4 ? to[2] : from[2]});
  for (const auto& [a, b, c, d] : {std::array<std::uint32_t, 4>{0, 2, 3, 1},
                                   {4, 5, 7, 6},
                                   {0, 1, 5, 4},
                                   {2, 6, 7, 3},
                                   {0, 4, 6, 2},
                                   {1, 3, 7, 5}}) {
    mesh.faces.push_back({a, b, c});
    mesh.faces.push_back({a, c, d});
  }
  return mesh;
}

void append(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
  for (const auto& face : more.faces)
    mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
}

std::string stl(const Mesh& mesh) {
  std::string bytes(80, 'x');
  const auto put = [&](const auto& x) {
    bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
  };
  put(static_cast<std::uint32_t>(mesh.faces.size()));
  for (const auto& face : mesh.faces) {
    for (int k = 0; k < 3; ++k) put(0.0f);
    for (const std::uint32_t corner : face)
      for (const double x : mesh.points[corner]) put(static_cast<float>(x));
    put(static_cast<std::uint16_t>(0));
  }
  return bytes;
}

std::string obj(const Mesh& mesh) {
  std::string text = "# a box\no box\n";
  for (const Vec& p : mesh.points)
    text += "v " + std::to_string(p[0]) + " " + std::to_string(p[1]) + "  " + std::to_string(p[2]) +
            "\r\n";
  for (const auto& f : mesh.faces)
    text += "f " + std::to_string(f[0] + 1) + "/1/2 " + std::to_string(f[1] + 1) + "//3 -" +
            std::to_string(mesh.points.size() - f[2]) + "\n";
  return text;
}

import::Solid weighed(const Mesh& mesh, MeshMass how){std::string why;
const auto solid = import::weigh(mesh, how, why);
EXPECT_TRUE(solid) << why;
return solid.value_or(import::Solid{});
}  // namespace

}  // namespace zwang::test

TEST(MeshTest, ABoxWeighsWhatABoxWeighs) {
  const Mesh mesh = box({1, -2, 0.5}, {2, 2, 1});
  for (const MeshMass how : {MeshMass::legacy, MeshMass::exact}) {
    const import::Solid solid = weighed(mesh, how);
    EXPECT_NEAR(solid.mass, 2, 1e-14);
    const double a = 1, b = 4, c = 0.5;
    const Vec want{b * b + c * c, a * a + c * c, a * a + b * b};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(solid.center[i], (Vec{1.5, 0, 0.75})[i], 1e-14);
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_NEAR(solid.inertia[i][j], i == j ? 2 * want[i] / 12 : 0, 1e-13);
    }
  }
}

// A shell of a cube of side a: six plates; each has (about its middle) ma²/12, ma²/12, ma²/6.
TEST(MeshTest, AShellIsItsPlates) {
  const import::Solid solid = weighed(box({-1, -1, -1}, {1, 1, 1}), MeshMass::shell);
  const double m = 4, a = 2;
  EXPECT_NEAR(solid.mass, 6 * m, 1e-13);
  const double want = 2 * m * a * a / 6 + 4 * (m * a * a / 12 + m * a * a / 4);
  EXPECT_NEAR(solid.inertia[2][2], want, 1e-12);
}

// A cube with a cube cut out: with signs what is left, without them too much. Any tetrahedron by sums
// over random points would be slower; a hollow box has a closed form.
TEST(MeshTest, HolesAreTakenOutBySignsOnly) {
  Mesh hollow = box({-1, -1, -1}, {1, 1, 1}), inner = box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  for (auto& face : inner.faces) std::swap(face[1], face[2]);
  append(hollow, inner);
  EXPECT_NEAR(weighed(hollow, MeshMass::exact).mass, 7, 1e-13);
  EXPECT_NEAR(weighed(hollow, MeshMass::exact).inertia[0][0], 8 * 8 / 12.0 - 2 / 12.0, 1e-13);
  EXPECT_NEAR(weighed(hollow, MeshMass::legacy).mass, 9, 1e-13);
  hollow.faces.pop_back();
  std::string why;
  EXPECT_FALSE(import::weigh(hollow, MeshMass::exact, why));
  EXPECT_EQ(why, "has holes");
}

TEST(MeshTest, FilesSayTheSame) {
  const Mesh mesh = box({1, -2, 0.5}, {2, 2, 1});
  std::string text = "solid x\n";
  for (const auto& face : mesh.faces) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const std::uint32_t k : face)
      text += "   vertex " + std::to_string(mesh.points[k][0]) + " " +
              std::to_string(mesh.points[k][1]) + " " + std::to_string(mesh.points[k][2]) + "\n";
    text += "  endloop\n endfacet\n";
  }
  const std::pair<const char*, std::string> files[] = {
      {"a.stl", stl(mesh)}, {"b.STL", text + "endsolid\n"}, {"c.obj", obj(mesh)}};
  for (const auto& [name, bytes] : files) {
    SCOPED_TRACE(name);
    std::string why;
    const auto read = import::read_mesh(bytes, name, why);
    ASSERT_TRUE(read) << why;
    EXPECT_NEAR(weighed(*read, MeshMass::exact).mass, 2, 1e-14);
  }
}

TEST(MeshTest, NoBytesBreakIt) {
  const std::string good[] = {stl(box({0, 0, 0}, {1, 1, 1})), obj(box({0, 0, 0}, {1, 1, 1}))};
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    const bool first = seed % 2;
    std::string bytes = good[first ? 0 : 1];
    for (int k = 0; k < 3; ++k)
      bytes[static_cast<std::size_t>(random.uniform(0, 0.999999) *
                                     static_cast<double>(bytes.size()))] =
          static_cast<char>(random.uniform(0, 255));
    if (seed % 3 == 0) bytes.resize(bytes.size() / 2);
    std::string why;
    if (const auto mesh = import::read_mesh(bytes, first ? "x.stl" : "x.obj", why)) {
      for (const MeshMass how : {MeshMass::legacy, MeshMass::exact, MeshMass::shell})
        import::weigh(*mesh, how, why);
    }
  }
}

// Scaled, seen from another frame, mirrored, by mass or by density.
TEST(MeshTest, AGeomTakesItsMassFromItsMesh) {
  const std::map<std::string, std::string> files{{"box.stl", stl(box({0, 0, 0}, {1, 2, 3}))}};
  const auto geom = [&](const std::string& mesh, const std::string& attributes) {
    const import::Robot robot =
        read("<mujoco><asset><mesh name='m' file='box.stl' " + mesh +
                 "/></asset><worldbody><body name='a'><joint/><geom type='mesh' mesh='m' " +
                 attributes + "/></body></worldbody></mujoco>",
             {}, files);
    EXPECT_TRUE(robot.ok()) << complaints(robot);
    return robot.model.bodies.at(0);
  };
  EXPECT_NEAR(number(geom("", "").mass), 6000, 1e-9);
  EXPECT_NEAR(number(geom("", "mass='2'").mass), 2, 1e-14);
  EXPECT_LT(
      (numbers(geom("scale='1 1 -0.5'", "pos='1 0 0'").center) - Eigen::Vector3d(1.5, 1, -0.75))
          .norm(),
      1e-14);
  EXPECT_NEAR(number(geom("scale='1 1 -0.5' inertia='exact'", "").mass), 3000, 1e-9);
  EXPECT_LT((numbers(geom("refpos='0.5 1 1.5'", "").center)).norm(), 1e-14);
  EXPECT_NEAR(number(geom("inertia='shell'", "density='1'").mass), 22, 1e-12);
}

}  // namespace zwang::test
