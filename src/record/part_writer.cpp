// SPDX-License-Identifier: Apache-2.0
#include "record/part_writer.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include "record/aside.h"
#include "record/bytes.h"
#include "record/file.h"
#include "record/frame.h"
#include "record/part_reader.h"
#include "zwang/status.h"

namespace zwang::record {

namespace {

constexpr std::size_t kRowsBegin = kFrameHeadSize + 8;  // after the number of the first row
constexpr Index kBlockBytes = 1 << 18;
constexpr const char* kCannotGoOn = "cannot be continued";

Index choose_block_rows(Index width, Index asked) {
  if (width == 0) throw InputError("columns", "there are none");
  const Index most = (static_cast<Index>(kLongestPayload) - 8) / (8 * width);
  if (most == 0) throw InputError("columns", "there are more than a block can hold");
  if (asked < 0) throw InputError("block_rows", "is negative");
  if (asked == 0) asked = std::max<Index>(kBlockBytes / (8 * width), 1);
  return std::min(asked, most);
}

/// How long rows may wait. Longer than a year is forever: a clock's ticks must not overflow.
std::chrono::duration<double> choose_patience(double seconds) {
  if (!(seconds >= 0)) throw InputError("seconds", "is negative or not a number");
  return std::chrono::duration<double>(std::min(seconds, 3.2e7));
}

/// Why the file cannot be gone on with, or nothing.
std::string refusal(const Heading& then, const Heading& now) {
  const std::string other = differences(then.identity, now.identity);
  if (!other.empty()) return "belongs to another run: " + other;
  return then.columns == now.columns ? "" : "has other columns";
}

/// Where a run that had `rows` rows goes on.
struct Seam {
  std::uint64_t size = 0;     // of the file, as far as it stays
  Index rows = 0;             // in that part
  std::vector<double> again;  // rows of a block that began before the seam and ended after it
};

Seam find_seam(const std::string& path, const Heading& heading, Index rows) {
  PartReader reader(path);
  const std::string reason = refusal(reader.heading(), heading);
  if (!reason.empty()) throw FileError(path, reason);
  Seam seam{reader.block_end(), 0, {}};
  while (seam.rows < rows) {
    const std::span<const double> block = reader.next();
    if (block.empty())
      throw FileError(path, "has " + std::to_string(reader.rows()) + " whole rows, not the " +
                                std::to_string(rows) + " after which the run is to continue");
    if (reader.rows() > rows) {
      const auto keep = static_cast<std::size_t>((rows - seam.rows) * heading.columns.count());
      seam.again.assign(block.begin(), block.begin() + static_cast<Index>(keep));
      break;
    }
    seam.size = reader.block_end();
    seam.rows = reader.rows();
  }
  return seam;
}

}  // namespace

PartWriter::PartWriter(const std::string& path, Index width, const PartOptions& options)
    : path_(path),
      width_(width),
      block_rows_(choose_block_rows(width, options.block_rows)),
      patience_(std::chrono::duration_cast<Clock::duration>(choose_patience(options.seconds))),
      block_(kRowsBegin + static_cast<std::size_t>(8 * width * block_rows_), '\0') {}

PartWriter::PartWriter(const std::string& path, const Heading& heading, const PartOptions& options)
    : PartWriter(path, heading.columns.count(), options) {
  Encoder encoder;
  encode(encoder, heading);
  if (encoder.bytes().size() > kLongestPayload) throw InputError("heading", "is too long");
  const std::string head = preamble(FileKind::part) + frame(FrameKind::heading, encoder.bytes());
  AsideFile aside(path);
  aside.write(head);
  file_ = aside.commit_open();
  // A new file has no other writer; where there are no locks, there is nothing to be done.
  file_.lock();
  written_ = head.size();
}

PartWriter PartWriter::resume(const std::string& path, const Heading& heading, Index rows,
                              const PartOptions& options) {
  PartWriter writer(path, heading.columns.count(), options);
  const Seam seam = find_seam(path, heading, rows);
  // The seam's reader is closed by now: to close any handle of a file frees its lock.
  writer.file_ = File::edit(path);
  File& file = writer.file_;
  if (!file.is_open()) throw FileError::system(path, kCannotGoOn, file.error());
  if (!file.lock() && (file.error() == EACCES || file.error() == EAGAIN))
    throw FileError(path, "is being written by another process");
  if (!file.truncate(seam.size)) throw FileError::system(path, kCannotGoOn, file.error());
  writer.written_ = seam.size;
  writer.written_rows_ = seam.rows;
  const auto width = static_cast<std::size_t>(writer.width_);
  for (std::span<const double> again = seam.again; !again.empty(); again = again.subspan(width))
    if (!writer.append(again.first(width))) writer.check();
  if (!writer.flush()) writer.check();
  return writer;
}

PartWriter::~PartWriter() {
  if (file_.is_open()) flush();
}

bool PartWriter::append(std::span<const double> row) noexcept {
  if (closed_ || row.size() != static_cast<std::size_t>(width_)) {
    error_ = EINVAL;
    return false;
  }
  if (waiting_ == block_rows_ && !flush()) return false;
  store_numbers(block_.data() + block_size(), row);
  ++waiting_;
  return waiting_ < block_rows_ && Clock::now() - last_ < patience_ ? true : flush();
}

bool PartWriter::flush() noexcept {
  if (waiting_ == 0) return true;
  store_u64(block_.data() + kFrameHeadSize, static_cast<std::uint64_t>(written_rows_));
  const std::size_t size = block_size();
  write_frame_head(block_.data(), FrameKind::rows,
                   std::string_view(block_).substr(kFrameHeadSize, size - kFrameHeadSize));
  if (!write(block_.data(), size)) return false;
  written_rows_ += waiting_;
  waiting_ = 0;
  last_ = Clock::now();
  return true;
}

bool PartWriter::sync() noexcept {
  if (!flush()) return false;
  error_ = file_.sync() ? 0 : file_.error();
  return error_ == 0;
}

void PartWriter::check() const {
  if (error_ != 0) throw FileError::unwritable(path_, error_);
}

void PartWriter::finish() {
  char count[8];
  store_u64(count, static_cast<std::uint64_t>(rows()));
  const std::string done = frame(FrameKind::done, {count, sizeof count});
  closed_ = closed_ || (flush() && write(done.data(), done.size()));
  if (closed_ && sync() && !file_.close()) error_ = file_.error();
  check();
}

/// Whole, or not at all: half a frame is cut off again, so that the next attempt finds a clean end.
bool PartWriter::write(const char* bytes, std::size_t size) noexcept {
  const bool good = file_.write(bytes, size);
  error_ = good ? 0 : file_.error();
  if (good)
    written_ += size;
  else
    file_.truncate(written_);
  return good;
}

std::size_t PartWriter::block_size() const noexcept {
  return kRowsBegin + static_cast<std::size_t>(8 * width_ * waiting_);
}

}  // namespace zwang::record
