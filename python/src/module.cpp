// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "zwang/import.h"
#include "zwang/model.h"
#include "zwang/version.h"

namespace zwang_python {

namespace {

namespace py = pybind11;

py::dict complaint_dict(const zwang::Complaint& complaint) {
  py::dict dict;
  dict["code"] = complaint.code;
  dict["line"] = complaint.at.line;
  dict["column"] = complaint.at.column;
  dict["what"] = complaint.what;
  dict["hint"] = complaint.hint;
  dict["text"] = complaint.text;
  return dict;
}

// ModelError with the list of what is wrong in `complaints`.
void raise_model_error(const py::object& type, const zwang::ModelError& error) {
  py::list complaints;
  for (const zwang::Complaint& complaint : error.complaints()) {
    complaints.append(complaint_dict(complaint));
  }
  const py::object raised = type(error.what());
  raised.attr("complaints") = complaints;
  PyErr_SetObject(type.ptr(), raised.ptr());
}

void bind_errors(py::module_& module) {
  // Immortal: translators run until the interpreter is gone.
  static const py::handle model_error = PyErr_NewExceptionWithDoc(
      "zwang.ModelError", "A model that cannot be; `complaints` lists all that is wrong.",
      PyExc_ValueError, nullptr);
  module.attr("ModelError") = model_error;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const zwang::ModelError& error) {
      raise_model_error(py::reinterpret_borrow<py::object>(model_error), error);
    } catch (const zwang::FileTrouble& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    } catch (const zwang::InputError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_zwang, module) {
  module.doc() = "The library behind the package zwang.";
  module.attr("__version__") = std::string(zwang::version());
  bind_errors(module);
  module.def("numbers", &numbers_from, py::arg("given"), py::arg("name"));
  bind_instant(module);
  bind_model(module);
  bind_accelerations(module);
  bind_run(module);
  bind_record(module);
  bind_simulation(module);
  bind_extremals(module);
  bind_linear(module);
  bind_fit(module);
  bind_periodic(module);
  bind_sweep(module);
  module.def(
      "import_robot",
      [](const std::string& path, bool floating, const std::string& key) {
        const zwang::ImportedRobot robot =
            zwang::import_robot(path, {.floating = floating, .key = key});
        return py::make_tuple(robot.model, robot.remarks);
      },
      py::arg("path"), py::kw_only(), py::arg("floating") = false, py::arg("key") = "");
}

}  // namespace zwang_python
