// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/check_findings.h"
#include "diagnosis/check_words.h"
#include "diagnosis/diagnose_start.h"
#include "diagnosis/short_number.h"

namespace zwang {

void check_contradictory(const Model& model, const Instant& instant,
                         std::vector<Finding>& findings) {
  for (const Contradiction& set : instant.contradictory) {
    const std::vector<std::size_t> about = constraints_of(model, set.rows);
    const std::string names = names_of(model, about);
    std::string text = "The constraints " + names + " contradict each other";
    if (about.size() == 1) text = "Rows of the constraint " + names + " contradict each other";
    if (set.rows.size() == 1) text = "The constraint " + names + " asks for what cannot be";
    findings.push_back(finding_about(
        model, "contradictory", "error", about,
        text + ": accelerations cannot satisfy " + (set.rows.size() == 1 ? "it" : "them") +
            ", by " + short_number(set.size) + ".",
        set.rows.size() == 1 ? "Take it out or correct it."
                             : "Take one out or correct it; weights say which matters more."));
  }
}

}  // namespace zwang
