// SPDX-License-Identifier: Apache-2.0
#include "scene/scene.h"

#include <cmath>

#include "record/json_writer.h"

namespace zwang::scene {

namespace {

using record::JsonWriter;

void put(JsonWriter& json, const Number& number) {
  if (number.column >= 0) {
    json.integer(number.column);
  } else {
    json.begin_object().key("value").number(number.value).end_object();
  }
}

template <std::size_t n>
void put(JsonWriter& json, const char* key, const std::array<Number, n>& numbers) {
  json.key(key).begin_array();
  for (const Number& number : numbers) put(json, number);
  json.end_array();
}

void put_place(JsonWriter& json, const Place& place) {
  if (place.point >= 0) {
    json.key("point").integer(place.point);
  } else {
    if (place.body >= 0) json.key("body").integer(place.body);
    json.key("at").numbers(place.at);
  }
}

void put(JsonWriter& json, const Place& place) {
  json.begin_object();
  put_place(json, place);
  json.end_object();
}

void put(JsonWriter& json, const Point& point) {
  json.key("name").text(point.name);
  put(json, "at", point.at);
  json.key("kind").text(point.kind);
  if (!point.color.empty()) json.key("color").text(point.color);
  if (point.radius > 0) json.key("radius").number(point.radius);
}

void put(JsonWriter& json, const Shape& shape) {
  json.key("kind").text(shape.kind);
  if (!shape.color.empty()) json.key("paint").text(shape.color);
  if (shape.kind == "rod") {
    json.key("from").numbers(shape.at).key("to").numbers(shape.to);
    json.key("radius").number(shape.radii[0]);
    return;
  }
  if (shape.kind == "hull" || shape.kind == "mesh") {
    json.key("corners").begin_array();
    for (const Triple& corner : shape.corners) json.numbers(corner);
    json.end_array();
    if (shape.triangles.empty()) return;
    json.key("triangles").begin_array();
    for (const std::size_t corner : shape.triangles) json.integer(static_cast<Index>(corner));
    json.end_array();
    return;
  }
  if (shape.kind == "ellipsoid" || shape.kind == "box") {
    json.key(shape.kind == "box" ? "size" : "radii").numbers(shape.radii);
  } else {
    json.key("radius").number(shape.radii[0]);
  }
  if (shape.kind == "cylinder") json.key("length").number(shape.radii[1]);
  if (shape.rim > 0) json.key("rim").number(shape.rim);
  json.key("at").numbers(shape.at).key("turn").numbers(shape.turn);
}

void put(JsonWriter& json, const ShownUnit& unit) {
  json.key("si").text(unit.si).key("unit").text(unit.unit).key("factor").number(unit.factor);
}

template <class Things>
void put_all(JsonWriter& json, const char* key, const Things& things);

void put(JsonWriter& json, const Body& body) {
  json.key("name").text(body.name);
  put(json, "origin", body.origin);
  put(json, "turn", body.turn);
  put_all(json, "shapes", body.shapes);
  json.key("mass").number(body.mass);
  if (body.given) json.key("given").truth(true);
  if (!body.color.empty()) json.key("color").text(body.color);
  if (!body.joint.kind.empty()) {
    json.key("joint").begin_object().key("kind").text(body.joint.kind);
    json.key("parent").integer(body.joint.parent).key("at").numbers(body.joint.at);
    json.key("axis").numbers(body.joint.axis).key("own_axis").numbers(body.joint.own_axis);
    json.end_object();
  }
  if (!body.points.empty()) {
    json.key("points").begin_array();
    for (const Triple& point : body.points) json.numbers(point);
    json.end_array();
  }
}

void put(JsonWriter& json, const Rod& rod) {
  json.key("name").text(rod.name).key("from");
  put(json, rod.from);
  json.key("to");
  put(json, rod.to);
  json.key("kind").text(rod.kind);
}

void put_points(JsonWriter& json, const std::vector<Triple>& points, bool closed) {
  json.key("points").begin_array();
  for (const Triple& point : points) json.numbers(point);
  json.end_array().key("closed").truth(closed);
}

void put(JsonWriter& json, const CurveKey& key) {
  json.key("t").number(key.t);
  put_points(json, key.points, key.closed);
}

void put(JsonWriter& json, const SurfaceKey& key) {
  json.key("t").number(key.t).key("vertices").numbers(key.vertices);
  json.key("triangles").numbers(key.triangles);
}

void put(JsonWriter& json, const Curve& curve) {
  json.key("name").text(curve.name);
  put_points(json, curve.points, curve.closed);
  if (!curve.keys.empty()) put_all(json, "keys", curve.keys);
}

void put(JsonWriter& json, const Surface& surface) {
  json.key("name").text(surface.name).key("vertices").numbers(surface.vertices);
  json.key("triangles").numbers(surface.triangles);
  if (!surface.keys.empty()) put_all(json, "keys", surface.keys);
}

void put(JsonWriter& json, const Arrow& arrow) {
  json.key("name").text(arrow.name).key("kind").text(arrow.kind).key("at");
  put(json, arrow.at);
  put(json, "vector", arrow.vector);
  if (!arrow.unique) json.key("unique").truth(false);
  if (!arrow.shown) json.key("shown").truth(false);
}

void put(JsonWriter& json, const Trace& trace) {
  put_place(json, trace.of);
  json.key("name").text(trace.name);
  if (!trace.shown) json.key("shown").truth(false);
}

void put(JsonWriter& json, const Event& event) {
  json.key("t").number(event.t).key("name").text(event.name).key("text").text(event.text);
}

void put(JsonWriter& json, const Extremal& extremal) {
  json.key("name").text(extremal.name).key("verdict").text(extremal.verdict);
  json.key("action").number(extremal.action);
  json.key("from").integer(static_cast<std::int64_t>(extremal.from));
  json.key("count").integer(static_cast<std::int64_t>(extremal.count));
}

template <class Things>
void put_all(JsonWriter& json, const char* key, const Things& things) {
  json.key(key).begin_array();
  for (const auto& thing : things) {
    json.begin_object();
    put(json, thing);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string to_json(const Scene& scene) {
  JsonWriter json;
  json.begin_object();
  json.key("title").text(scene.title).key("kind").text(scene.kind);
  json.key("dimensions").integer(scene.dimensions).key("up").numbers(scene.up);
  json.key("length").number(scene.length);
  put_all(json, "points", scene.points);
  put_all(json, "bodies", scene.bodies);
  put_all(json, "rods", scene.rods);
  put_all(json, "curves", scene.curves);
  put_all(json, "surfaces", scene.surfaces);
  put_all(json, "arrows", scene.arrows);
  put_all(json, "traces", scene.traces);
  put_all(json, "events", scene.events);
  put_all(json, "extremals", scene.extremals);
  if (!scene.units.empty()) put_all(json, "units", scene.units);
  json.key("left_out").begin_array();
  for (const std::string& sentence : scene.left_out) json.text(sentence);
  json.end_array();
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang::scene
