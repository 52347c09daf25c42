// SPDX-License-Identifier: Apache-2.0
#include "zwang/model.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "zwang/equilibrium.h"
#include "zwang/units.h"

namespace zwang_python {

namespace {

using zwang::Model;

zwang::State state_from(const Model& model, double t, py::handle q, py::handle v) {
  const zwang::State state{.t = t, .q = vector_from(q, "q"), .v = vector_from(v, "v")};
  for (const auto& [name, size] :
       {std::pair{"q", state.q.size()}, std::pair{"v", state.v.size()}}) {
    if (size == model.coordinates().size()) continue;
    throw zwang::InputError(name, "has " + std::to_string(size) + " numbers; the model has " +
                                      std::to_string(model.coordinates().size()) + " coordinates");
  }
  return state;
}

std::vector<std::string> constraint_names(const Model& model) {
  std::vector<std::string> names;
  for (const zwang::ConstraintRows& rows : model.constraints()) names.push_back(rows.name);
  return names;
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
      .def_property_readonly("first_order",
                             [](const Model& m) { return m.description().free.order == 1; })
      .def(
          "equilibrium",
          [](const Model& m, double t, py::handle q, py::handle v) {
            finite_from(q, "q");
            finite_from(v, "v");
            const zwang::State start = state_from(m, t, q, v);
            const py::gil_scoped_release unlocked;
            return zwang::find_equilibrium(m, start);
          },
          py::arg("t"), py::arg("q"), py::arg("v"))
      .def(
          "instant",
          [](const Model& m, double t, py::handle q, py::handle v) {
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

  using zwang::Equilibrium;
  py::class_<Equilibrium>(module, "Equilibrium")
      .def_readonly("problem", &Equilibrium::problem)
      .def_readonly("text", &Equilibrium::text)
      .def_property_readonly("stability",
                             [](const Equilibrium& e) { return std::string(zwang::name(e.rest)); })
      .def_readonly("growth", &Equilibrium::growth)
      .def_readonly("moved", &Equilibrium::moved)
      .def_property_readonly("error", [](const Equilibrium& e) { return array_of(e.error); })
      .def("state", [](const Equilibrium& e) {
        return py::make_tuple(e.state.t, array_of(e.state.q), array_of(e.state.v));
      });
}

}  // namespace zwang_python
