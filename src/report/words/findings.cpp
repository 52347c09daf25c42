// SPDX-License-Identifier: Apache-2.0
// The diagnosis of a model, the forces of its constraints, the energy and what came to pass.

#include <cmath>

#include "report/html.h"
#include "report/words/parts.h"
#include "report/words/section.h"
#include "report/words/trajectory_parts.h"

namespace zwang::report {

namespace {

// A diagnosis of larger models takes longer than a page should; `zwang check` gives it.
constexpr std::size_t most_to_check = 60;
constexpr std::size_t most_rows = 200;

std::string vector_cells(const std::array<double, 3>& v) {
  return table_number(v[0]) + ", " + table_number(v[1]) + ", " + table_number(v[2]);
}

// "yes", "no", or which components are: "force x, y; torque z".
std::string unique_words(const JointForce& joint) {
  if (joint.unique) return "yes";
  std::string words;
  const auto add = [&](const char* noun, const std::array<bool, 3>& parts) {
    std::string axes;
    for (std::size_t k = 0; k < 3; ++k) {
      if (parts[k]) axes += (axes.empty() ? " " : ", ") + std::string(1, "xyz"[k]);
    }
    if (!axes.empty()) words += (words.empty() ? "" : "; ") + std::string(noun) + axes;
  };
  add("force", joint.unique_parts.force);
  add("torque", joint.unique_parts.torque);
  return words.empty() ? "no" : words;
}

void add_joints(const Summary& s, Section& section) {
  if (s.joints.empty()) return;
  section.subheading("Joint reactions (on the body)");
  section.begin_table({"body", "force", "torque about its origin", "unique"},
                      {false, true, true, false});
  for (std::size_t k = 0; k < std::min(s.joints.size(), most_rows); ++k) {
    const JointForce& joint = s.joints[k];
    section.row({html_name(joint.body), vector_cells(joint.force), vector_cells(joint.torque),
                 unique_words(joint)});
  }
  section.end_table();
  if (!s.sharing.empty()) section.paragraph(html_text(s.sharing) + ".");
  section.paragraph("Arrows show forces; torques are listed here.");
}

void add_multipliers(const Summary& s, Section& section) {
  section.subheading("Multipliers");
  section.begin_table({"constraint", "multiplier", "power"}, {false, true, true});
  std::size_t count = 0;
  for (const ConstraintForce& force : s.forces) {
    for (std::size_t k = 0; k < force.multipliers.size() && count < most_rows; ++k, ++count) {
      const std::string row =
          force.multipliers.size() == 1 ? "" : ", equation " + std::to_string(k + 1);
      section.row({html_name(force.name) + row, table_number(force.multipliers[k]),
                   k == 0 ? table_number(force.power) : ""});
    }
  }
  section.end_table();
}

bool is_small(const Model& model) { return model.coordinates().size() <= most_to_check; }

}  // namespace

std::vector<Finding> look_over(const Model& model) {
  return is_small(model) ? check(model).findings : findings_for_run(model);
}

std::vector<Finding> look_over(const Trajectory& trajectory) {
  const Trajectory::Parts& parts = trajectory.parts();
  Trajectory::Parts::Known& known = *parts.known;
  const std::lock_guard lock(known.busy);
  if (!known.findings) known.findings = look_over(parts.model);
  return *known.findings;
}

std::string diagnosis_section(const Model& model, const std::vector<Finding>& findings,
                              const std::vector<RankEvent>& rank_events) {
  Section section("diagnosis", "Diagnosis");
  const bool small = is_small(model);
  if (findings.empty() && rank_events.empty()) {
    section.paragraph(small ? "No findings: the constraint equations are independent, their "
                              "reactions are unique, and the start satisfies them."
                            : "No findings from a quick look; for so large a model, "
                              "<code>zwang check</code> looks closer.");
    return std::move(section).finish();
  }
  section.add("<ul>\n");
  for (const Finding& finding : findings) {
    section.add("<li class=\"" + html_text(finding.severity) + "\"><strong>" +
                html_text(finding.severity) + "</strong> <span dir=\"auto\">" +
                html_text(finding.text) + "</span>");
    if (!finding.hint.empty()) section.add(" <em>" + html_text(finding.hint) + "</em>");
    section.add("</li>\n");
  }
  for (std::size_t k = 0; k < std::min(rank_events.size(), most_rows); ++k) {
    if (!rank_events[k].text.empty())
      section.add("<li class=\"note\">" + html_text(rank_events[k].text) + "</li>\n");
  }
  section.add("</ul>\n");
  return std::move(section).finish();
}

std::string forces_section(const Summary& s) {
  if (s.forces.empty() && s.joints.empty()) return {};
  Section section("forces", "Forces at the end");
  std::size_t count = 0, all = 0;
  for (const ConstraintForce& force : s.forces) all += force.force.size();
  if (!s.forces.empty()) {
    section.begin_table({"constraint", "along", "force", "unique"}, {false, false, true, false});
    for (const ConstraintForce& force : s.forces) {
      for (const auto& [along, value] : force.force) {
        if (++count > most_rows) break;
        section.row({html_name(force.name), html_name(along), table_number(value),
                     force.unique ? "yes" : "no"});
      }
    }
    section.end_table();
    if (all > most_rows) section.paragraph(more_in_record(all - most_rows, "forces are"));
    add_multipliers(s, section);
  }
  add_joints(s, section);
  for (const ConstraintForce& force : s.forces) {
    if (force.unique) continue;
    section.paragraph(
        "Forces that are not unique are statically indeterminate: the values shown are the "
        "minimum-norm solution, and only their sum is determined.");
    break;
  }
  return std::move(section).finish();
}

std::string energy_section(const Summary& s) {
  const EnergyBooks& e = s.energy;
  if (!std::isfinite(e.start)) return {};
  Section section("energy", "Energy");
  section.begin_facts();
  section.fact("at the start", table_number(e.start), true);
  section.fact("at the end", table_number(e.end), true);
  section.fact("kinetic part", table_number(e.kinetic), true);
  section.fact("potential part", table_number(e.potential), true);
  section.fact("work of applied forces without a potential", table_number(e.work_applied), true);
  section.fact("work of the constraints", table_number(e.work_constraints), true);
  section.fact("work of the non-ideal forces", table_number(e.work_nonideal), true);
  if (e.jumps != 0) section.fact("added by impacts and events", table_number(e.jumps), true);
  section.fact("unaccounted at the end (end − start − work)", table_number(e.drift), true);
  section.fact("unaccounted, max", table_number(e.worst_drift), true);
  section.end_table();
  return std::move(section).finish();
}

std::string events_section(const Model& model, const Summary& s) {
  if (s.events.empty()) return {};
  Section section("events", "Events");
  const std::string time = html_name(model.description().time.text);
  section.begin_table({time, "event", "name", "description"}, {true, false, false, false});
  for (std::size_t k = 0; k < std::min(s.events.size(), most_rows); ++k) {
    const RunEvent& event = s.events[k];
    section.row({table_number(event.state.t), html_text(event.what), html_name(event.name),
                 html_text(event.text)});
  }
  section.end_table();
  if (s.events_in_all > most_rows)
    section.paragraph("… " + std::to_string(s.events_in_all) + " in all.");
  return std::move(section).finish();
}

}  // namespace zwang::report
