// SPDX-License-Identifier: Apache-2.0
// One instant of a model as JSON, everything by name. Keys once released keep their meaning.

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "api/run/state_json.h"
#include "diagnosis/findings_json.h"
#include "model/model_parts.h"
#include "zwang/bounds.h"
#include "zwang/model.h"

namespace zwang {

namespace {

using record::JsonWriter;

class InstantWriter {
 public:
  InstantWriter(const ModelInstant& x, const Model& model)
      : x_(x), model_(model), order_(model.description().free.order) {}

  std::string write(bool full);

 private:
  void put_motion();
  void put_controls();
  void put_rows();
  void put_ranks();
  void put_diagnosis();
  void put_observables();
  void put_contacts();
  void put_units_of_all();
  void put_certificate();
  void put_bounds();
  /// A pair of numbers each, by name.
  void put_pairs(const char* key, const std::vector<std::string>& names, const Enclosure& pairs);
  void put_matrices();

  void put(const char* key, const std::vector<std::string>& names,
           const std::vector<double>& values);
  /// Forces by what they act along, from those along coordinates.
  void put_force(const char* key, const std::vector<double>& values);
  /// From accelerations of coordinates, where these are the rates.
  void put_acceleration(const char* key, const std::vector<double>& values,
                        const std::vector<double>& rates);
  /// Numbers by constraint, an array each.
  void put_by_constraint(const char* key, const std::vector<double>& values);
  void put_constraints(const char* key, std::vector<std::size_t> rows);
  void put_matrix(const char* key, std::span<const double> values, std::size_t columns);

