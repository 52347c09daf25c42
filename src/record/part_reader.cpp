// SPDX-License-Identifier: Apache-2.0
#include "record/part_reader.h"

#include "record/bytes.h"
#include "record/file.h"

namespace zwang::record {

using Outcome = FrameReader::Outcome;

PartReader::PartReader(Input input) : frames_(std::move(input), FileKind::part) {
  if (frames_.next() == Outcome::frame && frames_.kind() == FrameKind::heading) {
    if (auto heading = decode_heading(frames_.payload())) {
      heading_ = std::move(*heading);
      block_end_ = frames_.end();
      return;
    }
  }
  throw FileError(frames_.name(), "its header is truncated or damaged; no sample can be read");
}

std::span<const double> PartReader::next() {
  if (ending_ == Ending::reading) ending_ = read_block();
  if (ending_ != Ending::reading) return {};
  return block_;
}

PartReader::Ending PartReader::read_block() {
  switch (frames_.next()) {
    case Outcome::end:
      return Ending::unfinished;
    case Outcome::truncated:
      return Ending::truncated;
    case Outcome::damaged:
      return Ending::damaged;
    case Outcome::frame:
      break;
  }
  if (frames_.kind() == FrameKind::done && is_last()) return Ending::finished;
  if (frames_.kind() != FrameKind::rows || !decode_rows()) return Ending::damaged;
  block_end_ = frames_.end();
  return Ending::reading;
}

/// A block of rows: the number of its first row, which must be the one that is due, then the rows.
bool PartReader::decode_rows() {
  const std::string_view payload = frames_.payload();
  const auto width = static_cast<std::size_t>(heading_.columns.count());
  if (payload.size() <= 8 || (payload.size() - 8) % (8 * width) != 0) return false;
  if (load_u64(payload.data()) != static_cast<std::uint64_t>(rows_)) return false;
  block_.resize((payload.size() - 8) / 8);
  load_numbers(payload.data() + 8, block_);
  rows_ += static_cast<Index>(block_.size() / width);
  return true;
}

/// Whether the closing frame counts as many rows as came, and nothing follows it.
bool PartReader::is_last() const {
  const std::string_view payload = frames_.payload();
  return payload.size() == 8 && load_u64(payload.data()) == static_cast<std::uint64_t>(rows_) &&
         frames_.at_end();
}

std::string sentence(PartReader::Ending ending, Index rows) {
  const std::string count = std::to_string(rows) + (rows == 1 ? " row" : " rows");
  switch (ending) {
    case PartReader::Ending::reading:
      return "The record is being read; " + count + " so far.";
    case PartReader::Ending::finished:
      return "The record is complete: " + count + ".";
    case PartReader::Ending::unfinished:
      return "The run has not finished; the record has " + count + " so far.";
    case PartReader::Ending::truncated:
      return "The record is truncated; " + count + " before the cut can be read.";
    case PartReader::Ending::damaged:
      return "The record is damaged; " + count + " before the damage can be read.";
  }
  return {};
}

}  // namespace zwang::record
