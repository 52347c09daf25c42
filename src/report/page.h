// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record as one HTML file that needs nothing else: a template, filled in. Equal records give equal
// bytes.

#include <functional>
#include <string>
#include <string_view>

#include "record/hdf5/record_file.h"

namespace zwang::report {

/// What the template is filled with: %ZWANG_TITLE%, %ZWANG_WORDS%, …
struct PageParts {
  std::string title;       // escaped
  std::string words;       // sections of HTML
  std::string scene;       // JSON, escaped for <script>
  std::string data;        // base64
  std::string asked = {};  // JSON, escaped for <script>: besides what the model says
  std::string_view engine = {}, policy = {};  // of a live page
};

/// From left to right, once: what stands in the parts is not looked at.
std::string fill(std::string_view page_template, const PageParts& parts);

/// The equations of a record's model, written out as HTML.
using WrittenOut = std::function<std::string(const record::RecordFile&)>;

/// Throws record::FileError where the record is none, or has no texts for a page. `written_out` is asked where the
/// words left the equations to the page (page_words).
std::string make_page(const record::RecordFile& record, std::string_view page_template,
                      bool live = false, const WrittenOut& written_out = {});

/// From a record to its page, `live` where the program can; throws record::FileError.
void write_page(const std::string& record_path, const std::string& page_path, bool live,
                const WrittenOut& written_out,
                record::Unsealed unsealed = record::Unsealed::refuse);

/// The page of the first record with the curves of the second behind its own, and words on how they differ
/// (sections of HTML) before all others; throws record::FileError.
void write_comparison(const std::string& first_path, const std::string& second_path,
                      const std::string& words, const std::string& page_path);

/// A live page with a model's text and nothing computed yet; throws record::FileError.
void write_studio(const std::string& title, const std::string& text, const std::string& page_path);
/// Whether the program was built with what makes pages live.
bool can_live();

}  // namespace zwang::report