  const ModelInstant& x_;
  const Model& model_;
  int order_;
  JsonWriter json_;
};

void InstantWriter::put(const char* key, const std::vector<std::string>& names,
                        const std::vector<double>& values) {
  json_.key(key).begin_object();
  for (std::size_t i = 0; i < values.size(); ++i) json_.key(names[i]).number(values[i]);
  json_.end_object();
}

void InstantWriter::put_force(const char* key, const std::vector<double>& values) {
  const ShownRates& shown = model_.parts().shown;
  std::vector<double> numbers(values.empty() ? 0 : shown.size());
  if (!values.empty()) shown.forces(x_.state.q.data(), values.data(), numbers.data());
  put(key, shown.forces(), numbers);
}

void InstantWriter::put_acceleration(const char* key, const std::vector<double>& values,
                                     const std::vector<double>& rates) {
  const ShownRates& shown = model_.parts().shown;
  std::vector<double> numbers(values.empty() ? 0 : shown.size());
  if (!values.empty()) {
    shown.accelerations(x_.state.q.data(), rates.data(), values.data(), numbers.data());
  }
  put(key, order_ == 1 ? shown.rates() : shown.accelerations(), numbers);
}

void InstantWriter::put_by_constraint(const char* key, const std::vector<double>& values) {
  json_.key(key).begin_object();
  for (const ConstraintRows& rows : model_.constraints()) {
    json_.key(rows.name).numbers(std::span(values).subspan(rows.first, rows.count));
  }
  json_.end_object();
}

// The constraints to which rows belong, each once.
void InstantWriter::put_constraints(const char* key, std::vector<std::size_t> rows) {
  json_.key(key).begin_array();
  for (const ConstraintRows& constraint : model_.constraints()) {
    const bool is_meant = std::any_of(rows.begin(), rows.end(), [&](std::size_t row) {
      return row >= constraint.first && row < constraint.first + constraint.count;
    });
    if (is_meant) json_.text(constraint.name);
  }
  json_.end_array();
}

void InstantWriter::put_matrix(const char* key, std::span<const double> values,
                               std::size_t columns) {
  json_.key(key).begin_array();
  for (std::size_t k = 0; columns > 0 && k < values.size(); k += columns) {
    json_.numbers(values.subspan(k, columns));
  }
  json_.end_array();
}

void InstantWriter::put_motion() {
  const Instant& i = x_.instant;
  const std::vector<double>& v = x_.state.v;
  put_acceleration("acceleration", i.acceleration, v);
  put_acceleration("free_acceleration", i.free_acceleration, v);
  // A difference of accelerations knows no rates.
  put_acceleration("deviation", i.deviation, std::vector<double>(v.size(), 0.0));
  put_by_constraint("misfit", i.misfit);
  put_force("force_newton", i.force_newton);
  put_force("force_lagrange", i.force_lagrange);
  put_force("force_coulomb", i.force_coulomb);
  if (!x_.nonideal_force.empty()) put_force("nonideal_force", x_.nonideal_force);
}

void InstantWriter::put_controls() {
  if (x_.controls.empty()) return;
  json_.key("controls").begin_object();
  for (std::size_t k = 0; k < x_.controls.size(); ++k) {
    json_.key(model_.controls()[k]).number(x_.controls[k]);
  }
  json_.end_object().key("servo_residual").number(x_.servo_residual);
  put_force("control_force", x_.control_force);
  put_force("nature_force", x_.nature_force);
  put_acceleration("nature_acceleration", x_.nature_acceleration, x_.state.v);
}

void InstantWriter::put_rows() {
  const Instant& i = x_.instant;
  put_by_constraint("multipliers", i.multipliers);
  json_.key("unique").begin_object();
  for (const ConstraintRows& rows : model_.constraints()) {
    const auto first = i.unique.begin() + static_cast<std::ptrdiff_t>(rows.first);
    json_.key(rows.name).truth(std::all_of(first, first + static_cast<std::ptrdiff_t>(rows.count),
                                           [](unsigned char unique) { return unique != 0; }));
  }
  json_.end_object();
}

void InstantWriter::put_ranks() {
  const Instant& i = x_.instant;
  json_.key("gauss").number(i.gauss);
  // Rows that keep quaternions at length one are none of the user's.
  const auto own = static_cast<std::int64_t>(model_.parts().shown.quaternions());
  json_.key("rank").integer(static_cast<std::int64_t>(i.rank) - own);
  json_.key("rows").integer(static_cast<std::int64_t>(x_.constraint_rhs.size()) - own);
  json_.key("freedom").integer(static_cast<std::int64_t>(i.freedom));
}

// What fights is not redundant: without it the motion would be another.
void InstantWriter::put_diagnosis() {
  const Instant& i = x_.instant;
  const std::vector<Finding> findings = findings_at(model_, x_);
  const std::vector<std::string> fighting = diagnosis::conflicting(findings);
  std::vector<std::size_t> redundant;
  for (const Dependence& dependence : i.redundant) {
    const auto owner = std::find_if(
        model_.constraints().begin(), model_.constraints().end(), [&](const ConstraintRows& rows) {
          return dependence.row >= rows.first && dependence.row < rows.first + rows.count;
        });
    const bool fights = owner != model_.constraints().end() &&
                        std::find(fighting.begin(), fighting.end(), owner->name) != fighting.end();
    if (!fights) redundant.push_back(dependence.row);
  }
  put_constraints("redundant", redundant);
  json_.key("contradictory").begin_array();
  for (const std::string& name : fighting) json_.text(name);
  json_.end_array();
  diagnosis::put_findings(json_, findings);
  put_constraints("vanished", i.vanished);
  json_.key("verdict").text(name(i.verdict));
  json_.key("condition").number(i.condition);
  json_.key("status").text(name(i.status));
  json_.key("message").text(sentence(i.status));
  json_.key("kernel").text(name(i.method));
  json_.key("energy").number(x_.energy);
  json_.key("position_residual").number(x_.position_residual);
  json_.key("velocity_residual").number(x_.velocity_residual);
}

void InstantWriter::put_observables() {
  json_.key("observe").begin_object();
  for (std::size_t k = 0; k < x_.observables.size(); ++k) {
    json_.key(model_.observables()[k]).number(x_.observables[k]);
  }
  json_.end_object();
}

void InstantWriter::put_contacts() {
  if (x_.contacts.empty()) return;
  json_.key("contacts").begin_array();
  for (const ContactForce& contact : x_.contacts) {
    json_.begin_object();
    json_.key("name").text(contact.name);
    json_.key("state").text(contact.state);
    json_.key("normal").number(contact.normal);
    if (contact.state == "sticks" || contact.state == "slides") {
      json_.key("friction").number(contact.friction);
      json_.key("limit").number(contact.limit);
    }
    if (contact.state == "sticks") {
      json_.key("margin").number(contact.margin);
      json_.key("shared").truth(contact.shared);
    }
    json_.end_object();
  }
  json_.end_array();
}

// Of a model that has units: of what is by name, of forces along coordinates, of multipliers.
void InstantWriter::put_units_of_all() {
  if (!model_.parts().source.quantities().given) return;
  const ShownRates& shown = model_.parts().shown;
  std::vector<std::string> constraints;
  for (const ConstraintRows& rows : model_.constraints()) constraints.push_back(rows.name);
  json_.key("units").begin_object();
  put_units(json_, model_);
  put_units_of(json_, model_, model_.controls());
  if (order_ != 1) put_units_of(json_, model_, shown.accelerations());
  json_.end_object().key("force_units").begin_object();
  put_units_of(json_, model_, shown.forces(), "force().");
  json_.end_object().key("multiplier_units").begin_object();
  put_units_of(json_, model_, constraints, "multiplier(", ")");
  json_.end_object();
}

void InstantWriter::put_certificate() {
  const Certificate certificate = certify(model_, x_);
  json_.key("certified").truth(certificate.holds());
  json_.key("certificate").begin_object();
  for (const Check& check : certificate.checks) json_.key(check.name).number(check.residual);
  json_.end_object();
}

void InstantWriter::put_pairs(const char* key, const std::vector<std::string>& names,
                              const Enclosure& pairs) {
  json_.key(key).begin_object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    json_.key(names[i]).numbers(std::array{pairs.lower[i], pairs.upper[i]});
  }
  json_.end_object();
}

// By coordinate, also where rates have names of their own: what is proved is about M, Q, A and b.
void InstantWriter::put_bounds() {
  const Bounds bounds = certified_bounds(model_, x_);
  json_.key("bounds").begin_object().key("proved").truth(bounds.proved);
  if (!bounds.proved) {
    json_.key("reason").text(bounds.reason).end_object();
    return;
  }
  put_pairs("acceleration", model_.coordinates(), bounds.acceleration);
  put_pairs("force_lagrange", model_.coordinates(), bounds.force_lagrange);
  put_pairs("force_coulomb", model_.coordinates(), bounds.force_coulomb);
  for (const auto& [key, pairs] :
       {std::pair{"multipliers", &bounds.multipliers}, std::pair{"residual", &bounds.residual}}) {
    json_.key(key).begin_object();
    for (const ConstraintRows& rows : model_.constraints()) {
      json_.key(rows.name).begin_array();
      for (std::size_t k = rows.first; k < rows.first + rows.count; ++k)
        json_.numbers(std::array{pairs->lower[k], pairs->upper[k]});
      json_.end_array();
    }
    json_.end_object();
  }
  put_constraints("rows", bounds.rows);
  json_.key("condition").number(bounds.condition).end_object();
}

void InstantWriter::put_matrices() {
  const std::size_t n = x_.applied_force.size(), m = x_.constraint_rhs.size();
  put_matrix("M", x_.mass_matrix, n);
  json_.key("Q").numbers(x_.applied_force);
  put_matrix("A", x_.constraint_matrix, n);
  json_.key("b").numbers(x_.constraint_rhs);
  const std::vector<double> K1 = deviation_per_misfit(model_, x_);
  std::vector<double> K(n * m);  // = M K₁
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double M_ij = x_.mass_matrix[i * n + j];
      for (std::size_t k = 0; k < m && M_ij != 0; ++k) K[i * m + k] += M_ij * K1[j * m + k];
    }
  }
  put_matrix("K", K, m);
  put_matrix("K1", K1, m);
}

std::string InstantWriter::write(bool full) {
  json_.begin_object();
  json_.key("model").text(model_.description().source);
  json_.key("title").text(model_.description().title);
  put_state(json_, "state", model_, x_.state);
  put_motion();
  put_controls();
  put_rows();
  put_ranks();
  put_diagnosis();
  put_observables();
  put_contacts();
  put_units_of_all();
  put_certificate();
  put_bounds();
  if (full) put_matrices();
  json_.end_object();
  return std::move(json_).finish();
}

}  // namespace

std::string to_json(const ModelInstant& instant, const Model& model, bool full) {
  return InstantWriter(instant, model).write(full);
}

}  // namespace zwang
