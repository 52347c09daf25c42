// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results from a file that write_hdf5 wrote.

#include <memory>
#include <string>

#include "zwang/model.h"
#include "zwang/samples.h"

namespace zwang {

/// The samples, with the same bits, and what is known of the motion or the extremals they are of.
class Record : public Samples {
 public:
  bool of_extremals() const;           // else of a motion
  const std::string& summary() const;  // JSON, as to_json wrote it; "seconds" are null
  const std::string& source() const;   // the name of the model's file
  const std::string& text() const;     // what it said; empty where a program described the model
  const Settings& settings() const;    // parameters that were set
  /// The model, compiled anew. Throws ModelError, as where a file that it reads is gone.
  Model model() const;

  struct Parts;
  explicit Record(std::shared_ptr<const Parts> parts);

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Throws FileTrouble where the file is no record, is damaged, or an earlier version wrote it.
Record read_record(const std::string& path);

}  // namespace zwang
