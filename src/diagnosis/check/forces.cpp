// SPDX-License-Identifier: Apache-2.0
// With wᵀA = 0 the multipliers λ + w exert the same forces as λ. What w changes is not unique: the
// multiplier of a row if w_i ≠ 0, the force of some rows on some coordinates if Σ w_i A_i ≠ 0
// there.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "diagnosis/check/findings.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

using Combination = std::map<std::size_t, double>;  // w, by row; others are zero

class Sharing {
 public:
  Sharing(const Model& model_, const RowsInstant& here_) : model(model_), here(here_) {
    for (const Dependence& dependence : here.instant.redundant) {
      if (dependence.rows.empty()) continue;  // a row that vanished exerts nothing
      Combination w;
      w[dependence.row] = 1;
      for (std::size_t k = 0; k < dependence.rows.size(); ++k) {
        w[dependence.rows[k]] = -dependence.coefficients[k];
      }
      combinations_.push_back(std::move(w));
    }
  }

  const Model& model;
  const RowsInstant& here;

  /// Rows first … first + count − 1.
  bool multipliers_are_unique(std::size_t first, std::size_t count) const {
    return std::none_of(combinations_.begin(), combinations_.end(),
                        [&](const Combination& w) { return contains(w, first, count); });
  }

  /// Their force on all coordinates, or on some.
  bool force_is_unique(std::size_t first, std::size_t count,
                       const std::vector<Index>* coordinates = nullptr) const {
    return std::none_of(combinations_.begin(), combinations_.end(), [&](const Combination& w) {
      return contains(w, first, count) && changes(w, first, count, coordinates);
    });
  }

  /// The constraints of the combinations that the rows are in, themselves left out.
  std::vector<std::size_t> partners(std::size_t first, std::size_t count) const {
    RowNumbers rows;
    for (const Combination& w : combinations_) {
      if (!contains(w, first, count)) continue;
      for (const auto& [row, x] : w) {
        if (x != 0) rows.push_back(row);
      }
    }
    std::vector<std::size_t> all = constraints_of(model, rows);
    std::erase(all, constraint_of(model, first));
    return all;
  }

 private:
  static bool contains(const Combination& w, std::size_t first, std::size_t count) {
    return std::any_of(w.lower_bound(first), w.lower_bound(first + count),
                       [](const auto& entry) { return entry.second != 0; });
  }

  bool changes(const Combination& w, std::size_t first, std::size_t count,
               const std::vector<Index>* coordinates) const {
    const std::size_t n = model.coordinates().size();
    std::vector<double> force(n, 0.0);
    double size = 0;
    const auto last = w.lower_bound(first + count);
    for (auto entry = w.lower_bound(first); entry != last; ++entry) {
      const auto& [row, x] = *entry;
      for (Index e = here.A.begin[row]; e < here.A.begin[row + 1]; ++e) {
        const double part = x * here.A.value[static_cast<std::size_t>(e)];
        force[static_cast<std::size_t>(here.A.column[static_cast<std::size_t>(e)])] += part;
        size = std::max(size, std::abs(part));
      }
    }
    // Rows count as dependent where they are so to 1e-6.
    const auto counts = [&](double x) { return std::abs(x) > 1e-6 * size; };
    // A force on a point of a body is felt by all coordinates that move the point.
    const bool on_points =
        coordinates && std::any_of(coordinates->begin(), coordinates->end(),
                                   [n](Index j) { return j >= static_cast<Index>(n); });
    if (!coordinates || on_points) return std::any_of(force.begin(), force.end(), counts);
    return std::any_of(coordinates->begin(), coordinates->end(),
                       [&](Index j) { return counts(force[j]); });
  }

  std::vector<Combination> combinations_;
};

bool is_unique(const Sharing& sharing, const equations::Reaction& reaction) {
  const auto first = static_cast<std::size_t>(reaction.first_row);
  const auto count = static_cast<std::size_t>(reaction.rows);
  return reaction.multiplier || reaction.pressure
             ? sharing.multipliers_are_unique(first, 1)
             : sharing.force_is_unique(first, count, &reaction.coordinates);
}

// "'second' follows from 'first'", "equations of 'loop' are dependent"; of many how many.
std::string reason(const Model& model, const std::vector<RowDependence>& dependences) {
  std::vector<std::string> reasons;
  for (const RowDependence& told : dependences) {
    const std::size_t constraint = constraint_of(model, told.dependence.row);
    const auto others = constraints_of(model, told.dependence.rows);
    const bool itself = others == std::vector<std::size_t>{constraint};
    const char* verb = told.extent == Extent::motion || told.extent == Extent::unknown
                           ? " follows from "
                           : " depends on ";
    const std::string text =
        itself ? "equations of " + names_of(model, others) + " are dependent"
               : names_of(model, {constraint}) + verb +
                     (others.empty() ? "other equations" : others_of(model, constraint, others));
    if (std::find(reasons.begin(), reasons.end(), text) == reasons.end()) reasons.push_back(text);
  }
  if (reasons.size() > 2) return std::to_string(dependences.size()) + " equations depend on others";
  return reasons.size() == 2 ? reasons[0] + " and " + reasons[1] : reasons[0];
}

std::string forces_of(const Model& model, const std::vector<std::size_t>& constraints) {
  return (constraints.size() == 1 ? "The force of " : "The forces of ") +
         names_of(model, constraints) + (constraints.size() == 1 ? " is" : " are");
}

