// SPDX-License-Identifier: Apache-2.0
// What is drawn: [draw]. It does not change the motion and is not kept yet, but it is checked, so
// that a file that is read today is read by a version that draws.

#include "model/read_sections.h"

namespace zwang::model::file {

namespace {

void check_line(Complaints& complaints, const Field& line) {
  if (line.value->kind != Kind::list) {
    complain_of_type(complaints, line, "a list of points");
    return;
  }
  if (line.value->items.size() < 2)
    complaints.add(code::range, line.value->place,
                   line.label + " must have 2 or more points, not " +
                       std::to_string(line.value->items.size()));
  for (std::size_t i = 0; i < line.value->items.size(); ++i)
    read_text(complaints, item(line, i, "point"), "a text that names a point");
}

}  // namespace

void check_drawing(Context& context, const Field& field) {
  static const Keys keys{{"points", "lines"}};
  Complaints& complaints = context.complaints;
  if (!is_table(complaints, field, "[draw]")) return;
  const Section section(complaints, *field.value, "[draw]", keys);
  const Field points = section.find("points");
  if (points && is_table(complaints, points, "[draw.points]")) {
    for (std::size_t i = 0; i < points.value->keys.size(); ++i)
      read_list(complaints, {quoted(points.value->keys[i].text), &points.value->items[i]},
                plane_or_space);
  }
  const Field lines = section.find("lines");
  if (!lines) return;
  if (lines.value->kind != Kind::list) {
    complain_of_type(complaints, lines, "a list of lines", "lines = [[\"origin\", \"bob\"]]");
    return;
  }
  for (std::size_t i = 0; i < lines.value->items.size(); ++i)
    check_line(complaints, item(lines, i, "entry"));
}

}  // namespace zwang::model::file
