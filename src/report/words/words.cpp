// SPDX-License-Identifier: Apache-2.0
#include "report/words/words.h"

#include "report/words/extremal_parts.h"
#include "report/words/parts.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

std::string page_words(const Trajectory& trajectory, const std::string& command,
                       const std::vector<std::string>& left_out) {
  const Model& model = trajectory.model();
  const Summary& summary = trajectory.summary();
  const std::string& method = trajectory.parts().heading.identity.method;
  return summary_section(trajectory, left_out) + diagnosis_section(model, summary.rank_events) +
         forces_section(summary) + energy_section(summary) + events_section(model, summary) +
         method_section(model, summary, trajectory.parts().uses) + equations_section(model) +
         model_section(model) + reproduce_section(model, method, command);
}

std::string page_words(const Extremals& extremals, const std::string& command,
                       const std::vector<std::string>& left_out) {
  const Model& model = extremals.model();
  const std::string& method = extremals.parts().table.heading().identity.method;
  return summary_section(extremals, left_out) + diagnosis_section(model, {}) +
         extremals_section(extremals) +
         method_section(model, extremals.summary(), extremals.parts().uses) +
         equations_section(model) + model_section(model) +
         reproduce_section(model, method, command);
}

}  // namespace zwang
