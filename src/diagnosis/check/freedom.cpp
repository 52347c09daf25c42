// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "diagnosis/check/findings.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "flow/right_side.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

using Flags = std::vector<unsigned char>;

std::string count(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

RowNumbers rows_of_kind(const equations::Equations& equations, equations::Kind kind) {
  RowNumbers rows;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind == kind) rows.push_back(i);
  }
  return rows;
}

Finding freedom(const Model& model, const RowsInstant& here) {
  const bool first = model.parts().equations().order == 1;
  const std::string noun = first ? "free rate" : "degree";
  const bool turning = model.parts().shown.quaternions() > 0;  // more coordinates than rates
  std::string text = count(model.rates().size(), turning ? "rate" : "coordinate") + ", " +
                     count(here.rows, "constraint equation") + " of rank " +
                     std::to_string(here.rank) + ": " + count(here.freedom, noun) +
                     (first ? "." : " of freedom.");
  return finding_about(model, "freedom", "note", {}, std::move(text), "");
}

void add_contacts(const Model& model, const RowNumbers& rows, const Flags& acts,
                  std::vector<Finding>& findings) {
  RowNumbers closed, open;
  for (const std::size_t row : rows) (acts[row] ? closed : open).push_back(row);
  std::string text = count(rows.size(), "contact") + ": ";
  if (!closed.empty()) text += names_of(model, constraints_of(model, closed)) + " closed";
  if (!closed.empty() && !open.empty()) text += ", ";
  if (!open.empty()) text += names_of(model, constraints_of(model, open)) + " open";
  const char* hint = closed.empty() ? "Open contacts do not constrain the motion."
                     : model.parts().equations().sliding.empty()
                         ? "Closed contacts count as constraints."
                         : "Closed contacts count as constraints, friction that sticks does not.";
  findings.push_back(finding_about(model, "contacts", "note", constraints_of(model, rows),
                                   text + " at the start.", hint));
}

void add_servo(const Model& model, const State& state, const RowNumbers& rows,
               std::vector<Finding>& findings) {
  const equations::Equations& equations = model.parts().equations();
  const std::size_t controls = equations.control_slots.size();
  const std::vector<std::size_t> about = constraints_of(model, rows);
  motion::RightSide side(equations, Method::automatic);
  const Instant& now = side.full_instant(state.t, state.q.data(), state.v.data());
  const double missed = side.laws() && now.status == Status::ok ? side.laws()->servo_residual() : 0;
  double size = 0;
  for (const std::size_t row : rows) size = std::max(size, std::abs(side.numbers().b()[row]));
  const bool met = missed <= 1e-9 * std::max(size, 1.0);
  std::string text = count(rows.size(), "servo constraint") + " (" + names_of(model, about) +
                     ") driven by " + count(controls, "control") + ".";
  if (!met)
    text += " At the start, the demand not met by the controls is " + short_number(missed) + ".";
  findings.push_back(finding_about(model, "servo", met ? "note" : "warning", about, std::move(text),
                                   met ? ""
                                       : "The least-squares compromise is used. Add a control, or "
                                         "remove a servo constraint."));
}

}  // namespace

void check_freedom(const Model& model, const State& state, const RowsInstant& here,
                   const Flags& acts, std::vector<Finding>& findings) {
  const equations::Equations& equations = model.parts().equations();
  findings.push_back(freedom(model, here));
  const RowNumbers contacts = rows_of_kind(equations, equations::Kind::unilateral);
  if (!contacts.empty()) add_contacts(model, contacts, acts, findings);
  const RowNumbers wanted = rows_of_kind(equations, equations::Kind::servo);
  if (!wanted.empty()) add_servo(model, state, wanted, findings);
}

}  // namespace zwang::diagnosis
