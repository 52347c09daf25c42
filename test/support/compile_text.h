// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model written in a test, compiled; and what is said where it cannot be.

#include <gtest/gtest.h>

#include <string>

#include "model/compile.h"
#include "model/read_model.h"
#include "model/robots.h"

namespace zwang::test {

/// Every complaint is a failure of the test. Robots are looked for beside the models that ship.
inline model::Compiled compile_text(const std::string& text,
                                    const model::CompileOptions& options = {}) {
  model::Reading reading = model::read(text, ZWANG_TEST_DATA "/../../models/test");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  for (const Complaint& c : model::fetch_robots(reading.description)) ADD_FAILURE() << c.text;
  model::Compiled result = model::compile(reading.description, options);
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  return result;
}

/// "E301: what (hint)", a line for each complaint of the compiler.
inline std::string complaints_of(const std::string& text,
                                 const model::CompileOptions& options = {}) {
  const model::Reading reading = model::read(text, "test");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  std::string words;
  for (const Diagnostic& d : model::compile(reading.description, options).diagnostics) {
    words += (words.empty() ? "" : "\n") + std::string(d.code) + ": " + d.what;
    if (!d.hint.empty()) words += " (" + d.hint + ")";
  }
  return words;
}

}  // namespace zwang::test
