// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the record of a run that goes on, has ended or was killed: the rows up to the last whole
// block. Any bytes may come; what is wrong with them is said, and what is whole is given.

#include <string>
#include <string_view>
#include <vector>

#include "record/frame.h"
#include "record/row_source.h"

namespace zwang::record {

class PartReader : public RowSource {
 public:
  enum class Ending {
    reading,     // there may be more rows
    finished,    // the run ended and said so
    unfinished,  // the file ends after a whole block: the run goes on, or was stopped
    truncated,   // the file ends within a block, as after a kill
    damaged,     // a block is not what was written
  };

  /// Throws FileError if the file cannot be read, is something else, or has no whole heading.
  explicit PartReader(const std::string& path) : PartReader(Input::from_file(path)) {}
  explicit PartReader(Input input);

  const Heading& heading() const noexcept override { return heading_; }
  std::span<const double> next() override;

  Index rows() const noexcept { return rows_; }  // given so far
  Ending ending() const noexcept { return ending_; }

  /// Where the block of the last rows ends in the file; before the first, where the heading does.
  std::uint64_t block_end() const noexcept { return block_end_; }

 private:
  Ending read_block();
  bool decode_rows();
  bool is_last() const;

  FrameReader frames_;
  Heading heading_;
  std::vector<double> block_;
  Index rows_ = 0;
  std::uint64_t block_end_ = 0;
  Ending ending_ = Ending::reading;
};

/// One sentence, for the reader of a message; `rows` is how many came before the end.
std::string sentence(PartReader::Ending ending, Index rows);

}  // namespace zwang::record
