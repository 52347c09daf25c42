// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a page draws of a record: plain data, whose numbers are columns of the record or constants.

#include <array>
#include <string>
#include <vector>

#include "base/index.h"

namespace zwang::scene {

using Triple = std::array<double, 3>;

/// A column of the record, or a constant.
struct Number {
  Index column = -1;
  double value = 0;
};
using Vector = std::array<Number, 3>;

/// Where something is: at a point of the scene, in the frame of a body, or in the world.
struct Place {
  Index point = -1, body = -1;
  Triple at{};
};

struct Point {
  std::string name, kind;  // "particle", "anchor", "draw"
  Vector at;
  std::string color = {};  // "#4682b4"; empty: as the page chooses
  double radius = 0;       // 0: as the page chooses
};

struct Shape {
  std::string kind;  // "ellipsoid"; "sphere"; "rod"; "cylinder" along z, its length in radii[1];
      // "box", its edges in radii; "hull", of corners; "mesh", of triangles between them
  Triple at{}, to{}, radii{};
  std::array<double, 4> turn{1, 0, 0, 0};  // w, x, y, z
  std::vector<Triple> corners = {};
  double rim = 0;  // of what rolls: its inertia about the axis over m r², 1 for a hoop
  std::vector<std::size_t> triangles = {};  // three numbers of corners each
  std::string color = {};                   // empty: that of the body
};

/// What a body hangs on.
struct Joint {
  std::string kind;     // as in the model; "": it is free, or stands still
  Index parent = -1;    // a body; −1: the ground
  Triple at{}, axis{};  // in the parent's frame
  Triple own_axis{};    // in the body's
};

struct Body {
  std::string name;
  Vector origin;
  std::array<Number, 4> turn;
  std::vector<Shape> shapes;  // in the body's frame
  double mass = 0;
  bool given = false;  // the model says what it looks like
  Joint joint = {};
  std::vector<Triple> points = {};  // where others are joined to it, and named points
  std::string color = {};           // empty: as the page chooses
};

struct Rod {
  std::string name, kind;  // "constraint", "spring", "draw", "closure"
  Place from, to;
};

struct CurveKey {
  double t = 0;
  std::vector<Triple> points;
  bool closed = false;
};

struct Curve {
  std::string name;
  std::vector<Triple> points;
  bool closed = false;
  std::vector<CurveKey> keys = {};  // where it moves: how it is at times
};

struct SurfaceKey {
  double t = 0;
  std::vector<double> vertices, triangles;
};

struct Surface {
  std::string name;
  std::vector<double> vertices;   // three numbers each
  std::vector<double> triangles;  // three numbers of vertices each
  std::vector<SurfaceKey> keys = {};
};

struct Arrow {
  std::string name, kind;  // "constraint", "nonideal", "joint", "applied"
  Place at;
  Vector vector;
  bool unique = true;
  bool shown = true;  // from the beginning
};

/// Where something has been and will be.
struct Trace {
  Place of;
  std::string name;
  bool shown = true;  // from the beginning
};

struct Event {
  double t = 0;
  std::string name, text;
};

struct Extremal {
  std::string name, verdict;
  double action = 0;  // NaN: none
  std::size_t from = 0, count = 0;
};

/// What plots show instead of a unit of the SI: factor times as much.
struct ShownUnit {
  std::string si, unit;
  double factor = 1;
};

struct Scene {
  std::string title, kind = "motion";
  int dimensions = 3;
  Triple up{0, 0, 1};
  double length = 1;
  std::vector<Point> points;
  std::vector<Body> bodies;
  std::vector<Rod> rods;
  std::vector<Curve> curves;
  std::vector<Surface> surfaces;
  std::vector<Arrow> arrows;
  std::vector<Trace> traces;
  std::vector<Event> events;
  std::vector<Extremal> extremals;
  std::vector<ShownUnit> units;
  std::vector<std::string> left_out;  // what is not drawn, in sentences
};

/// As the page reads it (doc/decisions/0015-page.md).
std::string to_json(const Scene& scene);

}  // namespace zwang::scene
