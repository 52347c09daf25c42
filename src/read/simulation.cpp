// SPDX-License-Identifier: Apache-2.0
// What is asked: [simulate].

#include "read/sections.h"

namespace zwang::read {

namespace {

/// A word of a list as the value of an enumeration in the same order.
template <class Policy>
Policy read_policy(Complaints& complaints, const Field& field, std::string_view noun,
                   const std::vector<std::string>& words) {
  const int word = read_word(complaints, field, noun, words);
  return word < 0 ? Policy{} : static_cast<Policy>(word);
}

/// When the state is recorded: so many samples, or every so often, or after every step.
void read_output(Complaints& complaints, const Section& section, Simulation& simulation) {
  section.one_of({{"output"}, {"every"}});
  const Field output = section.find("output");
  simulation.every = read_formula(complaints, section.find("every"), positive);
  simulation.every_step =
      output && output.value->kind == Kind::text && output.value->text == "steps";
  if (!simulation.every_step) simulation.output = read_formula(complaints, output, sample_range);
}

}  // namespace

Simulation read_simulation(Context& context, const Field& field) {
  static const Keys keys{{"from", "duration", "tolerance", "absolute", "method", "kernel", "step",
                          "output", "every", "start", "rank_change", "impact", "sensitivity"}};
  static const std::vector<std::string> methods = {"auto",    "dopri853", "dopri5",  "rk4",
                                                   "rattle2", "rattle4",  "rattle6", "rattle8",
                                                   "gauss6",  "radau5",   "bdf"};
  static const std::vector<std::string> kernels = {"auto",     "explicit", "bellman", "nullspace",
                                                   "proximal", "sparse",   "bodies"};
  static const std::vector<std::string> starts = {"project", "strict", "equilibrium"};
  static const std::vector<std::string> changes = {"keep", "stop", "drop", "proximal"};
  static const std::vector<std::string> impacts = {"sequence", "simultaneous"};

  Complaints& complaints = context.complaints;
  Simulation simulation;
  if (!is_table(complaints, field, "[simulate]")) return simulation;
  const Section section(complaints, *field.value, "[simulate]", keys);
  simulation.at = field.value->at;
  if (const Field from = section.find("from")) simulation.from = read_formula(complaints, from);
  simulation.duration = read_formula(complaints, section.need("duration"), positive);
  if (const Field tolerance = section.find("tolerance"))
    simulation.tolerance = read_formula(complaints, tolerance, tolerance_range);
  simulation.absolute = read_formula(complaints, section.find("absolute"), positive);
  simulation.method = read_choice(complaints, section.find("method"), "method", methods);
  simulation.kernel = read_choice(complaints, section.find("kernel"), "kernel", kernels);
  simulation.step = read_formula(complaints, section.find("step"), positive);
  read_output(complaints, section, simulation);
  simulation.start =
      read_policy<StartPolicy>(complaints, section.find("start"), "policy for the start", starts);
  simulation.rank_change = read_policy<RankPolicy>(complaints, section.find("rank_change"),
                                                   "policy for a change of rank", changes);
  simulation.impact =
      read_policy<ImpactPolicy>(complaints, section.find("impact"), "policy for impacts", impacts);
  simulation.sensitivity = read_references(complaints, section.find("sensitivity"),
                                           "names of parameters, coordinates or rates");
  return simulation;
}

}  // namespace zwang::read
