// SPDX-License-Identifier: Apache-2.0
#include "base/words/methods.h"

namespace zwang {

namespace {

using words::automatic;
using words::MethodFacts;
using words::Word;

/// A method of motion, with all that is said of it anywhere.
struct MethodRow {
  MethodWord shown;
  bool tangent;
  std::string_view reference;
};

constexpr std::string_view conservative =
    "long conservative motion: the energy error stays bounded; only position-level constraints, "
    "constant masses and forces that do not depend on rates";
constexpr std::string_view composed =
    "Andersen (1983), composed: Hairer, Lubich, Wanner: Geometric Numerical Integration, V.3";

/// In the order of Stepper, after "auto".
constexpr MethodRow method_rows[] = {
    {{"auto", "", false, "dopri853, dopri5 for loose tolerances, radau5 for stiff systems"},
     false,
     ""},
    {{"dopri853", "8", false, "smooth motion, any constraints, tolerances down to 1e-13"},
     false,
     "Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, II.5 (DOP853)"},
    {{"dopri5", "5", false, "loose tolerances, non-smooth forces"},
     false,
     "Dormand, Prince: A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980)"},
    {{"rk4", "4", true, "comparison with textbooks"},
     false,
     "Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen (1901)"},
    {{"rattle2", "2", true, conservative},
     false,
     "Andersen: Rattle, a velocity version of the Shake algorithm, J. Comput. Phys. 52 (1983)"},
    {{"rattle4", "4", true, conservative}, false, composed},
    {{"rattle6", "6", true, conservative}, false, composed},
    {{"rattle8", "8", true, conservative}, false, composed},
    {{"gauss6", "6", true, "long conservative motion that rattle refuses"},
     true,
     "Hairer, Lubich, Wanner: Geometric Numerical Integration, II.1.3 and VIII.6 (Gauss)"},
    {{"radau5", "5", false, "stiff systems: strong dampers, exact Jacobians"},
     true,
     "Hairer, Wanner: Solving Ordinary Differential Equations II, IV.8 (RADAU5)"},
    {{"bdf", "1-5", false, "large stiff systems at moderate tolerances (SUNDIALS CVODE)"},
     true,
     "Hindmarsh et al.: SUNDIALS, ACM Trans. Math. Softw. 31 (2005) (CVODE)"},
};
static_assert(std::size(method_rows) == static_cast<std::size_t>(motion::Stepper::bdf) + 2);

constexpr KernelWord kernel_rows[] = {
    {Method::automatic, "auto", "any symmetric",
     "explicit where M is definite, else nullspace; sparse where that is faster"},
    {Method::explicit_, "explicit", "definite",
     "Cholesky of M, pivoted QR of the constraint matrix: fastest, exact even if redundant"},
    {Method::bellman, "bellman", "definite",
     "dynamic programming over the coordinates (square-root form): each as a function of what "
     "remains to be satisfied"},
    {Method::nullspace, "nullspace", "any symmetric",
     "singular, negative or indefinite M; distinguishes minimum, maximum and saddle"},
    {Method::proximal, "proximal", "definite",
     "damped iteration without a rank decision; for comparison and near-singular poses"},
    {Method::sparse, "sparse", "definite",
     "explicit with sparse matrices: thousands of coordinates, M diagonal or in small blocks"},
    {Method::bodies, "bodies", "rigid bodies",
     "recursions over the tree of rigid bodies, which never form M; auto uses it where it can"},
};

constexpr EndsWord ends_rows[] = {
    {"auto", "collocation"},
    {"collocation", "polynomials on a mesh that is refined until the tolerance is met"},
    {"shooting", "initial-value problems instead: an independent second answer"},
};

/// The same rows as another struct.
template <class To, class From, std::size_t n, class Make>
constexpr std::array<To, n> each(const From (&rows)[n], Make make) {
  std::array<To, n> result;
  for (std::size_t i = 0; i < n; ++i) result[i] = make(rows[i], static_cast<int>(i));
  return result;
}

constexpr auto shown_methods =
    each<MethodWord>(method_rows, [](const MethodRow& row, int) { return row.shown; });
constexpr auto method_facts = each<MethodFacts>(method_rows, [](const MethodRow& row, int i) {
  return MethodFacts{static_cast<motion::Stepper>(i == 0 ? 0 : i - 1), row.shown.word, row.tangent,
                     row.reference};
});
}  // namespace

std::span<const MethodWord> method_words() noexcept { return shown_methods; }
std::span<const KernelWord> kernel_words() noexcept { return kernel_rows; }
std::span<const EndsWord> ends_words() noexcept { return ends_rows; }

std::string_view name(Method method) noexcept { return words::kernels.of(method); }

namespace words {

constinit const std::array<Word, 11> method_list =
    each<Word>(method_rows, [](const MethodRow& row, int i) {
      return Word{i + automatic, row.shown.word, row.shown.sentence};
    });
constinit const std::array<Word, 7> kernel_list = each<Word>(
    kernel_rows,
    [](const KernelWord& row, int) { return words::word(row.method, row.word, row.sentence); });
constinit const std::array<Word, 3> ends_list =
    each<Word>(ends_rows, [](const EndsWord& row, int i) {
      return Word{i + automatic, row.word, row.sentence};
    });

const MethodFacts& facts(motion::Stepper stepper) noexcept {
  return method_facts[static_cast<std::size_t>(stepper) + 1];
}

bool has_fixed_step(std::string_view method) noexcept {
  for (const MethodRow& row : method_rows)
    if (row.shown.word == method) return row.shown.fixed_step;
  return false;
}

}  // namespace words

}  // namespace zwang
