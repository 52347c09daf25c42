// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Python function as a force. The library may copy and drop it without the interpreter's lock.

#include <memory>
#include <string>

#include "arrays.h"
#include "interrupt.h"
#include "zwang/run.h"

namespace zwang_python {

/// f(t, q, v) → a number, a sequence or an array. It gets copies: what it keeps does not change.
class ForceLaw {
 public:
  ForceLaw(std::string name, py::object function)
      : name_(std::move(name)),
        function_(new py::object(std::move(function)), [](py::object* held) {
          const py::gil_scoped_acquire lock;
          delete held;
        }) {}

  void operator()(double t, std::span<const double> q, std::span<const double> v,
                  std::span<double> force) const {
    const py::gil_scoped_acquire lock;
    fill(ask(t, q, v), force);
  }

 private:
  // Ctrl-C may come while the function is at work. It ends the run between steps, as elsewhere, so that what was
  // computed is kept; the function is asked once more, for what it says depends on the state alone.
  py::object ask(double t, std::span<const double> q, std::span<const double> v) const {
    try {
      return call(t, q, v);
    } catch (const py::error_already_set& error) {
      Interrupt* const interrupt = Interrupt::current;
      if (!interrupt || interrupt->pressed() || !error.matches(PyExc_KeyboardInterrupt)) throw;
      interrupt->press();
    }
    return call(t, q, v);
  }

  py::object call(double t, std::span<const double> q, std::span<const double> v) const {
    const auto copy = [](std::span<const double> x) {
      return py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data());
    };
    return (*function_)(t, copy(q), copy(v));
  }

  // Floats, and lists and tuples of them, are what such functions return; all else is NumPy's matter.
  void fill(const py::object& result, std::span<double> force) const {
    PyObject* const x = result.ptr();
    if (PyFloat_Check(x)) {
      check(1, force.size());
      force[0] = PyFloat_AS_DOUBLE(x);
    } else if (PyList_Check(x) || PyTuple_Check(x)) {
      const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(x));
      check(size, force.size());
      for (std::size_t k = 0; k < size; ++k) {
        force[k] = PyFloat_AsDouble(PySequence_Fast_GET_ITEM(x, static_cast<py::ssize_t>(k)));
        if (force[k] == -1 && PyErr_Occurred()) throw py::error_already_set();
      }
    } else {
      const Numbers numbers = numbers_from(result, name_ + ": what the function returns");
      const auto size = static_cast<std::size_t>(numbers.size());
      check(size, force.size());
      std::copy_n(numbers.data(), size, force.begin());
    }
  }

  void check(std::size_t size, std::size_t wanted) const {
    if (size == wanted || (wanted == 6 && size == 3)) return;
    throw zwang::InputError(name_, "the force has " + std::to_string(size) +
                                       (size == 1 ? " component" : " components") +
                                       "; it must have " + std::to_string(wanted));
  }

  std::string name_;
  std::shared_ptr<py::object> function_;
};

}  // namespace zwang_python
