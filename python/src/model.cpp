// SPDX-License-Identifier: Apache-2.0
#include "zwang/model.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "zwang/units.h"

namespace zwang_python {

namespace {

using zwang::Model;

zwang::State state_from(const Model& model, double t, const Numbers& q, const Numbers& v) {
  zwang::State state;
  state.t = t;
  state.q = vector_from(q, "q");
  state.v = vector_from(v, "v");
  if (state.q.size() != model.coordinates().size()) {
    throw zwang::InputError("q", "has " + std::to_string(state.q.size()) +
                                     " numbers; the model has " +
                                     std::to_string(model.coordinates().size()) + " coordinates");
  }
  return state;
}

std::vector<std::string> constraint_names(const Model& model) {
  std::vector<std::string> names;
  for (const zwang::ConstraintRows& rows : model.constraints()) names.push_back(rows.name);
  return names;
}

// y = (q, v) → (v, ẍ), for integrators of others.
py::array_t<double> rate(const Model& model, double t, const Numbers& y) {
  const std::vector<double> both = vector_from(y, "y");
  const std::size_t n = model.coordinates().size();
  if (both.size() != 2 * n || model.rates().size() != n) {
    throw zwang::InputError("y", model.rates().size() != n
                                     ? "is not enough for a model with ball or free joints"
                                     : "has " + std::to_string(both.size()) +
                                           " numbers; it must have " + std::to_string(2 * n) +
                                           ", coordinates and rates");
  }
  const auto middle = both.begin() + static_cast<std::ptrdiff_t>(n);
  zwang::State state{.t = t, .q = {both.begin(), middle}, .v = {middle, both.end()}};
  zwang::Options options;
  options.diagnose = options.multipliers = false;
  const zwang::ModelInstant now = zwang::solve_instant(model, state, options);
  std::vector<double> out(state.v);
  out.insert(out.end(), now.instant.acceleration.begin(), now.instant.acceleration.end());
  return array_of(std::move(out));
}

// "40 cm" as a value of this parameter.
double quantity(const Model& model, const std::string& name, const std::string& text) {
  const std::optional<double> number = zwang::read_quantity(text);
  if (!number) throw std::invalid_argument("'" + text + "' is not a number");
  const std::string wrong = zwang::unit_misfit(model, name, text);
  if (!wrong.empty()) throw std::invalid_argument(wrong);
  return *number;
}

}  // namespace

void bind_model(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<Model>(module, "Model")
      .def(py::init([](const std::string& text, const std::string& source,
                       const zwang::Settings& settings) {
             return zwang::read_model(text, source, settings);
           }),
           py::arg("text"), py::arg("source"), py::arg("settings"), Unlocked())
      .def("with_", &Model::with, py::arg("settings"), Unlocked())
      .def("quantity", &quantity, py::arg("name"), py::arg("text"))
      .def("unit", &zwang::unit_of, py::arg("name"))
      .def_property_readonly("compiled_for", &Model::compiled_for)
      .def_property_readonly("text", [](const Model& m) { return m.description().text; })
      .def_property_readonly("source", [](const Model& m) { return m.description().source; })
      .def_property_readonly("title", [](const Model& m) { return m.description().title; })
      .def_property_readonly("settings", &Model::settings)
      .def_property_readonly("coordinates", &Model::coordinates)
      .def_property_readonly("rates", &Model::rates)
      .def_property_readonly("forces", &Model::forces)
      .def_property_readonly("bodies", &Model::bodies)
      .def_property_readonly("parameter_names", &Model::parameters)
      .def_property_readonly("parameter_values", &Model::parameter_values)
      .def_property_readonly("constraints", &constraint_names)
      .def_property_readonly("observables", &Model::observables)
      .def_property_readonly("controls", &Model::controls)
      .def_property_readonly("events", &Model::events)
      .def("start",
           [](const Model& m) {
             return py::make_tuple(m.start().t, array_of(m.start().q), array_of(m.start().v));
           })
      .def(
          "check_json", [](const Model& m) { return zwang::to_json(zwang::check(m)); }, Unlocked())
      .def(
          "derive",
          [](const Model& m, bool latex) { return zwang::derive(m.description(), latex); },
          py::arg("latex"), Unlocked())
      .def("rate", &rate, py::arg("t"), py::arg("y"))
      .def(
          "instant",
          [](const Model& m, double t, const Numbers& q, const Numbers& v) {
            return zwang::solve_instant(m, state_from(m, t, q, v));
          },
          py::arg("t"), py::arg("q"), py::arg("v"));

  using zwang::ModelInstant;
  py::class_<ModelInstant>(module, "ModelInstant")
      .def_property_readonly(
          "M",
          [](const ModelInstant& i) { return matrix_of(i.mass_matrix, i.applied_force.size()); })
      .def_property_readonly("Q", [](const ModelInstant& i) { return array_of(i.applied_force); })
      .def_property_readonly("A",
                             [](const ModelInstant& i) {
                               const std::size_t n = i.applied_force.size();
                               return i.constraint_rhs.empty()
                                          ? py::array_t<double>(std::vector<std::size_t>{0, n})
                                          : matrix_of(i.constraint_matrix, n);
                             })
      .def_property_readonly("b", [](const ModelInstant& i) { return array_of(i.constraint_rhs); })
      .def_property_readonly("observables",
                             [](const ModelInstant& i) { return array_of(i.observables); })
      .def_property_readonly("nonideal_force",
                             [](const ModelInstant& i) { return array_of(i.nonideal_force); })
      .def_property_readonly("controls", [](const ModelInstant& i) { return array_of(i.controls); })
      .def_readonly("energy", &ModelInstant::energy)
      .def_readonly("position_residual", &ModelInstant::position_residual)
      .def_readonly("velocity_residual", &ModelInstant::velocity_residual)
      .def_readonly("instant", &ModelInstant::instant);
}

}  // namespace zwang_python
