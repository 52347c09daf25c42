// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of the module, a file each.

#include <pybind11/pybind11.h>

namespace zwang_python {

void bind_model(pybind11::module_& module);
void bind_accelerations(pybind11::module_& module);
void bind_record(pybind11::module_& module);
void bind_run(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
void bind_extremals(pybind11::module_& module);
void bind_linear(pybind11::module_& module);
void bind_fit(pybind11::module_& module);
void bind_periodic(pybind11::module_& module);
void bind_sweep(pybind11::module_& module);
void bind_instant(pybind11::module_& module);

}  // namespace zwang_python
