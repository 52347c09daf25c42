// SPDX-License-Identifier: Apache-2.0
// Plates, rings and meshes: against closed forms, against integrals over strips, and sums of shapes against the
// mesh of their surfaces. What the page draws of them encloses what they weigh.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>

#include "equations/evaluate.h"
#include "import/mesh.h"
#include "model/model_parts.h"
#include "record/scratch.h"
#include "scene/triangulation.h"
#include "support/random.h"
#include "zwang/error.h"
#include "zwang/model.h"

namespace zwang::compile {
namespace {

using import::Mesh;
using import::Vec;
using Spot = std::array<double, 2>;

/// A folder of this test alone, and models in it.
class Folder {
 public:
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(scratch_.path(name), std::ios::binary) << bytes;
  }
  Model model(const std::string& text) const {
    return read_model(text, scratch_.path("model.toml"));
  }
  /// What the model's author is told, with the advice; empty: nothing.
  std::string told(const std::string& shape) const {
    try {
      model("[[bodies]]\nname = \"a\"\njoint = \"free\"\n" + shape);
    } catch (const ModelError& error) {
      const Complaint& one = error.complaints().front();
      return one.code + " " + std::to_string(one.at.line) + ": " + one.what +
             (one.hint.empty() ? "" : " (" + one.hint + ")");
    }
    return {};
  }
  bodies::SolidNumbers solid(const std::string& body) const {
    const Model one = model("[[bodies]]\nname = \"a\"\njoint = \"free\"\n" + body);
    equations::Workspace workspace(one.parts().equations());
    bodies::Solids solids;
    solids.of.resize(1);
    bodies::read(workspace.properties(), solids);
    return solids.of[0];
  }

 private:
  test::Scratch scratch_;
};

std::string text(double x) { return Expression(x).text; }
std::string list(const std::vector<double>& all) {
  std::string words;
  for (const double x : all) words += (words.empty() ? "[" : ", ") + text(x);
  return words + "]";
}
std::string list(const std::vector<Spot>& all) {
  std::string words;
  for (const Spot& x : all) words += (words.empty() ? "[" : ", ") + list({x[0], x[1]});
  return words + "]";
}

/// Mass, first and second moments in the plane.
struct Flat {
  double area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
};

/// By strips between the heights of corners, in which the left and right ends of every piece are linear in y:
/// Simpson's rule is then exact for all six.
Flat integrated(const std::vector<Spot>& corners) {
  std::vector<double> heights;
  for (const Spot& corner : corners) heights.push_back(corner[1]);
  std::sort(heights.begin(), heights.end());
  Flat sum;
  for (std::size_t k = 0; k + 1 < heights.size(); ++k) {
    const double low = heights[k], high = heights[k + 1];
    if (!(high > low)) continue;
    for (const auto& [at, weight] : {std::pair{0.0, 1.0}, {0.5, 4.0}, {1.0, 1.0}}) {
      const double y = low + at * (high - low), w = weight * (high - low) / 6;
      // Edges over the strip, in the order in which they lie in its middle.
      std::vector<std::pair<double, double>> ends;
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const Spot &a = corners[i], &b = corners[(i + 1) % corners.size()];
        const double middle = 0.5 * (low + high);
        if ((a[1] < middle) == (b[1] < middle)) continue;
        const auto x = [&](double h) { return a[0] + (h - a[1]) / (b[1] - a[1]) * (b[0] - a[0]); };
        ends.emplace_back(x(middle), x(y));
      }
      std::sort(ends.begin(), ends.end());
      for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        const double a = ends[i].second, b = ends[i + 1].second;
        sum.area += w * (b - a);
        sum.x += w * (b * b - a * a) / 2;
        sum.y += w * y * (b - a);
        sum.xx += w * (b * b * b - a * a * a) / 3;
        sum.xy += w * y * (b * b - a * a) / 2;
        sum.yy += w * y * y * (b - a);
      }
    }
  }
  return sum;
}

