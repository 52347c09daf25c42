// SPDX-License-Identifier: Apache-2.0
#include "zwang/instant.h"

#include <span>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "zwang/batch.h"
#include "zwang/words.h"

namespace zwang_python {

namespace {

using zwang::Instant;

std::span<const double> seen(const Numbers& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

std::string shape_text(const Numbers& array) {
  std::string text = "(";
  for (py::ssize_t k = 0; k < array.ndim(); ++k) {
    text += (k == 0 ? "" : ", ") + std::to_string(array.shape(k));
  }
  return text + ")";
}

void expect_shape(bool fits, const Numbers& array, const char* name, const std::string& wanted) {
  if (!fits) {
    throw zwang::InputError(name, "has the shape " + shape_text(array) + "; it must be " + wanted);
  }
}

zwang::Method method_from(const std::string& word) {
  std::string words;
  for (const zwang::KernelWord& kernel : zwang::kernel_words()) {
    if (kernel.word == word) return kernel.method;
    words += (words.empty() ? "" : ", ") + std::string(kernel.word);
  }
  throw zwang::InputError("method", "is '" + word + "'; it must be one of " + words);
}

// Many instants at once: accelerations and the status of each.
struct Batch {
  py::array_t<double> acceleration;  // (k, n)
  std::vector<zwang::Status> status;
  std::size_t alone = 0;
};

// Numbers of k systems, (k, entries), as the library takes them: (entries, k).
std::vector<double> turned(const Numbers& array, std::size_t count) {
  const std::size_t entries = static_cast<std::size_t>(array.size()) / count;
  std::vector<double> numbers(entries * count);
  for (std::size_t s = 0; s < count; ++s) {
    const double* const from = array.data() + s * entries;
    for (std::size_t e = 0; e < entries; ++e) numbers[e * count + s] = from[e];
  }
  return numbers;
}

bool has_shape(const Numbers& array, std::initializer_list<py::ssize_t> shape) {
  if (array.ndim() != static_cast<py::ssize_t>(shape.size())) return false;
  py::ssize_t axis = 0;
  for (const py::ssize_t size : shape) {
    if (array.shape(axis++) != size) return false;
  }
  return true;
}

// M (k, n, n), Q (k, n), A (k, m, n), b (k, m).
Batch solve_many(const Numbers& M, const Numbers& Q, const Numbers& A, const Numbers& b,
                 const zwang::Options& options) {
  const py::ssize_t k = M.shape(0), n = M.shape(1);
  const std::string systems = std::to_string(k), size = std::to_string(n);
  expect_shape(has_shape(M, {k, n, n}), M, "M", "(" + systems + ", " + size + ", " + size + ")");
  expect_shape(has_shape(Q, {k, n}), Q, "Q", "(" + systems + ", " + size + "), as M is");
  expect_shape(b.ndim() == 2 && b.shape(0) == k, b, "b", "(" + systems + ", m), as M is");
  const py::ssize_t m = b.shape(1);
  expect_shape(has_shape(A, {k, m, n}), A, "A",
               "(" + systems + ", " + std::to_string(m) + ", " + size + ")");
  const auto count = static_cast<std::size_t>(k), width = static_cast<std::size_t>(n);
  Batch batch;
  batch.status.resize(count);
  std::vector<double> found(count * width), rows(count * width);
  if (count != 0) {
    const std::vector<double> masses = turned(M, count), forces = turned(Q, count),
                              matrices = turned(A, count), rights = turned(b, count);
    const py::gil_scoped_release free;
    zwang::BatchSolver solver(width, static_cast<std::size_t>(m), options);
    batch.alone =
        solver.solve({count, width, static_cast<std::size_t>(m), masses, forces, matrices, rights},
                     found, batch.status);
    for (std::size_t s = 0; s < count; ++s) {
      for (std::size_t j = 0; j < width; ++j) rows[s * width + j] = found[j * count + s];
    }
  }
  batch.acceleration = array_of(std::move(rows)).reshape({k, n});
  return batch;
}

// M (n, n) or (n,), Q (n,), A (m, n), b (m,): one instant. The library looks at the sizes once more; here
// the shapes are told apart, of which it sees the products only.
Instant solve_one(const Numbers& M, const Numbers& Q, const Numbers& A, const Numbers& b,
                  const std::optional<Numbers>& C, const std::optional<Numbers>& weights,
                  const zwang::Options& options) {
  const py::ssize_t n = Q.size(), m = b.size();
  const std::string size = std::to_string(n);
  expect_shape(M.ndim() == 1 || M.ndim() == 2, M, "M", "a matrix, its diagonal, or many matrices");
  expect_shape(Q.ndim() == 1, Q, "Q", "a vector, as M is for one system");
  expect_shape(b.ndim() == 1, b, "b", "a vector");
  expect_shape(
      (M.ndim() == 1 && M.size() == n) || (M.ndim() == 2 && M.shape(0) == n && M.shape(1) == n), M,
      "M", "(" + size + ",) or (" + size + ", " + size + "), as Q has " + size);
  expect_shape(m == 0 ? A.size() == 0 : A.ndim() == 2 && A.shape(0) == m && A.shape(1) == n, A, "A",
               "(" + std::to_string(m) + ", " + size + "), as b has " + std::to_string(m) +
                   " and Q has " + size);
  expect_shape(!C || C->size() == n, C ? *C : Q, "C", "(" + size + ",), as Q is");
  expect_shape(!weights || weights->size() == m, weights ? *weights : b, "weights",
               "(" + std::to_string(m) + ",), as b is");
  zwang::Problem problem;
  problem.mass_matrix = seen(M);
  problem.applied_force = seen(Q);
  problem.constraint_matrix = seen(A);
  problem.constraint_rhs = seen(b);
  if (C) problem.nonideal_force = seen(*C);
  if (weights) problem.weights = seen(*weights);
  return zwang::solve_instant(problem, options);
}

std::optional<Numbers> optional_from(py::handle given, const char* name) {
  if (given.is_none()) return std::nullopt;
  return vector_seen(given, name);
}

// One instant, or where M has three dimensions as many as it has matrices.
py::object solve(py::handle of_M, py::handle of_Q, py::handle of_A, py::handle of_b,
                 py::handle of_C, py::handle of_weights, const std::string& method, bool diagnose) {
  const Numbers M = numbers_from(of_M, "M"), Q = numbers_from(of_Q, "Q"),
                A = numbers_from(of_A, "A"), b = numbers_from(of_b, "b");
  const std::optional<Numbers> C = optional_from(of_C, "C"),
                               weights = optional_from(of_weights, "weights");
  zwang::Options options;
  options.method = method_from(method);
  options.diagnose = diagnose;
  if (M.ndim() != 3) return py::cast(solve_one(M, Q, A, b, C, weights, options));
  if (C) throw zwang::InputError("C", "is given, and a batch has ideal constraints only");
  if (weights) throw zwang::InputError("weights", "are given, and a batch has none");
  return py::cast(solve_many(M, Q, A, b, options));
}

template <std::vector<double> Instant::*member>
py::array_t<double> numbers(const Instant& instant) {
  return array_of(instant.*member);
}

py::list redundant_of(const Instant& instant) {
  py::list list;
  for (const zwang::Dependence& one : instant.redundant) {
    list.append(py::make_tuple(one.row, one.rows, one.coefficients));
  }
  return list;
}

py::list contradictory_of(const Instant& instant) {
  py::list list;
  for (const zwang::Contradiction& one : instant.contradictory) {
    list.append(py::make_tuple(one.rows, one.combination, one.size));
  }
  return list;
}

std::string shown(const Instant& instant) {
  return "<zwang.Instant: " + std::string(zwang::name(instant.status)) + ", rank " +
         std::to_string(instant.rank) + ", " + std::to_string(instant.freedom) +
         " degrees of freedom>";
}

constexpr const char* about_solve =
    R"(Accelerations that satisfy A x'' = b and are nearest to free motion, in the measure of M.

M is (n, n) or its diagonal (n,), Q (n,), A (m, n), b (m,); C, the force of non-ideal constraints, (n,); weights, (m,), decide
where rows contradict each other. M (k, n, n), Q (k, n), A (k, m, n) and b (k, m) are k systems at once. Numbers that
go bad do not raise: look at `status`.

>>> import zwang
>>> now = zwang.solve_instant([1, 1], [0, -10], [[1, 0]], [2])
>>> now.acceleration.tolist(), now.constraint_force.tolist(), now.rank
([2.0, -10.0], [2.0, 0.0], 1)
)";

}  // namespace

void bind_instant(py::module_& module) {
  py::class_<Instant>(module, "Instant",
                      "What Gauss's principle says at one instant: accelerations, forces, rank. "
                      "`solve_instant` makes one.")
      .def_property_readonly("acceleration", &numbers<&Instant::acceleration>,
                             "The accelerations, (n,).")
      .def_property_readonly("free_acceleration", &numbers<&Instant::free_acceleration>,
                             "a = M⁻¹Q: what they would be without constraints.")
      .def_property_readonly("deviation", &numbers<&Instant::deviation>,
                             "Acceleration less free acceleration.")
      .def_property_readonly("misfit", &numbers<&Instant::misfit>,
                             "b − A a: by how much free motion misses the constraints.")
      .def_property_readonly("force_newton", &numbers<&Instant::force_newton>, "F^N = Q.")
      .def_property_readonly("force_lagrange", &numbers<&Instant::force_lagrange>,
                             "F^L: the force of ideal constraints, which does no virtual work.")
      .def_property_readonly("force_coulomb", &numbers<&Instant::force_coulomb>,
                             "F^C: what the constraints do besides, by C.")
      .def_property_readonly("constraint_force", &numbers<&Instant::constraint_force>, "F^L + F^C.")
      .def_property_readonly("multipliers", &numbers<&Instant::multipliers>,
                             "λ with F^L = Aᵀλ, the shortest one.")
      .def_property_readonly("residual", &numbers<&Instant::residual>, "b − A times acceleration.")
      .def_property_readonly("null_direction", &numbers<&Instant::null_direction>,
                             "Where the motion is not determined; empty where it is.")
      .def_property_readonly(
          "unique",
          [](const Instant& i) { return std::vector<bool>(i.unique.begin(), i.unique.end()); },
          "By row: whether its multiplier has only this value.")
      .def_property_readonly(
          "status", [](const Instant& i) { return std::string(zwang::name(i.status)); },
          "\"ok\", \"contradictory\", \"degenerate\", …: how it ended.")
      .def_property_readonly(
          "message", [](const Instant& i) { return std::string(zwang::sentence(i.status)); },
          "The same in a sentence.")
      .def_property_readonly(
          "verdict", [](const Instant& i) { return std::string(zwang::name(i.verdict)); },
          "What kind of stationary point Gauss's function has: \"minimum\", \"saddle\", …")
      .def_property_readonly(
          "method", [](const Instant& i) { return std::string(zwang::name(i.method)); },
          "The method that was used.")
      .def_readonly("gauss", &Instant::gauss, "Gauss's Zwang, (ẍ − a)ᵀ M (ẍ − a).")
      .def_readonly("condition", &Instant::condition, "The condition of the independent rows.")
      .def_readonly("rank", &Instant::rank, "How many rows are independent.")
      .def_readonly("freedom", &Instant::freedom, "n − rank.")
      .def_readonly("vanished", &Instant::vanished, "Rows of A that are zero.")
      .def_property_readonly("redundant", &redundant_of,
                             "Rows that follow from others: (row, rows, coefficients).")
      .def_property_readonly("contradictory", &contradictory_of,
                             "Rows that cannot hold together: (rows, combination, size).")
      .def("__repr__", &shown);
  py::class_<Batch>(module, "Batch", "Many instants of one size, solved side by side.")
      .def_readonly("acceleration", &Batch::acceleration, "(k, n)")
      .def_property_readonly(
          "status",
          [](const Batch& batch) {
            std::vector<std::string> words;
            for (const zwang::Status status : batch.status) {
              words.emplace_back(zwang::name(status));
            }
            return words;
          },
          "A word for each.")
      .def_readonly("alone", &Batch::alone, "How many were solved one by one.")
      .def("__len__", [](const Batch& batch) { return batch.status.size(); })
      .def("__repr__", [](const Batch& batch) {
        return "<zwang.Batch of " + std::to_string(batch.status.size()) + " instants>";
      });
  module.def("solve_instant", &solve, py::arg("M"), py::arg("Q"), py::arg("A"), py::arg("b"),
             py::arg("C") = py::none(), py::arg("weights") = py::none(), py::kw_only(),
             py::arg("method") = "auto", py::arg("diagnose") = true, about_solve);
}

}  // namespace zwang_python
