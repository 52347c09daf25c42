// SPDX-License-Identifier: Apache-2.0
// What was found, in a table.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "report/html.h"
#include "report/words/parts.h"
#include "report/words/section.h"
#include "report/words/trajectory_parts.h"
#include "zwang/units.h"

namespace zwang::report {

namespace {

constexpr std::size_t most_coordinates = 60;

template <class Any>
void add_structure(const Any& summary, std::size_t rates, Section& section) {
  section.fact("result", html_text(name(summary.ending)));
  section.fact("degrees of freedom",
               std::to_string(summary.freedom) + " (" + std::to_string(rates) +
                   (rates == 1 ? " rate − " : " rates − ") + std::to_string(summary.rank) +
                   (summary.rank == 1 ? " independent constraint)" : " independent constraints)"));
  section.fact("constraint equations", std::to_string(summary.rows));
  if (!summary.redundant.empty()) section.fact("redundant", html_names(summary.redundant));
  if (!summary.contradictory.empty())
    section.fact("contradictory", html_names(summary.contradictory));
  if (!summary.undetermined.empty())
    section.fact("forces not unique", html_names(summary.undetermined));
}

void add_effort(const Summary& s, const instant::Uses& uses, Section& section) {
  section.fact("method", html_text(s.method));
  if (s.step > 0) {
    section.fact("step", table_number(s.step));
  } else {
    section.fact("tolerance", table_number(s.tolerance));
  }
  std::string kernels;
  for (std::size_t k = 0; k < uses.instants.size(); ++k)
    if (uses.instants[k] > 0)
      kernels += (kernels.empty() ? "" : ", ") + std::string(name(static_cast<Method>(k)));
  section.fact("kernel", kernels.empty() ? html_text(s.kernel) : kernels);
  section.fact("steps", std::to_string(s.steps) + " (" + std::to_string(s.rejected) +
                            " rejected), " + std::to_string(s.evaluations) + " evaluations");
}

void add_accuracy(const Summary& s, Section& section) {
  if (s.rows > 0) {
    section.fact("constraint error (position), max", table_number(s.max_position_residual));
    section.fact("constraint error (velocity), max", table_number(s.max_velocity_residual));
  }
  if (std::isfinite(s.energy.start))
    section.fact("unaccounted energy, max", table_number(s.energy.worst_drift));
  if (s.start_moved > 0 || s.start_rate_moved > 0) {
    section.fact("start moved onto the constraints by",
                 table_number(s.start_moved) + ", rates by " + table_number(s.start_rate_moved));
  }
}

/// A last column with units of the SI, where the model has units: all numbers here are in them.
class Units {
 public:
  explicit Units(const Model& model) : model_(model) {
    for (const std::string& name : model.coordinates())
      any_ = any_ || !unit_of(model, name).empty();
  }
  std::vector<std::string_view> head(std::vector<std::string_view> cells) const {
    if (any_) cells.push_back("unit");
    return cells;
  }
  std::vector<bool> side(std::vector<bool> right) const {
    if (any_) right.push_back(false);
    return right;
  }
  std::vector<std::string> row(const std::string& name, std::vector<std::string> cells) const {
    if (any_) cells.push_back(html_text(unit_of(model_, name)));
    return cells;
  }

