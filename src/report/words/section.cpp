// SPDX-License-Identifier: Apache-2.0
#include "report/words/section.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "report/html.h"
#include "report/words/extremal_parts.h"
#include "report/words/parts.h"
#include "report/words/trajectory_parts.h"

namespace zwang::report {

Section::Section(std::string_view id, std::string_view heading) {
  html_ = "<section id=\"" + std::string(id) + "\">\n<h2>" + std::string(heading) + "</h2>\n";
}

void Section::paragraph(const std::string& html) { html_ += "<p>" + html + "</p>\n"; }

void Section::subheading(std::string_view words) {
  html_ += "<h3>" + std::string(words) + "</h3>\n";
}

void Section::begin_facts() { html_ += "<table class=\"facts\">\n<tbody>\n"; }

void Section::fact(std::string_view what, const std::string& html, bool number) {
  html_ += "<tr><th scope=\"row\">" + std::string(what) + "</th><td" +
           (number ? " class=\"number\"" : "") + ">" + html + "</td></tr>\n";
}

void Section::begin_table(const std::vector<std::string_view>& headings,
                          std::vector<bool> numbers) {
  numbers_ = std::move(numbers);
  html_ += "<table>\n<thead><tr>";
  for (std::size_t k = 0; k < headings.size(); ++k) {
    html_ += std::string("<th scope=\"col\"") + (numbers_[k] ? " class=\"number\"" : "") + ">" +
             std::string(headings[k]) + "</th>";
  }
  html_ += "</tr></thead>\n<tbody>\n";
}

void Section::row(const std::vector<std::string>& cells) {
  html_ += "<tr>";
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::string name = k == 0 ? "th" : "td";
    html_ += "<" + name + (k == 0 ? " scope=\"row\"" : "") +
             (numbers_[k] ? " class=\"number\">" : ">") + cells[k] + "</" + name + ">";
  }
  html_ += "</tr>\n";
}

void Section::end_table() { html_ += "</tbody>\n</table>\n"; }

std::string Section::finish() && { return std::move(html_) + "</section>\n"; }

namespace {

// True minus signs.
std::string signs(std::string number) {
  if (number.front() == '-') number.replace(0, 1, "−");
  const std::size_t e = number.find("e-");
  if (e != std::string::npos) number.replace(e, 2, "e−");
  return number;
}

}  // namespace

std::string table_number(double x) {
  if (!std::isfinite(x)) return "–";
  char text[40];
  const auto end =
      std::to_chars(text, text + sizeof text, x + 0.0, std::chars_format::general, 10).ptr;
  return signs({text, end});
}

std::string table_number(double x, double error) {
  if (!std::isfinite(x)) return table_number(x);
  if (error == 0) return table_number(x);
  const auto place = [](double number) {
    return static_cast<int>(std::floor(std::log10(std::abs(number))));
  };
  const bool known = std::isfinite(error);
  double shown = error;
  if (known) {  // one digit, rounded up
    const double unit = std::pow(10.0, place(error));
    shown = std::ceil(error / unit * (1 - 1e-9)) * unit;
  }
  const bool nothing = known && std::abs(x) < shown;
  const int digits = known && !nothing ? std::clamp(place(x) - place(shown) + 1, 1, 17) : 2;
  char value[40], plus_minus[40];
  std::snprintf(value, sizeof value, "%.*g", digits, nothing ? 0.0 : x + 0.0);
  std::snprintf(plus_minus, sizeof plus_minus, "%.1g", shown);
  return signs(value) + " ± " + (known ? signs(plus_minus) : "?");
}

std::string html_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 30;
  std::string html;
  for (std::size_t k = 0; k < names.size() && k < most; ++k)
    html += (k > 0 ? ", " : "") + html_name(names[k]);
  if (names.size() > most) html += " and " + std::to_string(names.size() - most) + " more";
  return html;
}

std::string more_in_record(std::size_t count, std::string_view what) {
  return "… and " + std::to_string(count) + " more " + std::string(what) + " in the HDF5 file.";
}

std::string page_words(const Trajectory& trajectory, const std::string& command,
                       const std::vector<std::string>& left_out, bool later) {
  const Model& model = trajectory.model();
  const Summary& summary = trajectory.summary();
  const std::string& method = trajectory.parts().heading.identity.method;
  return summary_section(trajectory, left_out) + error_section(summary) +
         diagnosis_section(model, look_over(trajectory), summary.rank_events) +
         forces_section(summary) + energy_section(summary) + events_section(model, summary) +
         method_section(model, summary, trajectory.parts().uses) + equations_section(model, later) +
         model_section(model) + reproduce_section(model, method, command);
}

std::string page_words(const Extremals& extremals, const std::string& command,
                       const std::vector<std::string>& left_out, bool later) {
  const Model& model = extremals.model();
  const std::string& method = extremals.parts().heading.identity.method;
  return summary_section(extremals, left_out) + diagnosis_section(model, look_over(model), {}) +
         extremals_section(extremals) +
         method_section(model, extremals.summary(), extremals.parts().uses) +
         equations_section(model, later) + model_section(model) +
         reproduce_section(model, method, command);
}

}  // namespace zwang::report
