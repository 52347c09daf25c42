// SPDX-License-Identifier: Apache-2.0
#include "zwang/simulation.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "force_law.h"
#include "interrupt.h"

namespace zwang_python {

namespace {

using zwang::Simulation;

/// A simulation that Ctrl-C can stop.
struct Clocked {
  Clocked(const zwang::Model& model, zwang::RunOptions options) {
    options.goes_on = [](const zwang::Progress&) {
      return !Interrupt::current || Interrupt::current->goes_on();
    };
    const py::gil_scoped_release unlocked;
    simulation = std::make_unique<Simulation>(model, options);
  }
  Clocked(const Clocked& other) {
    const py::gil_scoped_release unlocked;
    simulation = std::make_unique<Simulation>(*other.simulation);
  }

  // True: Ctrl-C stopped it short of there.
  bool advance_to(double t) {
    Interrupt interrupt;
    const py::gil_scoped_release unlocked;
    simulation->advance_to(t);
    return interrupt.pressed();
  }

  std::unique_ptr<Simulation> simulation;
};

py::list events_of(const Clocked& clocked) {
  py::list list;
  for (const zwang::RunEvent& event : clocked.simulation->events()) {
    list.append(py::make_tuple(event.what, event.name, event.state.t, array_of(event.state.q),
                               array_of(event.state.v), event.text));
  }
  return list;
}

py::tuple state_of(const Clocked& clocked) {
  const zwang::State& state = clocked.simulation->state();
  return py::make_tuple(state.t, array_of(state.q), array_of(state.v));
}

}  // namespace

void bind_simulation(py::module_& module) {
  py::class_<Clocked>(module, "Simulation")
      .def(py::init<const zwang::Model&, zwang::RunOptions>(), py::arg("model"), py::arg("options"))
      .def("copy", [](const Clocked& c) { return std::make_unique<Clocked>(c); })
      .def("advance_to", &Clocked::advance_to, py::arg("t"))
      .def("state", &state_of)
      .def("events", &events_of)
      .def("energy", [](const Clocked& c) { return c.simulation->energy(); })
      .def("ending",
           [](const Clocked& c) { return std::string(zwang::name(c.simulation->ending())); })
      .def("message", [](const Clocked& c) { return c.simulation->message(); })
      .def("work_applied",
           [](const Clocked& c) { return c.simulation->summary().energy.work_applied; })
      .def("model", [](const Clocked& c) { return c.simulation->model(); })
      .def(
          "set_state",
          [](Clocked& c, double t, py::handle q, py::handle v) {
            c.simulation->set_state({t, finite_from(q, "q"), finite_from(v, "v")});
          },
          py::arg("t"), py::arg("q"), py::arg("v"))
      .def("set", [](Clocked& c, const zwang::Settings& settings) { c.simulation->set(settings); })
      .def("apply", [](Clocked& c, const std::string& on,
                       py::handle force) { c.simulation->apply(on, vector_from(force, on)); })
      .def("follow", [](Clocked& c, const std::string& on, const py::object& law) {
        c.simulation->apply(on, zwang::ForceLaw(ForceLaw(on, law)));
      });
}

}  // namespace zwang_python
