// SPDX-License-Identifier: Apache-2.0
#include "zwang/periodic.h"

#include <pybind11/complex.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "interrupt.h"

namespace zwang_python {

using zwang::PeriodicOptions;
using zwang::PeriodicResult;

void bind_periodic(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<PeriodicOptions>(module, "PeriodicOptions")
      .def(py::init<>())
      .def_readwrite("period", &PeriodicOptions::period)
      .def_readwrite("guess", &PeriodicOptions::guess)
      .def_readwrite("tolerance", &PeriodicOptions::tolerance)
      .def_readwrite("points", &PeriodicOptions::points)
      .def("set_over",
           [](PeriodicOptions& options, const std::string& name, double from, double to) {
             options.over = name;
             options.from = from;
             options.to = to;
           })
      .def("set_start", [](PeriodicOptions& options, double t, py::handle q, py::handle v) {
        options.start = zwang::State{t, finite_from(q, "q"), finite_from(v, "v")};
      });
  py::class_<PeriodicResult>(module, "PeriodicResult")
      .def_readonly("problem", &PeriodicResult::problem)
      .def_readonly("text", &PeriodicResult::text)
      .def_property_readonly("period", [](const PeriodicResult& x) { return x.motion.period; })
      .def_property_readonly("multipliers",
                             [](const PeriodicResult& x) { return x.motion.multipliers; });
  module.def(
      "periodic_motion",
      [](const zwang::Model& model, PeriodicOptions options) {
        Interrupt interrupt;
        options.goes_on = [&] { return interrupt.goes_on(); };
        PeriodicResult result = zwang::periodic_motion(model, options);
        return std::pair(std::move(result), interrupt.pressed());
      },
      py::arg("model"), py::arg("options"), Unlocked());
  module.def(
      "periodic_json",
      [](const PeriodicResult& result, const zwang::Model& model) {
        return zwang::to_json(result, model);
      },
      py::arg("result"), py::arg("model"), Unlocked());
}

}  // namespace zwang_python
