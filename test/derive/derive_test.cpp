// SPDX-License-Identifier: Apache-2.0
// The derived equations say what the papers say, and what the kernels compute.

#include "derive/derive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "assemble/parts.h"
#include "compile/compile.h"
#include "equations/evaluate.h"
#include "formula/evaluate.h"
#include "formula/parse/letter.h"
#include "read/model.h"
#include "support/random.h"
#include "zwang/instant.h"

namespace zwang::deriving {
namespace {

using formula::Node;

Description described(const std::string& path) {
  std::ifstream file(ZWANG_TEST_DATA "/" + path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  read::Reading reading = read::read(text, path);
  for (const Diagnostic& diagnostic : reading.diagnostics)
    ADD_FAILURE() << to_text(diagnostic, text, path);
  return std::move(reading.description);
}

std::string page(const Description& description, Language language = Language::text) {
  const Derivation derivation = derive(description, language);
  EXPECT_TRUE(derivation.diagnostics.empty());
  return derivation.page;
}

/// One line of a page: left = right, the parts it uses, and its note.
struct Line {
  std::string left, right, note;
  std::vector<std::pair<std::string, std::string>> parts;
};

std::vector<Line> lines(const std::string& text) {
  std::vector<Line> found;
  std::istringstream stream(text);
  for (std::string words; std::getline(stream, words);) {
    const bool is_part = words.starts_with("    with ");
    const std::size_t equal = words.find(" = ", 2), plus = words.find(" += ");
    const std::size_t at = std::min(equal, plus);
    if (!words.starts_with("  ") || at == std::string::npos || words.find(" = [") == at) continue;
    const std::size_t after = at + (at == plus ? 4 : 3), first = is_part ? 9 : 2;
    std::string left = words.substr(first, at - first), right = words.substr(after), note;
    if (const std::size_t open = right.rfind("   ("); open != std::string::npos) {
      note = right.substr(open + 4, right.size() - open - 5);
      right.resize(open);
    }
    if (is_part) {
      found.back().parts.emplace_back(left, right);
    } else {
      found.push_back({left, right, note, {}});
    }
  }
  return found;
}

/// The numbers of a model at a random state, by its programs and the kernel.
class Numbers {
 public:
  Numbers(const Description& description, std::uint64_t seed)
      : compiled_(compile::compile(description)), work_(compiled_.equations) {
    const equations::Equations& e = compiled_.equations;
    test::Random random(seed);
    t = random.uniform(0, 2);
    for (Index i = 0; i < e.n; ++i) {
      q.push_back(random.uniform(-2, 2));
      v.push_back(random.uniform(-2, 2));
    }
    work_.set_parameters(e.parameters);
    work_.evaluate(equations::Stage::dynamics, t, q.data(), v.data());
    n = q.size();
    m = static_cast<std::size_t>(e.m);
    Q.assign(work_.Q(), work_.Q() + n);
    b.assign(work_.b(), work_.b() + m);
    A.resize(m * n);
    for (std::size_t k = 0; k < m; ++k) {
      for (Index at = e.A().begin[k]; at < e.A().begin[k + 1]; ++at) {
        A[k * n + static_cast<std::size_t>(e.A().column[static_cast<std::size_t>(at)])] =
            work_.A()[at];
      }
    }
    std::size_t entries = 0;
    for (const std::size_t size : e.mass_blocks) entries += size * size;
    Problem problem;
    problem.mass_matrix = {work_.M(), entries};
    problem.mass_blocks = e.mass_blocks;
    problem.applied_force = Q;
    problem.constraint_matrix = A;
    problem.constraint_rhs = b;
    instant = solve_instant(problem);
    mass.assign(work_.M(), work_.M() + entries);
  }

  const compile::Compiled& compiled() const { return compiled_; }
  /// By slot of the scope's graph, which numbers its inputs as the compiler does.
  std::vector<double> inputs() const {
    const equations::Equations& e = compiled_.equations;
    std::vector<double> x(static_cast<std::size_t>(e.inputs) + 1000);
    x[e.t_slot] = t;
    for (std::size_t k = 0; k < e.parameters.size(); ++k) {
      x[e.parameter_slots[k]] = e.parameters[k];
    }
    for (std::size_t i = 0; i < n; ++i) {
      x[e.q_slots[i]] = q[i];
      x[e.v_slots[i]] = v[i];
      x[e.v_slots[i] + 1] = instant.acceleration[i];
    }
    return x;
  }

  double t = 0;
  std::size_t n = 0, m = 0;
  std::vector<double> q, v, Q, A, b, mass;
  Instant instant;

 private:
  compile::Compiled compiled_;
  equations::Workspace work_;
};

/// What a person with the page and a pocket calculator gets.
class Calculator {
 public:
  Calculator(const Description& description, const Numbers& numbers)
      : scope_(description, {}), inputs_(numbers.inputs()) {}

  Node node(const std::string& text, formula::Wanted wanted = formula::Wanted::scalar) {
    const formula::Reading reading = formula::read(text, scope_.symbols(), wanted);
    EXPECT_TRUE(reading.ok()) << text << "\n"
                              << (reading.ok() ? "" : reading.diagnostics.front().what);
    return reading.ok() ? reading.formula.value.at[0] : scope_.graph().constant(NAN);
  }

  double value(const Line& line) {
    for (const auto& [name, text] : line.parts) {
      scope_.symbols().define(name, formula::scalar(node(text)));
    }
    const Node x =
        line.left.find("''") != std::string::npos && line.left.find(' ') != line.left.npos
            ? node(line.left + " = " + line.right, formula::Wanted::equation)
            : node(line.right);
    for (const auto& [name, text] : line.parts) scope_.symbols().remove(name);
    if (formula::is_name(line.left) && !scope_.symbols().has(line.left)) {
      scope_.symbols().define(line.left, formula::scalar(x));
    }
    return formula::evaluate(scope_.graph(), {&x, 1}, inputs_).front();
  }

  compile::Scope& scope() { return scope_; }

 private:
  compile::Scope scope_;
  std::vector<double> inputs_;
};

/// What the kernel says about the left side of a line, by name.
std::map<std::string, double> kernel_says(const Numbers& x) {
  const compile::Names& names = x.compiled().names;
  const std::string dots = x.compiled().equations.order == 1 ? "'" : "''";
  std::map<std::string, double> said;
  for (std::size_t i = 0; i < x.n; ++i) {
    const std::string& name = names.coordinates[i];
    said[name + dots] = x.instant.acceleration[i];
    said["Q(" + name + ")"] = x.Q[i];
    said["a(" + name + ")"] = x.instant.free_acceleration[i];
    for (const compile::NamedRows& rows : names.constraints) {
      double& force = said["force(" + rows.name + ")." + name];
      for (Index k = rows.first; k < rows.first + rows.count; ++k) {
        const auto row = static_cast<std::size_t>(k);
        force += x.A[row * x.n + i] * x.instant.multipliers[row];
      }
    }
  }
  for (const compile::NamedRows& rows : names.constraints) {
    for (Index k = 0; k < rows.count; ++k) {
      const std::string number = rows.count == 1 ? "" : "_" + std::to_string(k + 1);
      said["lambda_" + rows.name + number] =
          x.instant.multipliers[static_cast<std::size_t>(rows.first + k)];
    }
  }
  return said;
}

TEST(Derive, PrintsThePendulumOfTheBellmanGaussPaper) {
  // [KNUX99 36], and the explicit equations [KNUX99 45].
  EXPECT_EQ(page(described("models/pendulum.toml")),
            R"(Pendulum, as in the Bellman–Gauss paper, section 5

Coordinates
  bob.x, bob.y

Mass matrix
  M = [ m  0 ]
      [ 0  m ]

Applied force
  Q(bob.x) = 0
  Q(bob.y) = -m*g

Constraints
  2*(bob.x*bob.x'' + bob.y*bob.y'') = -2*(bob.x'^2 + bob.y'^2)   (rod)

Free motion
  a(bob.x) = 0
  a(bob.y) = -g

Equations of motion
  Where the gradient of the constraint is not zero:
  bob.x'' = (g*bob.x*bob.y - bob.x*(bob.x'^2 + bob.y'^2))/(bob.x^2 + bob.y^2)
  bob.y'' = -(g*bob.x^2 + bob.y*(bob.x'^2 + bob.y'^2))/(bob.x^2 + bob.y^2)

Constraint forces
  lambda_rod = m*(g*bob.y - (bob.x'^2 + bob.y'^2))/(2*(bob.x^2 + bob.y^2))
  force(rod).bob.x = m*(g*bob.x*bob.y - bob.x*(bob.x'^2 + bob.y'^2))/(bob.x^2 + bob.y^2)
  force(rod).bob.y = m*(g*bob.y^2 - bob.y*(bob.x'^2 + bob.y'^2))/(bob.x^2 + bob.y^2)
)");
}

TEST(Derive, PrintsThePendulumInLatex) {
  Description model = described("models/pendulum.toml");
  model.particles.clear();
  model.coordinates = {{"x1", "l", 0.0, {}, {}}, {"x2", 0.0, 0.0, {}, {}}};
  model.free.mass = {{"m", "m"}};
  model.free.force = {"0", "-m*g"};
  model.constraints[0].equations = {"x1^2 + x2^2 = l^2"};
  const std::string text = page(model, Language::latex);
  EXPECT_NE(text.find("\\ddot x_{1} &= \\frac{g x_{1} x_{2}-x_{1} (\\dot x_{1}^{2}+\\dot "
                      "x_{2}^{2})}{x_{1}^{2}+x_{2}^{2}} \\\\\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\\ddot x_{2} &= -\\frac{g x_{1}^{2}+x_{2} (\\dot x_{1}^{2}+\\dot "
                      "x_{2}^{2})}{x_{1}^{2}+x_{2}^{2}}\n"),
            std::string::npos)
      << text;
}

class DeriveModel : public testing::TestWithParam<const char*> {};

// Formulas and kernel evaluate differently: the formulas by the normal equations, whose condition
// is the square of the rows'. States of condition over 30 are left out, so that 30² roundings of
// some hundred operations, 2e-11, stay below the bound.
TEST_P(DeriveModel, SaysWhatTheKernelComputes) {
  const Description model = described(GetParam());
  const std::vector<Line> all = lines(page(model));
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(std::string(GetParam()) + ", seed " + std::to_string(seed));
    const Numbers numbers(model, seed);
    if (numbers.instant.status != Status::ok || numbers.instant.condition > 30) continue;
    const auto said = kernel_says(numbers);
    double size = 1;
    for (const auto& [name, number] : said) size = std::max(size, std::abs(number));
    Calculator calculator(model, numbers);
    for (const Line& line : all) {
      const double value = calculator.value(line);
      const auto known = said.find(line.left);
      // A row is an equation, whose sides agree at the kernel's motion.
      const bool is_row = !line.note.empty();
      if (!is_row && known == said.end()) continue;
      ++compared;
      EXPECT_NEAR(value, is_row ? 0 : known->second, 1e-9 * size) << line.left;
    }
  }
  EXPECT_GT(compared, 3 * static_cast<int>(all.size()) / 2);
}

INSTANTIATE_TEST_SUITE_P(
    Models, DeriveModel,
    testing::Values("models/pendulum.toml", "models/double_pendulum.toml", "models/skate.toml",
                    "models/atwood.toml", "models/cart.toml", "models/springs.toml",
                    "../../models/bead_on_rod.toml", "../../models/double_pendulum_points.toml",
                    "../../models/spherical_pendulum.toml", "../../models/shaken_pendulum.toml",
                    "../../models/slider_crank.toml", "../../models/isokinetic.toml",
                    "../../models/chaplygin_sleigh.toml", "../../models/rolling_disk.toml",
                    "../../models/underdetermined.toml"));

TEST(Derive, PrintsAFamilyOnceWithItsIndex) {
  const Description model = described("../../models/hanging_chain.toml");
  const std::vector<Line> all = lines(page(model));
  EXPECT_LT(all.size(), 12u);
  const Numbers numbers(model, 7);
  Calculator calculator(model, numbers);
  compile::Scope& scope = calculator.scope();
  std::vector<double> Q(numbers.n), M(numbers.n);
  std::map<std::uint32_t, std::size_t> column;
  for (const Node x : compile::all_coordinates(scope))
    column.emplace(scope.graph().slot(x), column.size());
  std::size_t rows = 0;
  for (const Line& line : all) {
    const std::size_t range = line.note.rfind("i in ");
    int first = 0, last = 0;
    if (range != std::string::npos) {
      ASSERT_EQ(std::sscanf(line.note.c_str() + range, "i in %d..%d", &first, &last), 2);
    }
    for (int i = first; i <= last; ++i, ++rows) {
      if (range != std::string::npos) {
        scope.symbols().define("i", formula::scalar(scope.graph().constant(i)));
      }
      const double value = calculator.value(line);
      if (line.left[0] == 'Q' || line.left[0] == 'M') {
        const std::string inside = line.left.substr(2, line.left.find_first_of(",)") - 2);
        const std::size_t at = column.at(scope.graph().slot(calculator.node(inside)));
        (line.left[0] == 'Q' ? Q : M)[at] += value;
        --rows;
      } else {
        EXPECT_NEAR(value, 0, 1e-9 * std::abs(numbers.instant.acceleration[0]) + 1e-9) << line.note;
      }
      if (range != std::string::npos) scope.symbols().remove("i");
    }
  }
  EXPECT_EQ(rows, numbers.m);
  for (std::size_t i = 0; i < numbers.n; ++i) {
    EXPECT_NEAR(Q[i], numbers.Q[i], 1e-14 * (1 + std::abs(Q[i]))) << i;
    EXPECT_EQ(M[i], numbers.mass[i]) << i;
  }
}

TEST(Derive, WritesLatexWithBalancedBraces) {
  for (const char* path :
       {"models/pendulum.toml", "models/chain.toml", "models/greek.toml", "models/springs.toml",
        "models/ring.toml", "../../models/double_pendulum_points.toml",
        "../../models/slider_crank.toml"}) {
    const std::string text = page(described(path), Language::latex);
    SCOPED_TRACE(path);
    int depth = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
      if (text[k] == '\\' && k + 1 < text.size() && (text[k + 1] == '{' || text[k + 1] == '}')) {
        ++k;
        continue;
      }
      depth += text[k] == '{' ? 1 : text[k] == '}' ? -1 : 0;
      ASSERT_GE(depth, 0);
    }
    EXPECT_EQ(depth, 0);
    const auto count = [&](const std::string& words) {
      int found = 0;
      for (std::size_t at = text.find(words); at != std::string::npos;
           at = text.find(words, at + 1))
        ++found;
      return found;
    };
    EXPECT_GT(count("\\begin{align*}"), 2);
    EXPECT_EQ(count("\\begin{align*}"), count("\\end{align*}"));
    EXPECT_EQ(count("\\begin{bmatrix}"), count("\\end{bmatrix}"));
  }
}

TEST(Derive, EscapesWhatLatexTakesForCommands) {
  Description model = described("models/pendulum.toml");
  model.title = "50 % of {a_b} & \\c";
  model.constraints[0].name = "my_rod";
  const std::string text = page(model, Language::latex);
  EXPECT_NE(text.find("\\section*{50 \\% of \\{a\\_b\\} \\& \\textbackslash{}c}"), text.npos);
  EXPECT_NE(text.find("\\text{my\\_rod}"), text.npos);
}

TEST(Derive, SaysWhereThereIsNoExplicitForm) {
  Description model = described("models/pendulum.toml");
  model.constraints.push_back(model.constraints[0]);
  model.constraints[1].name = "again";
  EXPECT_NE(page(model).find("the constraint equations are dependent"), std::string::npos);
  model.constraints.pop_back();
  model.particles[0].mass = 0.0;
  EXPECT_NE(page(model).find("M is singular"), std::string::npos);
}

TEST(Derive, ComplainsAsTheCompilerDoes) {
  Description model = described("models/pendulum.toml");
  model.constraints[0].equations = {"bob.x^2 + bob.q = l^2"};
  const Derivation derivation = derive(model, Language::text);
  const compile::Compiled compiled = compile::compile(model);
  EXPECT_TRUE(derivation.page.empty());
  ASSERT_EQ(derivation.diagnostics.size(), compiled.diagnostics.size());
  ASSERT_FALSE(derivation.diagnostics.empty());
  EXPECT_EQ(derivation.diagnostics[0].code, compiled.diagnostics[0].code);
}

}  // namespace
}  // namespace zwang::deriving
