// SPDX-License-Identifier: Apache-2.0
// Arguments that cannot be right: the error names the argument and both sizes.

#include <functional>

#include "support/expect.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

/// n = 3, m = 2, nothing wrong.
struct Arguments {
  std::vector<double> M = {4, 1, 0, 1, 3, 1, 0, 1, 2}, Q = {1, -2, 3};
  std::vector<double> A = {1, 2, 0, 0, 1, -1}, b = {1, 4}, C = {1, 1, 1}, W = {1, 2};
  std::vector<std::size_t> blocks;
  Problem problem() const { return {M, blocks, Q, A, b, C, W}; }
};

void expect_named(const std::function<void()>& call, const std::string& argument,
                  const std::vector<std::string>& words) {
  try {
    call();
    FAIL() << "no error for " << argument;
  } catch (const InputError& error) {
    EXPECT_EQ(error.argument(), argument);
    const std::string text = error.what();
    EXPECT_NE(text.find(argument), std::string::npos) << text;
    for (const std::string& word : words)
      EXPECT_NE(text.find(word), std::string::npos) << "'" << word << "' is not in: " << text;
  }
}

void expect_refused(const Arguments& arguments, const std::string& argument,
                    const std::vector<std::string>& words) {
  SCOPED_TRACE(argument);
  expect_named([&] { solve_instant(arguments.problem()); }, argument, words);
}

TEST(InputError, RightSizesPass) { EXPECT_NO_THROW(solve_instant(Arguments().problem())); }

TEST(InputError, MassMatrixOfWrongSizeNamesBothSizes) {
  for (std::size_t size : {0u, 1u, 4u, 8u, 10u}) {
    Arguments arguments;
    arguments.M.resize(size);
    expect_refused(arguments, "mass_matrix", {std::to_string(size), "9"});
  }
}

TEST(InputError, MassBlocksThatDoNotSumNameBothSizes) {
  Arguments arguments;
  arguments.M = {1, 2, 3, 4, 5};
  arguments.blocks = {1, 1};
  expect_refused(arguments, "mass_blocks", {"2", "3"});
  arguments.blocks = {2, 2};
  expect_refused(arguments, "mass_blocks", {"4", "3"});
  arguments.blocks = {2, 1};  // 4 + 1 entries
  arguments.M = {2, 1, 1, 2};
  expect_refused(arguments, "mass_matrix", {"4", "5"});
  arguments.M = {2, 1, 1, 2, 3};
  EXPECT_NO_THROW(solve_instant(arguments.problem()));
}

TEST(InputError, ConstraintMatrixOfWrongSizeNamesBothSizes) {
  for (std::size_t size : {0u, 5u, 7u, 9u}) {
    Arguments arguments;
    arguments.A.resize(size);
    expect_refused(arguments, "constraint_matrix", {std::to_string(size), "6"});
  }
}

TEST(InputError, NonidealForceOfWrongSizeNamesBothSizes) {
  Arguments arguments;
  arguments.C.resize(4);
  expect_refused(arguments, "nonideal_force", {"4", "3"});
}

TEST(InputError, WeightsOfWrongSizeNameBothSizes) {
  Arguments arguments;
  arguments.W.resize(3, 1);
  expect_refused(arguments, "weights", {"3", "2"});
}

TEST(InputError, MassMatrixThatIsNotSymmetricIsRefused) {
  Arguments arguments;
  arguments.M[1] = 1.5;
  expect_refused(arguments, "mass_matrix", {"symmetric"});
  arguments.M = {2, 1, 1.5, 2, 3};
  arguments.blocks = {2, 1};
  expect_refused(arguments, "mass_matrix", {"symmetric"});
}

// What a product of matrices leaves by rounding is not an error.
TEST(InputError, RoundingDoesNotMakeAMassMatrixUnsymmetric) {
  Arguments arguments;
  arguments.M[1] = 1 + 2e-16;
  EXPECT_NO_THROW(solve_instant(arguments.problem()));
}

TEST(InputError, WeightsThatAreNotPositiveAreRefused) {
  for (double bad : {0.0, -1.0}) {
    Arguments arguments;
    arguments.W[1] = bad;
    expect_refused(arguments, "weights", {"positive"});
  }
}

// The solver that must not throw says it by its status, and works on.
TEST(InputError, SolverReturnsWrongSize) {
  const Arguments right;
  InstantSolver solver(3, 2);
  const auto status = [&](auto&& spoil) {
    Problem p = right.problem();
    spoil(p);
    return solver.solve(p).status;
  };
  EXPECT_EQ(status([](Problem& p) { p.mass_matrix = p.mass_matrix.first(8); }), Status::wrong_size);
  EXPECT_EQ(status([](Problem& p) { p.applied_force = p.applied_force.first(2); }),
            Status::wrong_size);
  EXPECT_EQ(status([](Problem& p) { p.constraint_matrix = p.constraint_matrix.first(3); }),
            Status::wrong_size);
  EXPECT_EQ(status([](Problem& p) { p.constraint_rhs = p.constraint_rhs.first(1); }),
            Status::wrong_size);
  EXPECT_EQ(status([](Problem& p) { p.nonideal_force = p.nonideal_force.first(2); }),
            Status::wrong_size);
  EXPECT_EQ(status([](Problem& p) { p.weights = p.weights.first(1); }), Status::wrong_size);
  const std::size_t blocks[] = {2, 2};
  EXPECT_EQ(status([&](Problem& p) { p.mass_blocks = blocks; }), Status::wrong_size);
  EXPECT_EQ(status([](Problem&) {}), Status::ok);
}

TEST(InputError, UnderdeterminedNamesItsArguments) {
  const std::vector<double> A = {1, 2, 3, 4, 5}, b = {1, 2}, s = {1, 2, 3}, four = {1, 1, 1, 1};
  expect_named([&] { solve_underdetermined({A, b, s, {}, {}}); }, "relations", {"5", "6"});
  const std::vector<double> right = {1, 2, 3, 4, 5, 6};
  expect_named([&] { solve_underdetermined({right, b, s, four, {}}); }, "free", {"4", "3"});
  expect_named([&] { solve_underdetermined({right, b, s, {}, four}); }, "weights", {"4", "2"});
}

TEST(InputError, PseudoInverseNamesBothSizes) {
  const std::vector<double> A = {1, 2, 3, 4, 5};
  expect_named([&] { pseudo_inverse(A, 2, 3); }, "A", {"5", "6"});
  const std::vector<double> bad = {1, std::nan("")};
  expect_named([&] { pseudo_inverse(bad, 1, 2); }, "A", {"finite"});
}

TEST(InputError, EveryStatusHasItsWordSentenceAndRemedy) {
  for (Status status :
       {Status::ok, Status::contradictory, Status::degenerate, Status::mass_not_definite,
        Status::not_converged, Status::not_finite_input, Status::overflow, Status::wrong_size}) {
    EXPECT_FALSE(name(status).empty());
    EXPECT_FALSE(sentence(status).empty());
    EXPECT_EQ(remedy(status).empty(), status == Status::ok);
  }
  EXPECT_EQ(name(Status::mass_not_definite), "mass_not_definite");
}

}  // namespace
}  // namespace zwang::test
