// SPDX-License-Identifier: Apache-2.0
#include "contact_race.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "contact_task.h"
#include "laws/friction/contact_solver.h"
#include "stopwatch.h"

#ifndef ZWANG_CONTACT_SICONOS
#define ZWANG_CONTACT_SICONOS ""
#endif

namespace bench {
namespace {

constexpr double verified = 1e-8;
constexpr int sizes[] = {3, 10, 30, 100, 300};
constexpr ContactFamily families[] = {ContactFamily::loose, ContactFamily::heap,
                                      ContactFamily::boxes};

struct Forces {
  double milliseconds = 0;
  std::vector<double> r;
  bool right = false;
};

// Normals first, then the tangents of each.
zwang::least::ContactProblem problem_of(const ContactTask& task) {
  using zwang::Index;
  const Index k = task.contacts, d = task.freedom;
  zwang::least::ContactProblem problem;
  problem.size = 3 * k;
  problem.freedom = d;
  problem.normals = k;
  problem.sided.assign(static_cast<std::size_t>(k), 1);
  problem.H.resize(task.H.size());
  problem.c.resize(task.c.size());
  for (Index i = 0; i < 3 * k; ++i) {
    const Index to = i % 3 == 0 ? i / 3 : k + 2 * (i / 3) + i % 3 - 1;
    std::copy_n(task.H.data() + i * d, d, problem.H.data() + to * d);
    problem.c[static_cast<std::size_t>(to)] = task.c[static_cast<std::size_t>(i)];
  }
  problem.terms = problem.c;
  for (double& x : problem.terms) x = std::abs(x);
  for (Index i = 0; i < k; ++i) {
    zwang::least::Rubbing rubbing;
    rubbing.first = k + 2 * i;
    rubbing.rows = 2;
    const double mu = task.mu[static_cast<std::size_t>(i)];
    rubbing.coefficients.push_back({i, mu, mu});
    problem.rubbing.push_back(rubbing);
  }
  return problem;
}

Forces solve(const ContactTask& task) {
  const zwang::least::ContactProblem problem = problem_of(task);
  zwang::least::ContactSolver solver;
  Forces forces;
  forces.milliseconds = HUGE_VAL;
  forces.r.resize(task.c.size());
  for (int turn = 0; turn < 5 && (turn == 0 || forces.milliseconds < 50); ++turn) {
    const double start = thread_microseconds();
    const zwang::least::ContactAnswer& answer = solver.solve(problem);
    forces.milliseconds = std::min(forces.milliseconds, 1e-3 * (thread_microseconds() - start));
    const int k = task.contacts;
    for (int i = 0; i < 3 * k; ++i)
      forces.r[static_cast<std::size_t>(i)] =
          answer.r[i % 3 == 0 ? i / 3 : k + 2 * (i / 3) + i % 3 - 1];
  }
  forces.right = contact_misfit(task, forces.r) <= verified;
  return forces;
}

// The faster of its solvers that is right; where none is, the one that gave up last.
std::vector<Forces> ask_siconos(const std::vector<ContactTask>& tasks) {
  const std::string path = "/tmp/zwang_contacts." + std::to_string(getpid());
  const std::string command = "OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 '" +
                              std::string(ZWANG_CONTACT_SICONOS) + "' " + path + " " + path +
                              ".out >/dev/null 2>&1";
  std::vector<Forces> all;
  if (write_tasks(path, tasks) && std::system(command.c_str()) == 0) {
    std::ifstream in(path + ".out", std::ios::binary);
    for (const ContactTask& task : tasks) {
      Forces best;
      for (int solver = 0; solver < 2; ++solver) {
        Forces own;
        own.r.resize(task.c.size());
        double seconds = 0;
        in.read(reinterpret_cast<char*>(&seconds), sizeof seconds);
        in.read(reinterpret_cast<char*>(own.r.data()),
                static_cast<std::streamsize>(sizeof(double) * own.r.size()));
        own.milliseconds = 1e3 * std::abs(seconds);
        own.right = contact_misfit(task, own.r) <= verified;
        const bool better = own.right != best.right ? own.right
                            : own.right             ? own.milliseconds < best.milliseconds
                                                    : own.milliseconds > best.milliseconds;
        if (better) best = std::move(own);
      }
      all.push_back(std::move(best));
    }
    if (!in) all.clear();
  }
  std::remove(path.c_str());
  std::remove((path + ".out").c_str());
  return all;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers.empty() ? 0 : numbers[numbers.size() / 2];
}

bool same_motion(const ContactTask& task, const Forces& one, const Forces& other) {
  const std::vector<double> a = accelerations_of(task, one.r), b = accelerations_of(task, other.r);
  double off = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    off = std::max(off, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(task.c[i]));
  }
  return off <= 10 * verified * size;
}

}  // namespace

