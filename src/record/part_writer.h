// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeps what a run produces while it goes on: rows are collected and written in blocks, each with
// its checksum. After a kill all blocks that were written can be read (part_reader.h).

#include <chrono>
#include <span>
#include <string>

#include "record/file.h"
#include "record/heading.h"

namespace zwang::record {

struct PartOptions {
  double seconds = 1;    // rows wait no longer than this before they are written
  Index block_rows = 0;  // nor more than so many of them; 0: about 256 KiB
};

class PartWriter {
 public:
  /// Makes the file; one that was there is replaced. Throws FileError, and InputError for columns
  /// or options that cannot be.
  PartWriter(const std::string& path, const Heading& heading, const PartOptions& options = {});

  /// Goes on with the file of an earlier run after its first `rows` rows; what came later is cut
  /// off. Throws FileError if the file is of another run or has fewer whole rows. Flush before each
  /// checkpoint: then a block ends there, and nothing must be written twice.
  static PartWriter resume(const std::string& path, const Heading& heading, Index rows,
                           const PartOptions& options = {});

  PartWriter(PartWriter&&) noexcept = default;
  ~PartWriter();  // writes what waits, if it can; the record remains unfinished

  /// Takes a row. Neither allocates nor throws. False if writing failed: rows that were taken (see
  /// rows()) still wait, further ones are refused when there is no room, flush() tries again.
  bool append(std::span<const double> row) noexcept;

  Index rows() const noexcept { return written_rows_ + waiting_; }

  bool flush() noexcept;  // writes what waits: safe from a kill
  bool sync() noexcept;   // and from a loss of power

  /// Throws FileError if the last attempt to write failed.
  void check() const;

  /// Writes the closing frame; no row is taken after it. Throws FileError, and may be tried again.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  PartWriter(const std::string& path, Index width, const PartOptions& options);
  bool write(const char* bytes, std::size_t size) noexcept;
  std::size_t block_size() const noexcept;  // of the frame with the rows that wait

  std::string path_;
  File file_;
  Index width_ = 0, block_rows_ = 0;
  Clock::duration patience_{};
  std::string block_;  // head of the frame, number of the first row, rows
  Index waiting_ = 0, written_rows_ = 0;
  std::uint64_t written_ = 0;  // bytes of the file that are whole frames
  Clock::time_point last_ = Clock::now();
  int error_ = 0;
  bool closed_ = false;  // the closing frame is written
};

}  // namespace zwang::record
