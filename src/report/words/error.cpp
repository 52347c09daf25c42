// SPDX-License-Identifier: Apache-2.0
// The errors of the numbers at the end, in a table.

#include <algorithm>
#include <cmath>

#include "report/html.h"
#include "report/words/parts.h"
#include "report/words/section.h"

namespace zwang::report {

namespace {

constexpr std::size_t most_values = 200;

std::string error_number(double error) {
  return std::isfinite(error) ? table_number(error) : "unknown";
}

}  // namespace

std::string error_section(const Summary& summary) {
  if (!summary.error) return "";
  const RunError& error = *summary.error;
  Section section("error", "Error");
  section.paragraph(html_text(error.message));
  section.begin_table({"at the end, or of the run", "value", "±"}, {false, true, true});
  for (std::size_t k = 0; k < std::min(most_values, error.values.size()); ++k) {
    const RunError::Value& value = error.values[k];
    section.row({html_name(value.name), table_number(value.value), error_number(value.error)});
  }
  section.end_table();
  if (error.values.size() > most_values)
    section.paragraph("All " + std::to_string(error.values.size()) + " are in the JSON file.");
  return std::move(section).finish();
}

}  // namespace zwang::report
