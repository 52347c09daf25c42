// SPDX-License-Identifier: Apache-2.0
#include "zwang/fit.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "interrupt.h"

namespace zwang_python {

namespace {

using zwang::FitData;
using zwang::FitOptions;
using zwang::FitResult;
using zwang::FitUnknown;

py::array_t<double> of_estimates(const FitResult& result, double zwang::FitEstimate::*member) {
  std::vector<double> numbers;
  for (const zwang::FitEstimate& one : result.estimates) numbers.push_back(one.*member);
  return array_of(numbers);
}

}  // namespace

void bind_fit(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<FitOptions>(module, "FitOptions")
      .def(py::init<>())
      .def_readwrite("weights", &FitOptions::weights)
      .def_readwrite("loss", &FitOptions::loss)
      .def_readwrite("tolerance", &FitOptions::tolerance)
      .def_readwrite("steps", &FitOptions::steps)
      .def("add_unknown",
           [](FitOptions& options, const std::string& name, std::optional<double> guess,
              double lower, double upper) {
             if (!options.unknowns) options.unknowns.emplace();
             options.unknowns->push_back({name, guess, lower, upper});
           })
      .def("add_file",
           [](FitOptions& options, const std::string& file, const zwang::Settings& set) {
             if (!options.data) options.data.emplace();
             options.data->push_back({file, {}, {}, set});
           })
      .def("add_data",
           [](FitOptions& options, py::handle t, const std::map<std::string, py::object>& columns,
              const zwang::Settings& set) {
             if (!options.data) options.data.emplace();
             FitData& data = options.data->emplace_back();
             data.t = finite_from(t, "t");
             for (const auto& [name, column] : columns)
               data.columns[name] = vector_from(column, name);
             data.set = set;
           });
  py::class_<FitResult>(module, "FitResult")
      .def_readonly("problem", &FitResult::problem)
      .def_readonly("text", &FitResult::text)
      .def_readonly("converged", &FitResult::converged)
      .def_readonly("only", &FitResult::only)
      .def_readonly("settings", &FitResult::settings)
      .def_property_readonly("names",
                             [](const FitResult& x) {
                               std::vector<std::string> names;
                               for (const zwang::FitEstimate& one : x.estimates)
                                 names.push_back(one.name);
                               return names;
                             })
      .def_property_readonly(
          "values", [](const FitResult& x) { return of_estimates(x, &zwang::FitEstimate::value); })
      .def_property_readonly(
          "deviations",
          [](const FitResult& x) { return of_estimates(x, &zwang::FitEstimate::deviation); })
      .def_property_readonly("covariance", [](const FitResult& x) {
        return array_of(x.covariance).reshape({x.estimates.size(), x.estimates.size()});
      });
  module.def(
      "fit",
      [](const zwang::Model& model, FitOptions options) {
        Interrupt interrupt;
        options.goes_on = [&](int) { return interrupt.goes_on(); };
        FitResult result = zwang::fit(model, options);
        return std::pair(std::move(result), interrupt.pressed());
      },
      py::arg("model"), py::arg("options"), Unlocked());
  module.def(
      "fit_json",
      [](const FitResult& result, const zwang::Model& model) {
        return zwang::to_json(result, model);
      },
      py::arg("result"), py::arg("model"), Unlocked());
}

}  // namespace zwang_python
