// SPDX-License-Identifier: Apache-2.0
#include "report/heads.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "record/json_writer.h"
#include "report/groups.h"

namespace zwang::report {

namespace {

using record::JsonWriter;

// Where an axis begins and ends.
double shortened(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 7).ptr;
  std::from_chars(text, end, x);
  return x;
}

void put(JsonWriter& json, const Head& head) {
  const record::Column& column = *head.column;
  const Group group = group_of(column);
  json.begin_object();
  json.key("name").text(column.name).key("meaning").text(column.meaning);
  json.key("group").text(group.name).key("of").text(group.of).key("unit").text(column.unit);
  json.key("type").text(head.type);
  json.key("offset").integer(static_cast<std::int64_t>(head.offset));
  json.key("count").integer(static_cast<std::int64_t>(head.count));
  json.key("min").number(shortened(head.least)).key("max").number(shortened(head.most));
  json.end_object();
}

/// The writer's lines, which are for people, joined. No string contains a line end.
std::string joined(const std::string& json) {
  std::string text;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\n') {
      text += json[i];
    } else {
      while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
    }
  }
  return text;
}

}  // namespace

void measure(std::span<const double> values, Head& head) {
  bool first = true;
  for (const double x : values) {
    if (!std::isfinite(x)) continue;
    head.least = first ? x : std::min(head.least, x);
    head.most = first ? x : std::max(head.most, x);
    first = false;
  }
}

std::string scene_json(std::uint64_t samples, std::uint64_t bytes, const char* coding,
                       std::span<const Head> heads, const std::string& scene) {
  JsonWriter json;
  json.begin_object();
  json.key("format").integer(1);
  json.key("samples").integer(static_cast<std::int64_t>(samples));
  json.key("data").begin_object();
  json.key("bytes").integer(static_cast<std::int64_t>(bytes));
  json.key("coding").text(coding).end_object();
  json.key("columns").begin_array();
  for (const Head& head : heads) put(json, head);
  json.end_array().members(scene).end_object();
  return joined(std::move(json).finish());
}

record::Column balance_column() {
  return {"energy balance", "energy minus its start and minus the work", ""};
}

}  // namespace zwang::report
