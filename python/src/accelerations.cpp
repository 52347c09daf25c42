// SPDX-License-Identifier: Apache-2.0
#include "zwang/accelerations.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"

namespace zwang_python {

namespace {

using zwang::Accelerations;

std::span<const double> seen(const Numbers& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

std::size_t size_of(const Accelerations& rates) { return rates.model().coordinates().size(); }

// (n,), or (n, k): many states side by side.
Numbers states_from(const Accelerations& rates, py::handle given, const char* name) {
  Numbers array = numbers_from(given, name);
  const std::size_t n = size_of(rates);
  if (array.ndim() < 1 || array.ndim() > 2 || static_cast<std::size_t>(array.shape(0)) != n) {
    throw zwang::InputError(name, "must have the shape (" + std::to_string(n) + ",) or (" +
                                      std::to_string(n) + ", k), as the model has " +
                                      std::to_string(n) + " coordinates");
  }
  return array;
}

py::tuple solve(Accelerations& rates, py::handle of_t, py::handle of_q, py::handle of_v) {
  const Numbers q = states_from(rates, of_q, "q"), v = states_from(rates, of_v, "v"),
                t = numbers_from(of_t, "t");
  const bool many = q.ndim() == 2;
  const std::size_t count = many ? static_cast<std::size_t>(q.shape(1)) : 1;
  if (v.ndim() != q.ndim() || v.size() != q.size())
    throw zwang::InputError("v", "must have the shape that q has");
  if (t.ndim() > 1 || (t.size() != 1 && static_cast<std::size_t>(t.size()) != count))
    throw zwang::InputError("t", "must be one time, or one for each state");
  std::vector<double> found(static_cast<std::size_t>(q.size()));
  std::vector<zwang::Status> status(count);
  rates.solve({count, seen(t), seen(q), seen(v)}, found, status);
  std::vector<std::string> words;
  for (const zwang::Status one : status) words.emplace_back(zwang::name(one));
  py::array_t<double> answer = array_of(std::move(found));
  if (many) answer = answer.reshape({static_cast<std::size_t>(q.shape(0)), count});
  return py::make_tuple(answer, words);
}

// None: nothing, which is zero.
Numbers direction_from(py::handle given, const char* name, std::size_t size) {
  if (given.is_none()) return Numbers(std::vector<py::ssize_t>{0});
  const Numbers numbers = vector_seen(given, name);
  if (static_cast<std::size_t>(numbers.size()) != size)
    throw zwang::InputError(name, "has " + std::to_string(numbers.size()) +
                                      " numbers; it must have " + std::to_string(size));
  return numbers;
}

std::string differentiate(Accelerations& rates, double t, py::handle q, py::handle v) {
  const Numbers at = vector_seen(q, "q"), by = vector_seen(v, "v");
  return std::string(zwang::name(rates.differentiate(t, seen(at), seen(by))));
}

}  // namespace

void bind_accelerations(py::module_& module) {
  struct Asked : Accelerations {
    Asked(const zwang::Model& model, const std::vector<std::string>& by)
        : Accelerations(model, by), parameters(by.size()) {}
    std::size_t parameters;
  };
  py::class_<Asked>(module, "Accelerations")
      .def(py::init<const zwang::Model&, const std::vector<std::string>&>(), py::arg("model"),
           py::arg("by"))
      .def("solve", [](Asked& rates, py::handle t, py::handle q,
                       py::handle v) { return solve(rates, t, q, v); })
      .def("differentiate", [](Asked& rates, double t, py::handle q,
                               py::handle v) { return differentiate(rates, t, q, v); })
      .def("acceleration", [](const Asked& rates) { return array_of(rates.acceleration()); })
      .def("tangent",
           [](Asked& rates) {
             const std::size_t n = size_of(rates);
             std::vector<double> q(n * n), v(n * n), p(n * rates.parameters);
             rates.tangent(q, v, p);
             return py::make_tuple(array_of(std::move(q)).reshape({n, n}),
                                   array_of(std::move(v)).reshape({n, n}),
                                   array_of(std::move(p)).reshape({n, rates.parameters}));
           })
      .def("forward",
           [](Asked& rates, py::handle dq, py::handle dv, py::handle dp) {
             const Numbers q = direction_from(dq, "dq", size_of(rates)),
                           v = direction_from(dv, "dv", size_of(rates)),
                           p = direction_from(dp, "dp", rates.parameters);
             std::vector<double> change(size_of(rates));
             rates.forward(seen(q), seen(v), seen(p), change);
             return array_of(std::move(change));
           })
      .def("reverse", [](Asked& rates, py::handle of_w) {
        const Numbers w = vector_seen(of_w, "w");
        std::vector<double> q(size_of(rates)), v(q.size()), p(rates.parameters);
        rates.reverse(seen(w), q, v, p);
        return py::make_tuple(array_of(std::move(q)), array_of(std::move(v)),
                              array_of(std::move(p)));
      });
}

}  // namespace zwang_python