void add_undetermined(const Sharing& sharing, const std::vector<RowDependence>& dependences,
                      std::vector<Finding>& findings) {
  std::vector<std::size_t> shared, only_rows, unique;
  for (std::size_t k = 0; k < sharing.model.constraints().size(); ++k) {
    const ConstraintRows& rows = sharing.model.constraints()[k];
    const equations::Equations& equations = sharing.model.parts().equations();
    if (rows.count == 0 || equations.rows[rows.first].kind == equations::Kind::servo) continue;
    if (sharing.multipliers_are_unique(rows.first, rows.count)) {
      unique.push_back(k);
    } else {
      (sharing.force_is_unique(rows.first, rows.count) ? only_rows : shared).push_back(k);
    }
  }
  const Model& model = sharing.model;
  if (!shared.empty()) {
    std::string text = forces_of(model, shared) + " statically indeterminate, because " +
                       reason(model, dependences) + ".";
    if (!unique.empty()) text += " " + forces_of(model, unique) + " unique.";
    findings.push_back(finding_about(
        model, "undetermined", "note", shared, text,
        "Results show the minimum-norm solution, marked 'not unique'; the sum of the forces is "
        "unique."));
  }
  for (const std::size_t k : only_rows) {
    const std::vector<Constraint>& written = model.description().constraints;
    const bool of_bodies = k < written.size() && written[k].closure.has_value();
    const std::string what = of_bodies ? "its forces along the coordinates are." : "its force is.";
    findings.push_back(finding_about(model, "undetermined", "note", {k},
                                     "The multipliers of " + names_of(model, {k}) +
                                         " are not unique, because its equations are dependent; " +
                                         what,
                                     ""));
  }
}

// Whether it is the normal force of a contact that has friction.
bool is_of_contact(const Model& model, std::size_t reaction) {
  const std::vector<equations::Sliding>& all = model.parts().equations().sliding;
  return std::any_of(all.begin(), all.end(), [&](const equations::Sliding& sliding) {
    const auto& read = sliding.normals;
    return sliding.of_constraint && sliding.law < model.constraints().size() &&
           std::find(read.begin(), read.end(), static_cast<Index>(reaction)) != read.end();
  });
}

// "The friction of 'rod'", "The non-ideal force on 'bob'"
std::string law_name(const Model& model, std::size_t reaction, int& line) {
  const std::vector<Nonideal>& laws = model.description().nonideal;
  const std::size_t law = model.parts().equations().reactions[reaction].law;
  if (law >= laws.size()) return "A non-ideal force";
  line = laws[law].at.line;
  if (!laws[law].friction) return "The non-ideal force on '" + laws[law].on.text + "'";
  std::string names;
  for (const Name& name : laws[law].friction->constraints) {
    names += (names.empty() ? "'" : " and '") + name.text + "'";
  }
  return "The friction of " + names;
}

constexpr const char* friction_hint =
    "Where directions of sliding or coefficients differ, the motion depends on how the load is "
    "shared; the minimum-norm reaction is used.";

// Contacts that share a load, a box on its corners, are told together.
void add_contacts(const Model& model, const std::set<std::vector<std::size_t>>& groups,
                  std::vector<Finding>& findings) {
  for (const std::vector<std::size_t>& group : groups) {
    findings.push_back(
        finding_about(model, "undetermined-law", "note", group,
                      "The contacts " + names_of(model, group) +
                          " carry a statically indeterminate load and have friction.",
                      friction_hint));
  }
}

void add_laws(const Sharing& sharing, std::vector<Finding>& findings) {
  const Model& model = sharing.model;
  const std::vector<equations::Reaction>& reactions = model.parts().equations().reactions;
  std::set<std::string> told;
  std::set<std::vector<std::size_t>> contacts;
  for (std::size_t k = 0; k < reactions.size(); ++k) {
    if (reactions[k].reading == equations::Reading::watched || reactions[k].rows == 0) continue;
    if (is_unique(sharing, reactions[k])) continue;
    const auto first = static_cast<std::size_t>(reactions[k].first_row);
    const std::size_t constraint = constraint_of(model, first);
    std::vector<std::size_t> about =
        sharing.partners(first, static_cast<std::size_t>(reactions[k].rows));
    const bool has_partners = !about.empty();
    const std::string shared = names_of(model, about);
    about.insert(about.begin(), constraint);
    if (has_partners && is_of_contact(model, k)) {
      std::sort(about.begin(), about.end());
      contacts.insert(std::move(about));
      continue;
    }
    int line = 0;
    std::string text = law_name(model, k, line) + " depends on the reaction of " +
                       names_of(model, {constraint}) + ", which is not unique";
    if (has_partners) text += ": the load is shared with " + shared;
    if (!told.insert(text).second) continue;
    const bool is_friction = text.starts_with("The friction");
    findings.push_back(finding_about(
        model, "undetermined-law", "warning", about, text + ".",
        is_friction ? friction_hint
                    : "The motion depends on how the load is shared. Remove what is redundant; "
                      "otherwise the minimum-norm reaction is used."));
    if (line > 0) findings.back().lines.push_back(line);
  }
  add_contacts(model, contacts, findings);
}

}  // namespace

void check_forces(const Model& model, const RowsInstant& here,
                  const std::vector<RowDependence>& dependences, std::vector<Finding>& findings) {
  if (dependences.empty()) return;
  const Sharing sharing(model, here);
  if (here.instant.contradictory.empty()) add_undetermined(sharing, dependences, findings);
  add_laws(sharing, findings);
}

}  // namespace zwang::diagnosis
