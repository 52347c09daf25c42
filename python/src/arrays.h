// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between NumPy and the library: numbers that come in, whatever their strides are, and numbers that go
// out without a copy. What cannot be is refused by the name of its argument.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "zwang/samples.h"
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

/// An argument that must be an array of real numbers; TypeError names it where it is none.
inline Numbers numbers_from(py::handle given, const std::string& name) {
  const auto refuse = [&] {
    throw py::type_error(name + ": must be an array of real numbers, not " +
                         std::string(Py_TYPE(given.ptr())->tp_name));
  };
  const auto is_aligned = [](const Numbers& array) {
    return reinterpret_cast<std::uintptr_t>(array.data()) % alignof(double) == 0;
  };
  if (Numbers::check_(given)) {  // as we want it, which is the usual case
    Numbers numbers = py::reinterpret_borrow<Numbers>(given);
    if (is_aligned(numbers)) return numbers;
  }
  if (given.is_none() || py::isinstance<py::str>(given) || py::isinstance<py::bytes>(given))
    refuse();
  if (py::isinstance<py::array>(given)) {
    const char kind = py::reinterpret_borrow<py::array>(given).dtype().kind();
    if (std::string_view("biufO").find(kind) == std::string_view::npos) refuse();
  }
  Numbers numbers = Numbers::ensure(given);
  if (!numbers) refuse();
  if (!is_aligned(numbers)) {
    Numbers aligned(std::vector<py::ssize_t>(numbers.shape(), numbers.shape() + numbers.ndim()));
    std::memcpy(aligned.mutable_data(), static_cast<const void*>(numbers.data()),
                static_cast<std::size_t>(numbers.nbytes()));
    return aligned;
  }
  return numbers;
}

/// A vector argument; ValueError names it where it has another number of dimensions.
inline Numbers vector_seen(py::handle given, const std::string& name) {
  Numbers array = numbers_from(given, name);
  if (array.ndim() != 1) {
    throw zwang::InputError(
        name, "has " + std::to_string(array.ndim()) + " dimensions; it must have one");
  }
  return array;
}
inline std::vector<double> vector_from(py::handle given, const std::string& name) {
  const Numbers array = vector_seen(given, name);
  return {array.data(), array.data() + array.size()};
}

/// The same for a state that is to be gone on from: ValueError where a number is not finite.
inline std::vector<double> finite_from(py::handle given, const std::string& name) {
  std::vector<double> numbers = vector_from(given, name);
  for (const double x : numbers) {
    if (!std::isfinite(x)) throw zwang::InputError(name, "has a number that is not finite");
  }
  return numbers;
}

/// Columns that stand side by side, where they are: (N,), or (N, count). `results` stay as long as it does.
template <class Results>
py::array_t<double> seen_columns(const py::object& results, const std::string& name,
                                 py::ssize_t count) {
  const zwang::Samples& samples = results.cast<const Results&>();
  const zwang::ColumnView view = samples.view(name);
  const auto rows = static_cast<py::ssize_t>(view.samples);
  const auto apart = static_cast<py::ssize_t>(view.stride * sizeof(double));
  if (count < 0 || count > static_cast<py::ssize_t>(view.stride))
    throw zwang::InputError("count", "there are not so many columns");
  std::vector<py::ssize_t> shape = {rows}, strides = {apart};
  if (count > 0) {
    shape.push_back(count);
    strides.push_back(sizeof(double));
  }
  static const double nothing = 0;
  py::array_t<double> array(shape, strides, view.data ? view.data : &nothing, results);
  array.attr("flags").attr("writeable") = false;
  return array;
}

}  // namespace zwang_python
