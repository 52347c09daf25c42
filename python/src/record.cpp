// SPDX-License-Identifier: Apache-2.0
#include "zwang/record.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"

namespace zwang_python {

using zwang::Record;

void bind_record(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<Record>(module, "Record")
      .def_property_readonly("columns", &Record::columns)
      .def_property_readonly("of_extremals", &Record::of_extremals)
      .def_property_readonly("source", &Record::source)
      .def("view", &seen_columns<Record>, py::arg("name"), py::arg("count"))
      .def("json", &Record::summary)
      .def("model", &Record::model, Unlocked())
      .def(
          "write_csv",
          [](const Record& record, const std::string& path) { zwang::write_csv(record, path); },
          Unlocked());
  module.def("read_record", &zwang::read_record, py::arg("path"), Unlocked());
}

}  // namespace zwang_python
