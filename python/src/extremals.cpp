// SPDX-License-Identifier: Apache-2.0
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "interrupt.h"
#include "zwang/extremal.h"

namespace zwang_python {

namespace {

using zwang::Extremals;

std::pair<Extremals, bool> find(const zwang::Model& model, zwang::ExtremalOptions options) {
  Interrupt interrupt;
  options.goes_on = [&](const zwang::ExtremalProgress&) { return interrupt.goes_on(); };
  const py::gil_scoped_release unlocked;
  Extremals extremals = zwang::find_extremals(model, options);
  return {std::move(extremals), interrupt.pressed()};
}

}  // namespace

void bind_extremals(py::module_& module) {
  using zwang::ExtremalOptions;
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<ExtremalOptions>(module, "ExtremalOptions")
      .def(py::init<>())
      .def_readwrite("tolerance", &ExtremalOptions::tolerance)
      .def_readwrite("method", &ExtremalOptions::method)
      .def_readwrite("all", &ExtremalOptions::all)
      .def_readwrite("samples", &ExtremalOptions::samples)
      .def_readwrite("cross_check", &ExtremalOptions::cross_check)
      .def_readwrite("verdict", &ExtremalOptions::verdict);
  py::class_<Extremals>(module, "Extremals")
      .def_property_readonly("columns", &Extremals::columns)
      .def_property_readonly("count",
                             [](const Extremals& e) { return e.summary().extremals.size(); })
      .def("view", &seen_columns<Extremals>, py::arg("name"), py::arg("count"))
      .def("ending",
           [](const Extremals& e) { return std::string(zwang::name(e.summary().ending)); })
      .def("message", [](const Extremals& e) { return e.summary().message; })
      .def(
          "json", [](const Extremals& e) { return zwang::to_json(e); }, Unlocked())
      .def(
          "write_csv",
          [](const Extremals& e, const std::string& path) { zwang::write_csv(e, path); },
          Unlocked())
      .def(
          "write_hdf5",
          [](const Extremals& e, const std::string& path) { zwang::write_hdf5(e, path); },
          Unlocked());
  module.def("find_extremals", &find, py::arg("model"), py::arg("options"));
}

}  // namespace zwang_python
