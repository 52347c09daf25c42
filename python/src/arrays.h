// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between NumPy and the library: numbers that come in, whatever their strides are, and numbers that go
// out without a copy.

#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "zwang/status.h"

namespace zwang_python {

namespace py = pybind11;

/// An array of the caller's, in C order and double precision; copied only if it is not.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// A read-only array that owns `numbers`.
inline py::array_t<double> array_of(std::vector<double> numbers) {
  auto* const kept = new std::vector<double>(std::move(numbers));
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<double>*>(p); });
  py::array_t<double> array(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// The same as rows of `columns` numbers.
inline py::array_t<double> matrix_of(std::vector<double> numbers, std::size_t columns) {
  const std::size_t rows = columns == 0 ? 0 : numbers.size() / columns;
  return array_of(std::move(numbers)).reshape({rows, columns});
}

/// The numbers of a vector argument; InputError names it where it is no vector.
inline std::vector<double> vector_from(const Numbers& array, const char* name) {
  if (array.ndim() > 1) {
    throw zwang::InputError(
        name, "has " + std::to_string(array.ndim()) + " dimensions; it must have one");
  }
  return {array.data(), array.data() + array.size()};
}

}  // namespace zwang_python
