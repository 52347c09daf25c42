// SPDX-License-Identifier: Apache-2.0
// Instead of read/robots and the module import: a page has no files beside it.

#include "read/robots.h"

namespace zwang::read {

std::vector<Complaint> fetch_robots(Description& description) {
  std::vector<Complaint> complaints;
  for (const Body& body : description.bodies) {
    if (body.file.text.empty()) continue;
    Complaint complaint;
    complaint.code = "E411";
    complaint.at = body.at_file;
    complaint.what = "the engine in a page cannot read the file \"" + body.file.text + "\"";
    complaint.hint = "`zwang import` makes a model of it that needs no file";
    complaint.text = complaint.what + " (" + complaint.hint + ")";
    complaints.push_back(std::move(complaint));
  }
  return complaints;
}

}  // namespace zwang::read
