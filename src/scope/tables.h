// SPDX-License-Identifier: Apache-2.0
#pragma once
// The curves of a model: files beside it, each read once.

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

#include "formula/table/table_call.h"
#include "read/data/data_file.h"

namespace zwang::compile {

/// Threads that lower one model may ask at once.
class Tables {
 public:
  /// A lookup that has no value beyond the data.
  struct Use {
    std::string file, argument;
    double low = 0, high = 0;
    bool operator<(const Use& other) const {
      return std::tie(file, argument, low, high) <
             std::tie(other.file, other.argument, other.low, other.high);
    }
  };

  /// `model` is the path of the model's own file.
  explicit Tables(std::string model) : model_(std::move(model)) {}

  std::shared_ptr<const formula::Curve> find(const formula::TableCall& call,
                                             formula::Complaints& complaints);

  std::set<Use> uses() const {
    const std::lock_guard lock(mutex_);
    return uses_;
  }
  /// Of all numbers that were read, 0 if there are none: a model is another with other data.
  std::uint64_t fingerprint() const {
    const std::lock_guard lock(mutex_);
    return fingerprint_;
  }

 private:
  using Key = std::tuple<std::string, std::string, formula::Interpolation>;
  const read::DataFile& file(const std::string& name);
  std::shared_ptr<const formula::Curve> fitted(const formula::TableCall& call,
                                               formula::Complaints& complaints);

  mutable std::mutex mutex_;
  std::string model_;
  std::map<std::string, read::DataFile> files_;
  std::map<Key, std::shared_ptr<const formula::Curve>> curves_;
  std::set<Use> uses_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace zwang::compile
