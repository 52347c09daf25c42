// SPDX-License-Identifier: Apache-2.0
#pragma once
// Courses become constraints, one equation for each motion that they prescribe: from a file
// `arm.angle = table("path.csv", t, column = "arm.angle")`, else from a formula.

#include <utility>
#include <vector>

#include "read/value.h"

namespace zwang::read {

/// A course as written, until the whole file has been read.
struct WrittenCourse {
  Name file;                                       // of numbers beside the model
  std::vector<std::pair<Name, Expression>> lines;  // or what is prescribed, and its formula
  Place place;
};

/// The constraint that stands for course number `k` until then: no file can give this name.
std::string course_mark(std::size_t k);

/// Writes them out. Where no controls enforce a course, what its drives do becomes a result: an
/// observable drive(arm.angle).
void write_courses(const std::vector<WrittenCourse>& courses, Complaints& complaints,
                   Description& description);

}  // namespace zwang::read
