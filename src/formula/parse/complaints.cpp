// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/complaints.h"

#include <utility>

namespace zwang::formula {

void Complaints::add(std::string_view code, Place place, std::string what, std::string hint) {
  if (stopped_) return;
  diagnostics_.push_back({code, place, std::move(what), std::move(hint)});
  stopped_ = diagnostics_.size() == most;
}

void Complaints::stop(std::string_view code, Place place, std::string what, std::string hint) {
  add(code, place, std::move(what), std::move(hint));
  stopped_ = true;
}

void Complaints::stop(const Diagnostic& diagnostic) {
  stop(diagnostic.code, diagnostic.place, diagnostic.what, diagnostic.hint);
}

bool Complaints::is_new(std::string_view name) { return names_.emplace(name).second; }

}  // namespace zwang::formula
