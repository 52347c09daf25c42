// SPDX-License-Identifier: Apache-2.0
#include "zwang/run.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "force_law.h"
#include "interrupt.h"
#include "zwang/report.h"

namespace zwang_python {

namespace {

using zwang::Trajectory;

// Runs without the interpreter's lock; with whether Ctrl-C ended it.
std::pair<Trajectory, bool> run(const zwang::Model& model, zwang::RunOptions options) {
  Interrupt interrupt;
  options.goes_on = [&](const zwang::Progress&) { return interrupt.goes_on(); };
  const py::gil_scoped_release unlocked;
  Trajectory trajectory = zwang::run(model, options);
  return {std::move(trajectory), interrupt.pressed()};
}

void bind_options(py::module_& module) {
  using zwang::RunOptions;
  py::class_<RunOptions>(module, "RunOptions")
      .def(py::init<>())
      .def_readwrite("duration", &RunOptions::duration)
      .def_readwrite("tolerance", &RunOptions::tolerance)
      .def_readwrite("absolute", &RunOptions::absolute)
      .def_readwrite("step", &RunOptions::step)
      .def_readwrite("method", &RunOptions::method)
      .def_readwrite("kernel", &RunOptions::kernel)
      .def_readwrite("samples", &RunOptions::samples)
      .def_readwrite("every", &RunOptions::every)
      .def_readwrite("every_step", &RunOptions::every_step)
      .def_readwrite("sensitivity", &RunOptions::sensitivity)
      .def_readwrite("error", &RunOptions::error)
      .def("set_force", [](RunOptions& options, const std::string& on,
                           const py::object& law) { options.forces[on] = ForceLaw(on, law); })
      .def("set_start", [](RunOptions& options, double t, py::handle q, py::handle v) {
        options.start = zwang::State{.t = t, .q = finite_from(q, "q"), .v = finite_from(v, "v")};
      });
}

py::list sensitivities_of(const Trajectory& trajectory) {
  py::list list;
  for (const zwang::Sensitivity& one : trajectory.summary().sensitivities) {
    list.append(py::make_tuple(one.by, array_of(one.q), array_of(one.v)));
  }
  return list;
}

}  // namespace

void bind_run(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  bind_options(module);
  py::class_<Trajectory>(module, "Trajectory")
      .def_property_readonly("columns", &Trajectory::columns)
      .def("view", &seen_columns<Trajectory>, py::arg("name"), py::arg("count"))
      .def("ending",
           [](const Trajectory& t) { return std::string(zwang::name(t.summary().ending)); })
      .def("message", [](const Trajectory& t) { return t.summary().message; })
      .def("sensitivities", &sensitivities_of)
      .def(
          "json", [](const Trajectory& t) { return zwang::to_json(t); }, Unlocked())
      .def(
          "write_csv",
          [](const Trajectory& t, const std::string& path) { zwang::write_csv(t, path); },
          Unlocked())
      .def(
          "write_hdf5",
          [](const Trajectory& t, const std::string& path) { zwang::write_hdf5(t, path); },
          Unlocked());
  module.def("run", &run, py::arg("model"), py::arg("options"));
  module.def("write_report", &zwang::write_report, py::arg("record"), py::arg("page"),
             py::arg("live") = true, Unlocked());
}

}  // namespace zwang_python
