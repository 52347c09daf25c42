// SPDX-License-Identifier: Apache-2.0
#pragma once
// An array of doubles that starts on a cache line, is zero at first, and is sized once.

#include <cstdlib>
#include <memory>
#include <new>

#include "base/index.h"

namespace zwang {

class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(Index size) : size_(round_up(size, 8)) {
    data_.reset(static_cast<double*>(
        ::operator new[](static_cast<std::size_t>(size_) * sizeof(double), std::align_val_t{64})));
    for (Index i = 0; i < size_; ++i) data_[i] = 0;
  }
  double* data() noexcept { return data_.get(); }
  const double* data() const noexcept { return data_.get(); }
  Index size() const noexcept { return data_ ? size_ : 0; }

 private:
  struct Free {
    void operator()(double* p) const noexcept { ::operator delete[](p, std::align_val_t{64}); }
  };
  Index size_ = 0;
  std::unique_ptr<double[], Free> data_;
};

}  // namespace zwang
