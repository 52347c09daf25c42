// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small models for the check, and how its findings are looked up.

#include <set>
#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang::test {

using Names = std::vector<std::string>;

inline const Finding* find(const Diagnosis& diagnosis, const std::string& code) {
  for (const Finding& finding : diagnosis.findings) {
    if (finding.code == code) return &finding;
  }
  return nullptr;
}

inline std::string text_of(const Diagnosis& diagnosis, const std::string& code) {
  const Finding* const finding = find(diagnosis, code);
  return finding ? finding->text : "";
}

inline Names codes(const Diagnosis& diagnosis) {
  Names result;
  for (const Finding& finding : diagnosis.findings) result.push_back(finding.code);
  return result;
}

inline std::set<std::string> names_in(const Finding& finding) {
  return {finding.constraints.begin(), finding.constraints.end()};
}

inline std::string point(const std::string& name, double x, double y) {
  return "[[particles]]\nname = \"" + name + "\"\nmass = 1\nposition = [" + std::to_string(x) +
         ", " + std::to_string(y) + "]\n";
}

inline std::string constraint(const std::string& name, const std::string& equation) {
  return "[[constraints]]\nname = \"" + name + "\"\nequation = \"" + equation + "\"\n";
}

inline std::string bar(const std::string& name, const std::string& from, const std::string& to,
                       const std::string& length) {
  return constraint(name, "distance(" + from + ", " + to + ") = " + length);
}

/// Unit masses at rest along the coordinates.
inline std::string coordinates(const std::string& starts, const std::string& kinetic) {
  return "[coordinates]\n" + starts + "[free]\nlagrangian = \"0.5*(" + kinetic + ")\"\n";
}

inline Diagnosis check_text(const std::string& text) { return check(read_model(text, "")); }

}  // namespace zwang::test
