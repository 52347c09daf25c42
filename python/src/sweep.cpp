// SPDX-License-Identifier: Apache-2.0
#include "zwang/sweep.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "interrupt.h"

namespace zwang_python {

namespace {

using zwang::Sweep;
using zwang::SweepOptions;
using zwang::SweepResult;
using zwang::Variation;

Variation::Kind kind_of(const std::string& word) {
  if (word == "uniform") return Variation::Kind::uniform;
  if (word == "normal") return Variation::Kind::normal;
  return Variation::Kind::values;
}

/// A column: what varies, or what is watched, of each run.
py::array_t<double> column(const SweepResult& result, std::size_t k,
                           std::vector<double> zwang::SweepRun::*numbers) {
  std::vector<double> found;
  for (const zwang::SweepRun& run : result.runs) found.push_back((run.*numbers)[k]);
  return array_of(found);
}

std::vector<std::string> texts(const SweepResult& result, std::string zwang::SweepRun::*text) {
  std::vector<std::string> found;
  for (const zwang::SweepRun& run : result.runs) found.push_back(run.*text);
  return found;
}

// Ctrl-C ends it: whether it did.
std::pair<SweepResult, bool> do_sweep(const zwang::Model& model, const Sweep& asked,
                                      SweepOptions options) {
  Interrupt interrupt;
  options.stops = [&] { return !interrupt.goes_on(); };
  SweepResult result = zwang::sweep(model, asked, options);
  return {std::move(result), interrupt.pressed()};
}

}  // namespace

void bind_sweep(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<Sweep>(module, "Sweep")
      .def(py::init<>())
      .def_readwrite("runs", &Sweep::runs)
      .def_readwrite("scheme", &Sweep::scheme)
      .def_readwrite("seed", &Sweep::seed)
      .def_readwrite("time_limit", &Sweep::time_limit)
      .def_readwrite("step_limit", &Sweep::step_limit)
      .def_property_readonly("varies", [](const Sweep& sweep) { return !sweep.vary.empty(); })
      .def("clear_vary", [](Sweep& sweep) { sweep.vary.clear(); })
      .def("clear_watch", [](Sweep& sweep) { sweep.watch.clear(); })
      .def("add_vary",
           [](Sweep& sweep, const std::string& name, const std::string& kind, py::handle numbers) {
             std::vector<double> values = finite_from(numbers, name);
             if (values.empty()) throw zwang::InputError(name, "has no values");
             sweep.vary.push_back({name, kind_of(kind), std::move(values)});
           })
      .def("add_watch", [](Sweep& sweep, const std::string& name, const std::string& formula) {
        sweep.watch.push_back({name, formula, {}});
      });
  py::class_<SweepOptions>(module, "SweepOptions")
      .def(py::init<>())
      .def_readwrite("threads", &SweepOptions::threads)
      .def_readwrite("journal", &SweepOptions::journal)
      .def_readwrite("resume", &SweepOptions::resume)
      .def("set_run", [](SweepOptions& options, std::optional<double> duration,
                         std::optional<double> tolerance, const std::optional<std::string>& method,
                         std::optional<double> step) {
        options.run.duration = duration;
        options.run.tolerance = tolerance;
        options.run.method = method;
        options.run.step = step;
      });
  py::class_<SweepResult>(module, "SweepResult")
      .def_readonly("varied", &SweepResult::varied)
      .def_readonly("watched", &SweepResult::watched)
      .def_property_readonly("count", [](const SweepResult& x) { return x.runs.size(); })
      .def("varied_numbers", [](const SweepResult& x,
                                std::size_t k) { return column(x, k, &zwang::SweepRun::varied); })
      .def("watched_numbers", [](const SweepResult& x,
                                 std::size_t k) { return column(x, k, &zwang::SweepRun::watched); })
      .def_property_readonly(
          "status", [](const SweepResult& x) { return texts(x, &zwang::SweepRun::status); })
      .def_property_readonly(
          "message", [](const SweepResult& x) { return texts(x, &zwang::SweepRun::message); })
      .def(
          "json", [](const SweepResult& x) { return zwang::to_json(x); }, Unlocked())
      .def(
          "csv", [](const SweepResult& x) { return zwang::to_csv(x); }, Unlocked())
      .def(
          "write_hdf5",
          [](const SweepResult& x, const std::string& path) { zwang::write_hdf5(x, path); },
          Unlocked())
      .def(
          "write_page",
          [](const SweepResult& x, const std::string& path) { zwang::write_page(x, path); },
          Unlocked());
  module.def("asked_sweep", &zwang::asked_sweep, py::arg("model"));
  module.def("sweep", &do_sweep, py::arg("model"), py::arg("asked"), py::arg("options"),
             Unlocked());
}

}  // namespace zwang_python
