// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a state part by part (least/parts.h), each as the question that least/ answers.

#include "equations/evaluate.h"
#include "least/parts.h"
#include "least/task.h"

namespace zwang::instant {

/// What stands in the place of the numbers' own; null: as they are, and no C.
struct PartNumbers {
  const double* Q = nullptr;
  const double* b = nullptr;
  const double* C = nullptr;
};

class PartTask {
 public:
  explicit PartTask(const equations::Equations& equations);

  /// As Parts::split. Allocates where some part is larger than any before.
  bool split(const unsigned char* takes_part);
  const least::Parts& parts() const { return parts_; }

  /// One part; true until the next call.
  least::Task of(Index part, equations::Workspace& numbers, const PartNumbers& instead) noexcept;

 private:
  const equations::Equations& equations_;
  least::Parts parts_;
  std::vector<double> M_, Q_, A_, b_, C_, W_;
  std::vector<std::size_t> blocks_;
};

}  // namespace zwang::instant
