// SPDX-License-Identifier: Apache-2.0
#pragma once
// What runs gave, written down as they end: a line each, with a check of its own, so that whatever ends the
// program, all lines but the last are whole.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "record/file.h"

namespace zwang::ensemble {

/// One run.
struct Outcome {
  std::string status, message;
  std::vector<double> numbers;
};

class Journal {
 public:
  struct Entry {
    std::uint64_t run;
    Outcome outcome;
  };

  /// A new journal in place of any that is there.
  static Journal begin(const std::string& path, std::uint64_t identity);
  /// One that goes on: what it has is appended to `entries`. Where there is none, a new one. All throw
  /// record::FileError; also where it belongs to something else, or another process writes it.
  static Journal resume(const std::string& path, std::uint64_t identity,
                        std::vector<Entry>& entries);

  /// What one has so far that another process may be writing, appended to `entries`; nothing where there is none.
  static void read(const std::string& path, std::uint64_t identity, std::vector<Entry>& entries);

  void append(const Entry& entry);
  /// Until the disk has it.
  void close();

 private:
  Journal(std::string path, record::File file);
  void check(bool good);

  std::string path_;
  record::File file_;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace zwang::ensemble