/// A star-shaped outline, not convex, about a point.
std::vector<Spot> outline(test::Random& random) {
  const auto n = static_cast<std::size_t>(random.integer(3, 12));
  const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
  std::vector<Spot> corners;
  for (std::size_t k = 0; k < n; ++k) {
    const double share = random.uniform(0.1, 0.9), r = random.uniform(0.2, 1.5);
    const double angle =
        2 * std::numbers::pi * (static_cast<double>(k) + share) / static_cast<double>(n);
    corners.push_back({x + r * std::cos(angle), y + r * std::sin(angle)});
  }
  return corners;
}

TEST(SolidShapes, PlatesWeighWhatStripsSay) {
  const Folder folder;
  for (unsigned seed = 0; seed < 40; ++seed) {
    test::Random random(seed);
    std::vector<Spot> corners = outline(random);
    if (seed % 2) std::reverse(corners.begin(), corners.end());
    const double h = random.uniform(0.01, 0.5);
    const Flat flat = integrated(corners);
    const bodies::SolidNumbers plate = folder.solid(
        "density = 2\nshape = { plate = " + list(corners) + ", thickness = " + text(h) + " }\n");
    const double mass = 2 * h * flat.area, x = flat.x / flat.area, y = flat.y / flat.area;
    const double xx = mass * (flat.xx / flat.area - x * x),
                 yy = mass * (flat.yy / flat.area - y * y),
                 xy = mass * (flat.xy / flat.area - x * y), zz = mass * h * h / 12;
    EXPECT_NEAR(plate.mass, mass, 1e-12 * mass) << "seed " << seed;
    EXPECT_NEAR(plate.center[0], x, 1e-11) << "seed " << seed;
    EXPECT_NEAR(plate.center[1], y, 1e-11) << "seed " << seed;
    const double wanted[] = {yy + zz, xx + zz, xx + yy, -xy, 0, 0};
    for (int k = 0; k < 6; ++k)
      EXPECT_NEAR(plate.inertia[k], wanted[k], 1e-11 * mass) << "seed " << seed << ", " << k;
  }
}

// A right triangle: a³b/36, ab³/36, a²b²/72 about its centre. A square: a⁴/12. A hexagon: 5√3/16 a⁴.
TEST(SolidShapes, PlatesWeighWhatTheBooksSay) {
  const Folder folder;
  const double a = 0.6, b = 0.4;
  const bodies::SolidNumbers triangle =
      folder.solid("shape = { mass = 1, plate = [[0, 0], [0.6, 0], [0, 0.4]] }\n");
  EXPECT_NEAR(triangle.center[0], a / 3, 1e-15);
  EXPECT_NEAR(triangle.center[1], b / 3, 1e-15);
  EXPECT_NEAR(triangle.inertia[0], b * b / 18, 1e-15);
  EXPECT_NEAR(triangle.inertia[1], a * a / 18, 1e-15);
  EXPECT_NEAR(triangle.inertia[2], (a * a + b * b) / 18, 1e-15);
  EXPECT_NEAR(triangle.inertia[3], a * b / 36, 1e-15);
  std::vector<Spot> hexagon;
  for (int k = 0; k < 6; ++k)
    hexagon.push_back(
        {a * std::cos(std::numbers::pi * k / 3), a * std::sin(std::numbers::pi * k / 3)});
  const double area = 1.5 * std::sqrt(3.0) * a * a,
               second = 5 * std::sqrt(3.0) / 16 * a * a * a * a;
  const bodies::SolidNumbers six =
      folder.solid("density = 1\nshape = { plate = " + list(hexagon) + ", thickness = 0.2 }\n");
  EXPECT_NEAR(six.mass, 0.2 * area, 1e-15);
  EXPECT_NEAR(six.inertia[0], 0.2 * second + 0.2 * area * 0.04 / 12, 1e-15);
  EXPECT_NEAR(six.inertia[2], 0.4 * second, 1e-15);
}

