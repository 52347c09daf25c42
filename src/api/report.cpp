// SPDX-License-Identifier: Apache-2.0
// Records with what their pages need, and the pages.

#include "zwang/report.h"

#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include "api/trouble.h"
#include "record/file.h"
#include "record/hdf5/file.h"
#include "report/page.h"
#include "report/words/extremal_parts.h"
#include "report/words/section.h"
#include "report/words/trajectory_parts.h"
#include "scene/build.h"

namespace zwang {

namespace {

constexpr std::size_t most_events = 1000;

void add_events(const Summary& summary, scene::Scene& scene) {
  for (std::size_t k = 0; k < std::min(most_events, summary.events.size()); ++k) {
    const RunEvent& event = summary.events[k];
    scene.events.push_back({event.state.t, event.name, event.text});
  }
}

void add_extremals(const Extremals& extremals, scene::Scene& scene) {
  scene.kind = "extremals";
  const std::vector<ExtremalCurve>& curves = extremals.summary().extremals;
  const std::size_t count = curves.empty() ? 0 : extremals.samples() / curves.size();
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const double action = curves[k].action.value_or(std::numeric_limits<double>::quiet_NaN());
    scene.extremals.push_back({std::to_string(k + 1), curves[k].verdict, action, k * count, count});
  }
}

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

/// `source` gives the rows anew each time.
template <class Results, class Source, class Finish>
void write(const Results& results, const std::string& path, const std::string& command,
           Source source, Finish finish) {
  constexpr bool motion = std::is_same_v<Results, Trajectory>;
  try {
    const Model& model = results.model();
    scene::Numbers numbers(model, motion);
    const auto rows = source();
    scene::Columns columns(model, numbers, rows->heading().columns);
    scene::Scene scene = scene::build_scene(model, numbers, columns, *rows);
    finish(scene);
    const std::string words = report::page_words(results, command, scene.left_out);
    const record::NamedText texts[] = {
        {"words", words}, {"scene", to_json(scene)}, {"drawn", drawn_columns(scene)}};
    const auto again = source();
    scene::DrawnRows drawn(*again, columns);
    record::write_hdf5(path, drawn, texts);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace

void write_hdf5(const Trajectory& trajectory, const std::string& path, const std::string& command) {
  if (trajectory.parts().chosen)
    throw InputError("columns", "a record has all of them: run without choosing some");
  write(
      trajectory, path, command, [&] { return trajectory.parts().source(); },
      [&](scene::Scene& scene) {
        const Trajectory::Parts& parts = trajectory.parts();
        scene::add_body_arrows(parts.arrows, scene);
        scene::mark_not_unique(parts.summary, scene);
        scene.left_out.insert(scene.left_out.end(), parts.left_out.begin(), parts.left_out.end());
        add_events(parts.summary, scene);
      });
}

void write_hdf5(const Extremals& extremals, const std::string& path, const std::string& command) {
  write(
      extremals, path, command,
      [&] { return std::make_unique<record::TableRows>(extremals.parts().table); },
      [&](scene::Scene& scene) { add_extremals(extremals, scene); });
}

void write_hdf5(const Trajectory& trajectory, const std::string& path) {
  write_hdf5(trajectory, path, "");
}

void write_hdf5(const Extremals& extremals, const std::string& path) {
  write_hdf5(extremals, path, "");
}

void write_report(const std::string& record, const std::string& page) {
  try {
    report::write_page(record, page);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

void write_report_unsealed(const std::string& record, const std::string& page) {
  try {
    report::write_page(record, page, record::Unsealed::read);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