bool ContactResults::right() const {
  return std::all_of(outcomes.begin(), outcomes.end(),
                     [](const ContactOutcome& x) { return x.ours_right == x.count; });
}

ContactResults race_contacts(int each) {
  ContactResults results;
  results.siconos = *ZWANG_CONTACT_SICONOS != '\0';
  for (const ContactFamily family : families)
    for (const int contacts : sizes) {
      std::fprintf(stderr, "racing %s of %d contacts ...\n", name_of(family), contacts);
      std::vector<ContactTask> tasks;
      for (int seed = 0; seed < each; ++seed)
        tasks.push_back(contact_task(family, contacts, static_cast<std::uint64_t>(seed)));
      const std::vector<Forces> theirs =
          results.siconos ? ask_siconos(tasks) : std::vector<Forces>();
      ContactOutcome outcome{name_of(family), contacts, each};
      std::vector<double> ours, siconos;
      for (std::size_t k = 0; k < tasks.size(); ++k) {
        const Forces own = solve(tasks[k]);
        ours.push_back(own.milliseconds);
        outcome.ours_right += own.right;
        if (k >= theirs.size()) continue;
        siconos.push_back(theirs[k].milliseconds);
        outcome.siconos_right += theirs[k].right;
        outcome.same_motion +=
            own.right && theirs[k].right && same_motion(tasks[k], own, theirs[k]);
      }
      outcome.ours = median(ours);
      outcome.siconos = median(siconos);
      results.outcomes.push_back(outcome);
    }
  return results;
}

void print_results(const ContactResults& results) {
  if (results.outcomes.empty()) return;
  std::printf("Contact instants in space: ms (median), right to 1e-8, same motion%s\n",
              results.siconos ? "" : " (Siconos is not installed)");
  std::printf("  family contacts      ours  right   Siconos  right   same  Siconos : ours\n");
  for (const ContactOutcome& x : results.outcomes) {
    const double ratio = x.siconos / x.ours, asked = x.contacts <= 30 ? 5 : 1;
    std::printf("  %-6s %8d %9.3g %3d/%-3d %8.3g %3d/%-3d %5d  %8.3g  asked %g %s\n",
                x.family.c_str(), x.contacts, x.ours, x.ours_right, x.count, x.siconos,
                x.siconos_right, x.count, x.same_motion, ratio, asked,
                !results.siconos ? ""
                : ratio >= asked ? "met"
                                 : "NOT MET");
  }
}

bool add_json(const std::string& path, const ContactResults& results) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string before = text.str();
  const std::size_t brace = before.rfind('}');
  if (brace == std::string::npos) return false;
  std::ofstream out(path);
  out.precision(6);
  out << before.substr(0, before.find_last_not_of('\n', brace - 1) + 1) << ",\n  \"contacts\": [";
  for (std::size_t i = 0; i < results.outcomes.size(); ++i) {
    const ContactOutcome& x = results.outcomes[i];
    out << (i ? ",\n" : "\n") << "    {\"family\": \"" << x.family
        << "\", \"contacts\": " << x.contacts << ", \"count\": " << x.count
        << ", \"zwang_ms\": " << x.ours << ", \"zwang_right\": " << x.ours_right
        << ", \"siconos_ms\": " << x.siconos << ", \"siconos_right\": " << x.siconos_right
        << ", \"same_motion\": " << x.same_motion << "}";
  }
  out << "]\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
