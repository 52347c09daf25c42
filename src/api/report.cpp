// SPDX-License-Identifier: Apache-2.0
// Records with what their pages need, and the pages.

#include "zwang/report.h"

#include <set>

#include "api/asked.h"
#include "api/drawn_results.h"
#include "api/trouble.h"
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

template <class Results>
void write(const Results& results, const std::string& path, const std::string& command) {
  try {
    DrawnResults drawing(results);
    const scene::Scene& scene = drawing.scene();
    const std::string words = report::page_words(results, command, scene.left_out);
    const record::NamedText texts[] = {{"words", words},
                                       {"scene", to_json(scene)},
                                       {"drawn", drawn_columns(scene)},
                                       {"asked", asked_json(results)}};
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
    report::write_page(record, page, live);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

void write_report_unsealed(const std::string& record, const std::string& page) {
  try {
    report::write_page(record, page, true, record::Unsealed::read);
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
