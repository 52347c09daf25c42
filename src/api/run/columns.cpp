// SPDX-License-Identifier: Apache-2.0
#include "api/run/columns.h"

#include <algorithm>

#include "diagnosis/start.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

using record::Column;

std::string multiplier_name(const std::string& constraint, Index rows, Index k) {
  if (rows == 1) return "multiplier(" + constraint + ")";
  return "multiplier(" + constraint + "," + std::to_string(k + 1) + ")";
}

bool is_taken(const Model& model, const std::string& name) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return name == model.description().time.text || has(model.coordinates()) ||
         has(model.observables()) || has(model.controls());
}

}  // namespace

motion::SampleLayout choose_layout(const Model& model, const equations::Equations& equations) {
  const auto observables = static_cast<Index>(model.observables().size());
  motion::SampleLayout all = motion::lay_out_sample(equations, observables, true);
  if (all.width <= most_detailed_columns) return all;
  return motion::lay_out_sample(equations, observables, false);
}

void add_constraint_columns(const Model& model, const motion::ConstraintColumns& group,
                            const std::vector<std::string>& forces, std::vector<Column>& columns) {
  const std::size_t number =
      diagnosis::constraint_of(model, static_cast<std::size_t>(group.first_row));
  const std::string& name = model.constraints()[number].name;
  for (const std::string& along : forces) {
    columns.push_back(
        {"force(" + name + ")." + along, "force of constraint " + name + " on " + along, ""});
  }
  for (Index k = 0; k < group.rows; ++k) {
    const std::string row = group.rows == 1 ? "" : ", equation " + std::to_string(k + 1);
    columns.push_back(
        {multiplier_name(name, group.rows, k), "multiplier of constraint " + name + row, ""});
  }
  if (group.power != motion::not_there) {
    columns.push_back({"power(" + name + ")", "power of constraint " + name, ""});
  }
}

void add_constraint_columns(const Model& model, const motion::ConstraintColumns& group,
                            std::vector<Column>& columns) {
  std::vector<std::string> forces;
  for (const Index i : group.coordinates) {
    forces.push_back(model.coordinates()[i]);
  }
  add_constraint_columns(model, group, forces, columns);
}

record::Column our_column(const Model& model, const std::string& name, const char* meaning) {
  return {(is_taken(model, name) ? "run." : "") + name, meaning, ""};
}

void add_units(const Model& model, std::vector<Column>& columns) {
  const compile::Quantities& quantities = model.parts().source.quantities();
  for (Column& column : columns)
    column.unit = quantities.unit_of_column(column.name, column.meaning);
}

record::Columns name_columns(const Model& model, const motion::SampleLayout& layout) {
  std::vector<Column> columns = {{model.description().time.text, "time", ""}};
  for (const std::string& q : model.coordinates()) columns.push_back({q, "coordinate", ""});
  const ShownRates& shown = model.parts().shown;
  for (const std::string& name : shown.rates()) columns.push_back({name, "rate", ""});
  if (layout.acceleration != motion::not_there) {
    for (const std::string& name : shown.accelerations()) {
      columns.push_back({name, "acceleration", ""});
    }
  }
  for (const motion::ConstraintColumns& group : layout.constraints) {
    add_constraint_columns(model, group, shown.forces(group.coordinates), columns);
  }
  const auto ours = [&](const char* name, const char* meaning) {
    columns.push_back(our_column(model, name, meaning));
  };
  if (layout.energy != motion::not_there) {
    ours("energy", "energy");
    ours("kinetic", "kinetic energy");
    ours("potential", "potential energy");
    ours("work_applied", "work of forces that the energy does not contain");
    ours("work_constraints", "work of the constraints");
    ours("work_nonideal", "work of the non-ideal forces");
  }
  ours("gauss", "Gauss's function, the least constraint");
  ours("rank", "independent constraint equations");
  if (layout.nonideal != motion::not_there) {
    for (const std::string& along : shown.forces()) {
      columns.push_back({"force(nonideal)." + along, "non-ideal force on " + along, ""});
    }
  }
  if (layout.controls != motion::not_there) {
    for (const std::string& u : model.controls()) columns.push_back({u, "control", ""});
    ours("servo_residual", "demand not met by the controls");
  }
  for (const std::string& name : model.observables()) columns.push_back({name, "observable", ""});
  add_units(model, columns);
  return record::Columns(std::move(columns));
}

}  // namespace zwang