// A ring is a disk less a smaller one.
TEST(SolidShapes, RingsAreDisksWithoutTheirMiddle) {
  const Folder folder;
  const auto disk = [&](double r) {
    return folder.solid("density = 3\nshape = { disk = " + text(r) + ", thickness = 0.1 }\n");
  };
  const bodies::SolidNumbers outer = disk(0.5), inner = disk(0.2),
                             ring = folder.solid(
                                 "density = 3\nshape = { ring = [0.2, 0.5], thickness = 0.1 }\n");
  EXPECT_NEAR(ring.mass, outer.mass - inner.mass, 1e-15);
  for (int k = 0; k < 6; ++k)
    EXPECT_NEAR(ring.inertia[k], outer.inertia[k] - inner.inertia[k], 1e-15);
}

void append(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
  for (const auto& face : more.faces)
    mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
}

/// What goes around z, from corners (r, z) in order, the outside on the right of the way up.
Mesh lathe(const std::vector<Spot>& profile, std::uint32_t turns) {
  Mesh mesh;
  const auto m = static_cast<std::uint32_t>(profile.size());
  for (std::uint32_t k = 0; k < turns; ++k)
    for (const Spot& at : profile) {
      const double angle = 2 * std::numbers::pi * k / turns;
      mesh.points.push_back({at[0] * std::cos(angle), at[0] * std::sin(angle), at[1]});
    }
  for (std::uint32_t k = 0; k < turns; ++k)
    for (std::uint32_t i = 0; i < m; ++i) {
      const std::uint32_t here = m * k, there = m * ((k + 1) % turns), j = (i + 1) % m;
      mesh.faces.push_back({here + i, there + i, there + j});
      mesh.faces.push_back({here + i, there + j, here + j});
    }
  return mesh;
}

Mesh prism(const std::vector<Spot>& corners, double h) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(corners.size());
  for (const double z : {h / 2, -h / 2})
    for (const Spot& at : corners) mesh.points.push_back({at[0], at[1], z});
  const scene::Triangulation flat = scene::triangulated(corners);
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    flat.clockwise ? mesh.faces.push_back({a, c, b}) : mesh.faces.push_back({a, b, c});
  };
  for (std::size_t k = 0; k < flat.corners.size(); k += 3) {
    const auto a = static_cast<std::uint32_t>(flat.corners[k]),
               b = static_cast<std::uint32_t>(flat.corners[k + 1]),
               c = static_cast<std::uint32_t>(flat.corners[k + 2]);
    add(a, b, c);
    add(n + a, n + c, n + b);
  }
  for (std::uint32_t k = 0; k < n; ++k) {
    add(n + k, n + (k + 1) % n, (k + 1) % n);
    add(n + k, (k + 1) % n, k);
  }
  return mesh;
}

Mesh moved(Mesh mesh, const Vec& by) {
  for (Vec& point : mesh.points)
    for (std::size_t k = 0; k < 3; ++k) point[k] += by[k];
  return mesh;
}

std::string obj(const Mesh& mesh, double unit = 1) {
  std::string words;
  for (const Vec& p : mesh.points)
    words += "v " + text(p[0] / unit) + " " + text(p[1] / unit) + " " + text(p[2] / unit) + "\n";
  for (const auto& f : mesh.faces)
    words += "f " + std::to_string(f[0] + 1) + " " + std::to_string(f[1] + 1) + " " +
             std::to_string(f[2] + 1) + "\n";
  return words;
}

std::string ascii_stl(const Mesh& mesh) {
  std::string words = "solid part\n";
  for (const auto& face : mesh.faces) {
    words += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t corner : face) {
      const Vec& p = mesh.points[corner];
      words += "vertex " + text(p[0]) + " " + text(p[1]) + " " + text(p[2]) + "\n";
    }
    words += "endloop\nendfacet\n";
  }
  return words + "endsolid part\n";
}

