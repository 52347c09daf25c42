// SPDX-License-Identifier: Apache-2.0
#include "api/model_error.h"

#include "base/utf8.h"
#include "read/lines.h"

namespace zwang {

namespace {

std::string all(const std::vector<Complaint>& complaints) {
  std::string text;
  for (const Complaint& complaint : complaints) text += complaint.text;
  return text;
}

Location location(std::string_view text, Index byte) {
  Location at{1, 1};
  for (Index i = 0; i < byte;) {
    const bool line = text[i] == '\n';
    at = line ? Location{at.line + 1, 1} : Location{at.line, at.column + 1};
    i += decode(text, i).length;
  }
  return at;
}

// A diagnostic about nothing in the text has no place; a model described in code has no text.
std::string without_place(const Diagnostic& diagnostic, const std::string& source) {
  std::string text = source.empty() ? "" : source + ": ";
  text += std::string(diagnostic.code) + ": " + diagnostic.what + "\n";
  if (!diagnostic.hint.empty()) text += "  hint: " + diagnostic.hint + "\n";
  return text;
}

Complaint complaint_of(const Diagnostic& diagnostic, std::string_view text,
                       const std::string& source) {
  Complaint complaint{std::string(diagnostic.code), {}, diagnostic.what, diagnostic.hint, {}};
  const bool somewhere =
      !text.empty() && (diagnostic.place.begin > 0 || diagnostic.place.length > 0);
  if (somewhere) {
    complaint.at = location(text, diagnostic.place.begin);
    complaint.text = to_text(diagnostic, text, source);
  } else {
    complaint.text = without_place(diagnostic, source);
  }
  return complaint;
}

}  // namespace

ModelError::ModelError(std::vector<Complaint> complaints)
    : std::runtime_error(all(complaints)), complaints_(std::move(complaints)) {}

std::vector<Complaint> complaints_of(const std::vector<Diagnostic>& diagnostics,
                                     std::string_view text, const std::string& source) {
  std::vector<Complaint> complaints;
  for (const Diagnostic& diagnostic : diagnostics) {
    complaints.push_back(complaint_of(diagnostic, text, source));
  }
  return complaints;
}

Complaint complaint_at(const Description& description, std::string_view code, Location at,
                       std::string what, std::string hint) {
  Diagnostic diagnostic{code, {}, std::move(what), std::move(hint)};
  if (at.line > 0) {
    diagnostic.place.begin = read::byte_at(description.text, at);
    diagnostic.place.length = 1;
  }
  return complaint_of(diagnostic, description.text, description.source);
}

}  // namespace zwang
