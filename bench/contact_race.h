// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contact instants in space, 3 to 300 contacts, against Siconos (contact_siconos.cpp): forces by both, each verified by the same
// measure, and the CPU time. Where an answer is not unique both may differ; where accelerations agree they are counted.

#include <string>
#include <vector>

namespace bench {

struct ContactOutcome {
  std::string family;
  int contacts = 0, count = 0;
  int ours_right = 0, siconos_right = 0;  // verified to 1e-8
  int same_motion = 0;                    // of those that both have right
  double ours = 0;                        // ms, median of all
  double siconos = 0;  // ms, median of the faster of its solvers that is right, else of the slower
};

struct ContactResults {
  std::vector<ContactOutcome> outcomes;
  bool siconos = true;  // installed

  bool right() const;
};

/// `each`: instants of every family and number of contacts.
ContactResults race_contacts(int each);

void print_results(const ContactResults& results);

/// Adds the results to the object in `path`, as formula_results.h does; false if it cannot.
bool add_json(const std::string& path, const ContactResults& results);

}  // namespace bench
