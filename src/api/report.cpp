// SPDX-License-Identifier: Apache-2.0
// Records with what their pages need, and the pages.

#include "zwang/report.h"

#include <algorithm>
#include <set>

#include "api/asked.h"
#include "api/drawn_results.h"
#include "api/record_settings.h"
#include "api/recorded.h"
#include "api/trouble.h"
#include "base/number.h"
#include "model/model_parts.h"
#include "record/file.h"
#include "record/hdf5/file.h"
#include "report/page.h"
#include "report/words/section.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

namespace {

/// The columns that things stand and turn by, which a page never leaves out.
std::string drawn_columns(const scene::Scene& scene) {
  std::set<Index> columns;
  const auto take = [&](const auto& numbers) {
    for (const scene::Number& number : numbers)
      if (number.column >= 0) columns.insert(number.column);
  };
  for (const scene::Point& point : scene.points) take(point.at);
  for (const scene::Body& body : scene.bodies) {
    take(body.origin);
    take(body.turn);
  }
  std::string text;
  for (const Index column : columns) text += std::to_string(column) + ' ';
  return text;
}

// "l 1.5", a line each.
std::string settings_text(const Model& model) {
  std::string text;
  for (const auto& [name, value] : model.settings()) text += name + ' ' + number_text(value) + '\n';
  return text;
}

bool has_meshes(const Description& description) {
  const auto any = [](const std::vector<Shape>& shapes) {
    return std::any_of(shapes.begin(), shapes.end(),
                       [](const Shape& shape) { return shape.kind == Shape::Kind::mesh; });
  };
  return any(description.ground_shapes) ||
         std::any_of(description.bodies.begin(), description.bodies.end(),
                     [&](const Body& body) { return any(body.shapes); });
}

// Whether the model can be read again from what a record keeps of it: no robot, course, table or mesh in a file of its own.
bool stands_alone(const Model& model) {
  const std::string& text = model.description().text;
  return !text.empty() && model.parts().source.scope().tables().fingerprint() == 0 &&
         text.find("file") == std::string::npos && text.find("course") == std::string::npos &&
         !has_meshes(model.description());
}

// The equations of the model as the record has it. What cannot be read any more leaves them out.
std::string written_out(const record::RecordFile& record) {
  try {
    const auto text = record.text("model");
    if (!text) return {};
    return report::derived_html(read_model(*text, record.model(), settings_of(record)));
  } catch (const ModelError&) {
    return {};
  }
}

template <class Results>
void write(const Results& results, const std::string& path, const std::string& command) {
  try {
    DrawnResults drawing(results);
    const scene::Scene& scene = drawing.scene();
    const std::string words =
        report::page_words(results, command, scene.left_out, stands_alone(results.model()));
    const record::NamedText texts[] = {{"words", words},
                                       {"scene", to_json(scene)},
                                       {"drawn", drawn_columns(scene)},
                                       {"asked", asked_json(results)},
                                       {"model", results.model().description().text},
                                       {"settings", settings_text(results.model())},
                                       {"shown", std::to_string(results.columns().size())},
                                       {"summary", recorded_summary(results)}};
    record::write_hdf5(path, *drawing.rows(), texts);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace

void write_hdf5(const Trajectory& trajectory, const std::string& path, const std::string& command) {
  if (trajectory.parts().chosen)
    throw InputError("columns", "a record has all of them: run without choosing some");
  write(trajectory, path, command);
}

void write_hdf5(const Extremals& extremals, const std::string& path, const std::string& command) {
  write(extremals, path, command);
}

void write_hdf5(const Trajectory& trajectory, const std::string& path) {
  write_hdf5(trajectory, path, "");
}

void write_hdf5(const Extremals& extremals, const std::string& path) {
  write_hdf5(extremals, path, "");
}

void write_report(const std::string& record, const std::string& page, bool live) {
  try {
    report::write_page(record, page, live, written_out);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

void write_report_unsealed(const std::string& record, const std::string& page) {
  try {
    report::write_page(record, page, true, written_out, record::Unsealed::read);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

bool pages_can_live() noexcept { return report::can_live(); }

void write_studio(const std::string& title, const std::string& text, const std::string& page) {
  try {
    report::write_studio(title, text, page);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