std::string binary_stl(const Mesh& mesh) {
  std::string bytes(80, ' ');
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

std::vector<Spot> square(double a, double b) {
  return {{-a / 2, -b / 2}, {a / 2, -b / 2}, {a / 2, b / 2}, {-a / 2, b / 2}};
}

void expect_equal(const bodies::SolidNumbers& a, const bodies::SolidNumbers& b, double bound,
                  const std::string& what) {
  EXPECT_NEAR(a.mass, b.mass, bound * b.mass) << what;
  const double size = b.inertia[0] + b.inertia[1] + b.inertia[2];
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(a.center[k], b.center[k], bound * std::sqrt(size / b.mass)) << what;
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(a.inertia[k], b.inertia[k], bound * size) << what;
}

// A box, a hull and two plates side by side, as shapes and as one surface; placed by `at` and `rotation`, in a
// unit of its own.
TEST(SolidShapes, SumsOfShapesWeighWhatTheirMeshWeighs) {
  const Folder folder;
  for (unsigned seed = 0; seed < 8; ++seed) {
    test::Random random(seed);
    const std::vector<Spot> one = outline(random), other = outline(random);
    const double a = random.uniform(0.2, 1), b = random.uniform(0.2, 1), c = random.uniform(0.2, 1);
    Mesh mesh = prism(one, 0.3);
    append(mesh, moved(prism(other, 0.2), {0, 0, 5}));
    append(mesh, moved(prism(square(a, b), c), {7, 1, 0}));
    append(mesh, moved(prism({{0, 0}, {1, 0}, {0, 1}}, 0.5), {-7, 0, 0.25}));
    const std::string sum =
        "density = 7\nshape = [{ plate = " + list(one) +
        ", thickness = 0.3 }, { plate = " + list(other) +
        ", thickness = 0.2, at = [0, 0, 5] }, { box = " + list({a, b, c}) +
        ", at = [7, 1, 0] }, { hull = [[-7, 0, 0], [-6, 0, 0], [-7, 1, 0], [-7, 0, 0.5], "
        "[-6, 0, 0.5], [-7, 1, 0.5]] }]\n";
    folder.write("sum.obj", obj(mesh, 0.001));
    const bodies::SolidNumbers shapes = folder.solid(sum),
                               whole = folder.solid(
                                   "density = 7\nshape = { mesh = \"sum.obj\", scale = 0.001 }\n");
    expect_equal(whole, shapes, 1e-11, "seed " + std::to_string(seed));
    // Turned and moved: as a fixed shape of the same numbers is.
    const std::string where = ", at = [1, 2, 3], rotation = { rpy = [0.3, -0.4, 1.1] } }\n";
    folder.write("box.stl", ascii_stl(prism(square(a, b), c)));
    expect_equal(folder.solid("mass = 2\nshape = { mesh = \"box.stl\"" + where),
                 folder.solid("mass = 2\nshape = { box = " + list({a, b, c}) + where), 1e-12,
                 "turned");
  }
}

// Of round shapes the mesh has corners: its error falls as the square of their number, so two meshes give the limit.
TEST(SolidShapes, MeshesTendToWhatRoundShapesWeigh) {
  const Folder folder;
  struct Case {
    std::string shape;
    std::vector<Spot> (*profile)(std::uint32_t);
  };
  const auto arc = [](std::uint32_t n, double r, double h) {
    std::vector<Spot> all;  // half a circle, split at its equator
    for (std::uint32_t k = 0; k <= n; ++k) {
      const double angle = std::numbers::pi * (static_cast<double>(k) / n - 0.5);
      const double side = 2 * k < n ? -h / 2 : h / 2;
      all.push_back({k == 0 || k == n ? 0 : r * std::cos(angle), r * std::sin(angle) + side});
      if (2 * k == n && h > 0) all.insert(all.end() - 1, {r, -h / 2});
    }
    return all;
  };
  static const auto arcs = arc;
  const Case cases[] = {
      {"{ cylinder = [0.3, 0.7] }",
       [](std::uint32_t) {
         return std::vector<Spot>{{0, -0.35}, {0.3, -0.35}, {0.3, 0.35}, {0, 0.35}};
       }},
      {"{ disk = 0.3, thickness = 0.1 }",
       [](std::uint32_t) {
         return std::vector<Spot>{{0, -0.05}, {0.3, -0.05}, {0.3, 0.05}, {0, 0.05}};
       }},
      {"{ ring = [0.2, 0.3], thickness = 0.1 }",
       [](std::uint32_t) {
         return std::vector<Spot>{{0.2, -0.05}, {0.3, -0.05}, {0.3, 0.05}, {0.2, 0.05}};
       }},
      {"{ rod = 0.7, radius = 0.3, at = [0, 0, -0.35], rotation = { axis = [0, 1, 0], angle = "
       "\"-pi/2\" } }",
       [](std::uint32_t) {
         return std::vector<Spot>{{0, -0.35}, {0.3, -0.35}, {0.3, 0.35}, {0, 0.35}};
       }},
      {"{ sphere = 0.3 }", [](std::uint32_t n) { return arcs(n, 0.3, 0); }},
      {"{ capsule = [0.3, 0.7] }", [](std::uint32_t n) { return arcs(n, 0.3, 0.7); }},
  };
  for (const Case& one : cases) {
    const bodies::SolidNumbers exact = folder.solid("density = 1\nshape = " + one.shape + "\n");
    const auto meshed = [&](std::uint32_t n) {
      folder.write("round.obj", obj(lathe(one.profile(n), n)));
      return folder.solid("density = 1\nshape = { mesh = \"round.obj\" }\n");
    };
    const bodies::SolidNumbers coarse = meshed(48), fine = meshed(96);
    bodies::SolidNumbers limit = fine;
    limit.mass += (fine.mass - coarse.mass) / 3;
    for (int k = 0; k < 6; ++k) limit.inertia[k] += (fine.inertia[k] - coarse.inertia[k]) / 3;
    EXPECT_LT(fine.mass, (1 - 1e-4) * exact.mass) << one.shape;  // inscribed
    // What is left is of fourth order: (2π/48)⁴/100 or so.
    expect_equal(limit, exact, 2e-5, one.shape);
  }
}

TEST(SolidShapes, FilesOfEveryFormSayTheSame) {
  const Folder folder;
  // Numbers that a float holds.
  const Mesh mesh = prism({{0, 0}, {1, 0}, {1, 0.5}, {0.25, 0.5}, {0.25, 1}, {0, 1}}, 0.5);
  folder.write("a.obj", obj(mesh));
  folder.write("a.stl", ascii_stl(mesh));
  folder.write("b.STL", binary_stl(mesh));
  const bodies::SolidNumbers plate = folder.solid(
      "density = 1\nshape = { plate = [[0, 0], [1, 0], [1, 0.5], [0.25, 0.5], [0.25, 1], [0, 1]], "
      "thickness = 0.5 }\n");
  for (const char* const file : {"a.obj", "a.stl", "b.STL"})
    expect_equal(folder.solid("density = 1\nshape = { mesh = \"" + std::string(file) + "\" }\n"),
                 plate, 1e-14, file);
}

TEST(SolidShapes, MeshesThatEncloseNothingAreRefused) {
  const Folder folder;
  const std::string shape = "density = 1\nshape = { mesh = \"part.stl\" }\n";
  const auto told = [&](const Mesh& mesh) {
    folder.write("part.stl", ascii_stl(mesh));
    return folder.told(shape);
  };
  EXPECT_EQ(folder.told(shape),
            "E371 5: 'part.stl' is not there (it is looked for beside the model)");
  const Mesh whole = prism(square(1, 1), 1);
  EXPECT_EQ(told(whole), "");
  const std::string repair = " (repair it in the program that wrote it, and export it again)";
  Mesh open = whole;
  open.faces.pop_back();
  EXPECT_EQ(told(open), "E371 5: 'part.stl' has holes" + repair);
  Mesh inside_out = whole;
  for (auto& face : inside_out.faces) std::swap(face[1], face[2]);
  EXPECT_EQ(told(inside_out), "E371 5: 'part.stl' is inside out" + repair);
  Mesh mixed = whole;
  std::swap(mixed.faces[3][1], mixed.faces[3][2]);
  EXPECT_EQ(told(mixed),
            "E371 5: 'part.stl' has triangles that face inwards beside others that face outwards" +
                repair);
  Mesh flat = whole;
  for (Vec& point : flat.points) point[2] = 0;
  EXPECT_EQ(told(flat), "E371 5: 'part.stl' has no volume" + repair);
  folder.write("part.stl", "solid\nfacet\nouter loop\nvertex 1 2 x\n");
  EXPECT_EQ(folder.told(shape), "E371 5: 'part.stl' is broken (export it again)");
  EXPECT_EQ(folder.told("density = 1\nshape = { mesh = \"part.step\" }\n"),
            "E371 5: 'part.step' is not there (it is looked for beside the model)");
  folder.write("part.step", "ISO-10303-21;\n");
  EXPECT_EQ(folder.told("density = 1\nshape = { mesh = \"part.step\" }\n"),
            "E371 5: 'part.step' is neither STL nor OBJ (export the part as STL or OBJ)");
  EXPECT_EQ(folder.told("density = 1\nshape = { mesh = \"../part.stl\" }\n"),
            "E371 5: '../part.stl' is not in the folder of the model (put it beside the model)");
}

TEST(SolidShapes, SayWhatCannotBe) {
  const Folder folder;
  const auto first = [&](const std::string& shape) {
    const std::string all = folder.told("mass = 1\nshape = { " + shape + " }\n");
    return all.substr(all.find(": ") + 2);
  };
  EXPECT_EQ(first("plate = [[0, 0], [1, 1], [1, 0], [0, 1]]"),
            "the outline of this plate crosses itself (give its corners in order, as one goes "
            "around it)");
  EXPECT_EQ(first("plate = [[0, 0], [1, 1], [2, 2]]"),
            "the outline of this plate crosses itself (give its corners in order, as one goes "
            "around it)");
  EXPECT_EQ(first("ring = [0.5, 0.2]"),
            "the outer radius of a ring must be larger than the inner one (ring = [inner, outer])");
  EXPECT_EQ(first("sphere = 1, color = \"steelblu\""),
            "unknown color 'steelblu' (did you mean 'steelblue'?)");
  EXPECT_EQ(first("sphere = 1, color = \"#12345\""),
            "unknown color '#12345' (a name of CSS, as steelblue, or #4682b4)");
  EXPECT_EQ(first("sphere = 1, scale = 2"), "'scale' also needs 'mesh'");
}

// Ears: as much area as the outline encloses, no triangle the wrong way around.
TEST(SolidShapes, TrianglesOfAPlateFillIt) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    test::Random random(seed);
    std::vector<Spot> corners = outline(random);
    if (seed % 2) std::reverse(corners.begin(), corners.end());
    const scene::Triangulation made = scene::triangulated(corners);
    ASSERT_EQ(made.corners.size(), 3 * (corners.size() - 2)) << "seed " << seed;
    EXPECT_EQ(made.clockwise, seed % 2 == 1);
    double area = 0;
    for (std::size_t k = 0; k < made.corners.size(); k += 3) {
      const Spot &a = corners[made.corners[k]], &b = corners[made.corners[k + 1]],
                 &c = corners[made.corners[k + 2]];
      const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      EXPECT_GE(made.clockwise ? -twice : twice, 0) << "seed " << seed;
      area += std::abs(twice) / 2;
    }
    EXPECT_NEAR(area, integrated(corners).area, 1e-12) << "seed " << seed;
  }
}

}  // namespace
}  // namespace zwang::compile
