// SPDX-License-Identifier: Apache-2.0
#include "zwang/linear.h"

#include <pybind11/complex.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "interrupt.h"

namespace zwang_python {

namespace {

using zwang::LinearModel;
using zwang::LinearOptions;

/// Rows and columns even where one of them is zero, as SciPy wants them.
py::array_t<double> matrix_from(const std::vector<double>& numbers, std::size_t rows,
                                std::size_t columns) {
  return array_of(numbers).reshape({rows, columns});
}

}  // namespace

void bind_linear(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<LinearOptions>(module, "LinearOptions")
      .def(py::init<>())
      .def_readwrite("at", &LinearOptions::at)
      .def_readwrite("t", &LinearOptions::t)
      .def_readwrite("inputs", &LinearOptions::inputs)
      .def_readwrite("outputs", &LinearOptions::outputs)
      .def_readwrite("frequencies", &LinearOptions::frequencies)
      .def("set_state", [](LinearOptions& options, double t, py::handle q, py::handle v) {
        options.state = zwang::State{t, finite_from(q, "q"), finite_from(v, "v")};
      });
  py::class_<LinearModel>(module, "LinearModel")
      .def_readonly("problem", &LinearModel::problem)
      .def_readonly("states", &LinearModel::states)
      .def_readonly("inputs", &LinearModel::inputs)
      .def_readonly("outputs", &LinearModel::outputs)
      .def_readonly("text", &LinearModel::text)
      .def_readonly("zeros", &LinearModel::zeros)
      .def_readonly("zero_eigenvalues", &LinearModel::zeros_at_zero)
      .def_property_readonly(
          "A",
          [](const LinearModel& x) { return matrix_from(x.A, x.states.size(), x.states.size()); })
      .def_property_readonly(
          "B",
          [](const LinearModel& x) { return matrix_from(x.B, x.states.size(), x.inputs.size()); })
      .def_property_readonly(
          "C",
          [](const LinearModel& x) { return matrix_from(x.C, x.outputs.size(), x.states.size()); })
      .def_property_readonly(
          "D",
          [](const LinearModel& x) { return matrix_from(x.D, x.outputs.size(), x.inputs.size()); })
      .def_property_readonly("eigenvalues", [](const LinearModel& x) {
        std::vector<std::complex<double>> values(x.zeros_at_zero);
        for (const zwang::LinearMode& mode : x.modes) {
          values.push_back(mode.eigenvalue);
          if (mode.eigenvalue.imag() != 0) values.push_back(std::conj(mode.eigenvalue));
        }
        return values;
      });
  module.def(
      "linearise",
      [](const zwang::Model& model, LinearOptions options) {
        Interrupt interrupt;
        options.goes_on = [&] { return interrupt.goes_on(); };
        LinearModel linear = zwang::linearise(model, options);
        return std::pair(std::move(linear), interrupt.pressed());
      },
      py::arg("model"), py::arg("options"), Unlocked());
  module.def(
      "linear_json",
      [](const LinearModel& linear, const zwang::Model& model) {
        return zwang::to_json(linear, model);
      },
      py::arg("linear"), py::arg("model"), Unlocked());
}

}  // namespace zwang_python
