// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a page draws of a record: plain data, whose numbers are columns of the record or constants.

#include <array>
#include <string>
#include <vector>

#include "base/index.h"

namespace zwang {

using Triple = std::array<double, 3>;

/// A column of the record, or a constant.
struct SceneNumber {
  Index column = -1;
  double value = 0;
};
using SceneVector = std::array<SceneNumber, 3>;

/// Where something is: at a point of the scene, in the frame of a body, or in the world.
struct ScenePlace {
  Index point = -1, body = -1;
  Triple at{};
};

struct ScenePoint {
  std::string name, kind;  // "particle", "anchor", "draw"
  SceneVector at;
};

struct SceneShape {
  std::string kind;  // "ellipsoid"; "sphere"; "rod"; "cylinder" along z, its length in radii[1]
  Triple at{}, to{}, radii{};
  std::array<double, 4> turn{1, 0, 0, 0};  // w, x, y, z
};

struct SceneBody {
  std::string name;
  SceneVector origin;
  std::array<SceneNumber, 4> turn;
  std::vector<SceneShape> shapes;  // in the body's frame
};

struct SceneRod {
  std::string name, kind;  // "constraint", "spring", "draw", "closure"
  ScenePlace from, to;
};

struct SceneCurveKey {
  double t = 0;
  std::vector<Triple> points;
  bool closed = false;
};

struct SceneCurve {
  std::string name;
  std::vector<Triple> points;
  bool closed = false;
  std::vector<SceneCurveKey> keys = {};  // where it moves: how it is at times
};

struct SceneSurfaceKey {
  double t = 0;
  std::vector<double> vertices, triangles;
};

struct SceneSurface {
  std::string name;
  std::vector<double> vertices;   // three numbers each
  std::vector<double> triangles;  // three numbers of vertices each
  std::vector<SceneSurfaceKey> keys = {};
};

struct SceneArrow {
  std::string name, kind;  // "constraint", "nonideal", "joint", "applied"
  ScenePlace at;
  SceneVector vector;
  bool unique = true;
  bool shown = true;  // from the beginning
};

struct SceneEvent {
  double t = 0;
  std::string name, text;
};

struct SceneExtremal {
  std::string name, verdict;
  double action = 0;  // NaN: none
  std::size_t from = 0, count = 0;
};

struct Scene {
  std::string title, kind = "motion";
  int dimensions = 3;
  Triple up{0, 0, 1};
  double length = 1;
  std::vector<ScenePoint> points;
  std::vector<SceneBody> bodies;
  std::vector<SceneRod> rods;
  std::vector<SceneCurve> curves;
  std::vector<SceneSurface> surfaces;
  std::vector<SceneArrow> arrows;
  std::vector<ScenePlace> traces;
  std::vector<SceneEvent> events;
  std::vector<SceneExtremal> extremals;
  std::vector<std::string> left_out;  // what is not drawn, in sentences
};

/// As the page reads it (doc/decisions/0015-page.md).
std::string to_json(const Scene& scene);

}  // namespace zwang