 private:
  const Model& model_;
  bool any_ = false;
};

void add_states(const Trajectory& trajectory, Section& section) {
  const Summary& s = trajectory.summary();
  const Model& model = trajectory.model();
  const std::vector<std::string>& names = model.coordinates();
  section.subheading("At the start and at the end");
  const Units units(model);
  section.begin_table(units.head({"", "at the start", "at the end"}),
                      units.side({false, true, true}));
  const std::string& time = model.description().time.text;
  section.row(units.row(time, {html_name(time), table_number(s.start.t), table_number(s.end.t)}));
  const auto rows = [&](const std::vector<std::string>& what, const std::vector<double>& from,
                        const std::vector<double>& to) {
    for (std::size_t i = 0; i < std::min(what.size(), most_coordinates); ++i)
      section.row(
          units.row(what[i], {html_name(what[i]), table_number(from[i]), table_number(to[i])}));
  };
  rows(names, s.start.q, s.end.q);
  rows(model.rates(), rates_at(model, s.start), rates_at(model, s.end));
  rows(model.observables(), std::vector<double>(s.observables.size(), std::nan("")), s.observables);
  section.end_table();
  if (names.size() > most_coordinates)
    section.paragraph(more_in_record(names.size() - most_coordinates, "coordinates are"));
}

void add_reductions(const Trajectory& trajectory, const std::string& time, Section& section) {
  const Summary& s = trajectory.summary();
  if (s.reductions.empty()) return;
  const Units units(trajectory.model());
  const std::string when = "at " + html_name(time);
  section.subheading("Numbers of the run");
  section.begin_table(units.head({"", "value", when}), units.side({false, true, true}));
  for (const Reduction& one : s.reductions) {
    section.row(units.row(one.name, {html_name(one.name), table_number(one.value),
                                     std::isnan(one.t) ? "" : table_number(one.t)}));
  }
  section.end_table();
}

// No more digits than are known of it.
std::string peak_number(double x, int digits = 5) {
  if (std::isinf(x)) return x > 0 ? "unbounded" : "−unbounded";
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return table_number(std::strtod(text, nullptr));
}

std::string peak_with_error(const Summary& s, const std::string& name, double x) {
  if (s.error && std::isfinite(x)) {
    for (const RunError::Value& value : s.error->values)
      if (value.name == name) return table_number(x, value.error);
  }
  return peak_number(x);
}

void add_peaks(const Trajectory& trajectory, const std::string& time, Section& section) {
  const Summary& s = trajectory.summary();
  if (s.peaks.empty()) return;
  const Units units(trajectory.model());
  const std::string when = "at " + html_name(time);
  section.subheading("Peaks");
  section.begin_table(units.head({"", "min", when, "max", when}),
                      units.side({false, true, true, true, true}));
  for (std::size_t k = 0; k < std::min(s.peaks.size(), most_coordinates); ++k) {
    const Peak& one = s.peaks[k];
    section.row(units.row(
        one.name,
        {html_name(one.name), peak_with_error(s, "min(" + one.name + ")", one.least),
         peak_number(one.least_t, 4), peak_with_error(s, "max(" + one.name + ")", one.most),
         peak_number(one.most_t, 4)}));
  }
  section.end_table();
  if (s.peaks.size() > most_coordinates)
    section.paragraph(more_in_record(s.peaks.size() - most_coordinates, "peaks are"));
}

void add_left_out(const std::vector<std::string>& left_out, Section& section) {
  if (left_out.empty()) return;
  std::string text = "The picture does not show everything.";
  for (const std::string& sentence : left_out) text += " " + html_text(sentence);
  section.paragraph(text);
}

void add_sensitivities(const Trajectory& trajectory, Section& section) {
  const Summary& s = trajectory.summary();
  if (s.sensitivities.empty()) return;
  const bool numbers = !s.sensitivities.front().numbers.empty();
  section.subheading(numbers ? "Sensitivity of the final state and of the numbers of the run"
                             : "Sensitivity of the final state");
  section.begin_table({"of", "to", "derivative"}, {false, false, true});
  for (const Sensitivity& one : s.sensitivities) {
    for (std::size_t i = 0; i < std::min(one.q.size(), most_coordinates); ++i) {
      section.row({html_name(trajectory.model().coordinates()[i]), html_name(one.by),
                   table_number(one.q[i])});
    }
    for (const auto& [name, number] : one.numbers)
      section.row({html_name(name), html_name(one.by), table_number(number)});
  }
  section.end_table();
}

}  // namespace

std::string summary_section(const Trajectory& trajectory,
                            const std::vector<std::string>& left_out) {
  const Summary& s = trajectory.summary();
  Section section("summary", "Summary");
  section.paragraph(html_text(s.message));
  section.begin_facts();
  add_structure(s, trajectory.model().rates().size(), section);
  add_effort(s, trajectory.parts().uses, section);
  add_accuracy(s, section);
  section.end_table();
  add_left_out(left_out, section);
  const std::string& time = trajectory.model().description().time.text;
  add_reductions(trajectory, time, section);
  add_peaks(trajectory, time, section);
  add_states(trajectory, section);
  add_sensitivities(trajectory, section);
  return std::move(section).finish();
}

std::string summary_section(const Extremals& extremals, const std::vector<std::string>& left_out) {
  const ExtremalSummary& s = extremals.summary();
  Section section("summary", "Summary");
  section.paragraph(html_text(s.message));
  section.begin_facts();
  add_structure(s, extremals.model().rates().size(), section);
  section.fact("extremals",
               std::to_string(s.extremals.size()) + (s.more ? ", as many as requested" : ""));
  section.fact("method", html_text(s.method));
  section.fact("tolerance", table_number(s.tolerance));
  section.fact("intervals", std::to_string(s.intervals));
  section.fact("evaluations", std::to_string(s.evaluations));
  section.end_table();
  add_left_out(left_out, section);
  return std::move(section).finish();
}

}  // namespace zwang::report
