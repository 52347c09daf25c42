// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model written in a test, compiled; and what is said where it cannot be.

#include <gtest/gtest.h>

#include <string>

#include "compile/compile.h"
#include "read/model.h"
#include "read/robots.h"

namespace zwang::test {

/// Every complaint is a failure of the test. Robots are looked for beside the models that ship.
inline compile::Compiled compile_text(const std::string& text,
                                      const compile::CompileOptions& options = {}) {
  read::Reading reading = read::read(text, ZWANG_TEST_DATA "/../../models/test");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  for (const Complaint& c : read::fetch_robots(reading.description)) ADD_FAILURE() << c.text;
  compile::Compiled result = compile::compile(reading.description, options);
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  return result;
}

/// "E301: what (hint)", a line for each complaint of the compiler.
inline std::string complaints_of(const std::string& text,
                                 const compile::CompileOptions& options = {}) {
  const read::Reading reading = read::read(text, "test");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  std::string words;
  for (const Diagnostic& d : compile::compile(reading.description, options).diagnostics) {
    words += (words.empty() ? "" : "\n") + std::string(d.code) + ": " + d.what;
    if (!d.hint.empty()) words += " (" + d.hint + ")";
  }
  return words;
}

}  // namespace zwang::test
