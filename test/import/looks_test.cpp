// SPDX-License-Identifier: Apache-2.0
// Meshes of robots as they look: hulls that weigh nothing, of few corners however large the mesh.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "import/looks.h"
#include "import/model_text.h"
#include "zwang/run.h"

namespace zwang::import {
namespace {

// An ellipsoid of many triangles, as OBJ.
std::string ellipsoid(double a, double b, double c, int rings) {
  const double pi = std::acos(-1.0);
  std::string text;
  char line[120];
  for (int i = 0; i <= rings; ++i) {
    for (int k = 0; k < 2 * rings; ++k) {
      const double u = pi * i / rings, w = pi * k / rings;
      std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", a * std::sin(u) * std::cos(w),
                    b * std::sin(u) * std::sin(w), c * std::cos(u));
      text += line;
    }
  }
  for (int i = 0; i < rings; ++i) {
    for (int k = 0; k < 2 * rings; ++k) {
      const int p = i * 2 * rings + k + 1, q = i * 2 * rings + (k + 1) % (2 * rings) + 1;
      std::snprintf(line, sizeof line, "f %d %d %d\nf %d %d %d\n", p, p + 2 * rings, q, q,
                    p + 2 * rings, q + 2 * rings);
      text += line;
    }
  }
  return text;
}

Files files_of(const std::map<std::string, std::string>& all) {
  Files files;
  files.exists = [all](const std::string& path) { return all.count(path) > 0; };
  files.read = [all](const std::string& path) {
    const auto found = all.find(path);
    return found == all.end() ? std::nullopt : std::optional(found->second);
  };
  return files;
}

// All corners lie on the ellipsoid about its middle, and they span it in every direction.
void expect_ellipsoid(const zwang::Shape& shape, const Vec& middle, const Vec& half) {
  ASSERT_EQ(shape.kind, zwang::Shape::Kind::hull);
  EXPECT_LE(shape.corners.size(), 64u);
  EXPECT_GE(shape.corners.size(), 30u);
  Vec far{};
  for (const Components& corner : shape.corners) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = std::stod(corner[k].text) - middle[k];
      sum += x * x / (half[k] * half[k]);
      far[k] = std::max(far[k], std::abs(x));
    }
    EXPECT_NEAR(sum, 1, 2e-3);
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(far[k], 0.9 * half[k]);
}

TEST(Looks, OfAUrdfAreHullsThatWeighNothing) {
  const Robot robot =
      read_robot(R"xml(<robot name="arm">
<link name="base"/>
<link name="tip"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
<visual><origin xyz="0.5 0 0" rpy="0 0 1.5707963267948966"/>
<geometry><mesh filename="package://arm/meshes/tip.obj" scale="0.1 0.1 0.1"/></geometry></visual></link>
<joint name="hinge" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 1 0"/></joint>
</robot>)xml",
                 "arm.urdf", files_of({{"../meshes/tip.obj", ellipsoid(1, 2, 3, 30)}}));
  ASSERT_TRUE(robot.ok());
  ASSERT_EQ(robot.model.bodies[1].shapes.size(), 1u);
  expect_ellipsoid(robot.model.bodies[1].shapes[0], {0.5, 0, 0}, {0.2, 0.1, 0.3});
  // Written, read and run it is the same pendulum.
  const Model model = read_model(model_text(robot), "arm");
  EXPECT_EQ(run(model).summary().ending, Ending::done);
}

TEST(Looks, OfAnMjcfAreInTheFrameOfTheBody) {
  const Robot robot =
      read_robot(R"xml(<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody>
<body name="tip" pos="0 0 1"><joint type="hinge" axis="0 1 0" pos="0 0 0.25"/>
<geom type="mesh" mesh="m" pos="0.1 0 0"/><geom type="mesh" mesh="m" pos="0.1 0 0" mass="0"/></body>
</worldbody></mujoco>)xml",
                 "arm.xml", files_of({{"m.obj", ellipsoid(0.1, 0.2, 0.3, 20)}}));
  ASSERT_TRUE(robot.ok());
  ASSERT_EQ(robot.model.bodies[0].shapes.size(), 1u);  // the same mesh twice
  expect_ellipsoid(robot.model.bodies[0].shapes[0], {0.1, 0, -0.25}, {0.1, 0.2, 0.3});
  EXPECT_EQ(run(read_model(model_text(robot), "arm")).summary().ending, Ending::done);
}

TEST(Looks, FlatOrMissingMeshesHaveNone) {
  Mesh flat;
  flat.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  EXPECT_FALSE(look_of(flat, {}));
  EXPECT_FALSE(look_of({}, {}));
  EXPECT_FALSE(find_urdf_mesh(files_of({}), "package://a/b.stl"));
}

}  // namespace
}  // namespace zwang::import
