// SPDX-License-Identifier: Apache-2.0
#include "record/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace zwang::record {

namespace {

/// Calls `transfer(done)` until `count` bytes are done; it returns what a system call returns.
template <typename Transfer>
bool transfer_all(std::size_t count, Transfer transfer) noexcept {
  for (std::size_t done = 0; done < count;) {
    const ssize_t now = transfer(done);
    if (now > 0) {
      done += static_cast<std::size_t>(now);
    } else if (now == 0) {
      errno = EIO;  // a disk that takes nothing and says nothing
      return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

File& File::operator=(File&& other) noexcept {
  if (this == &other) return *this;
  close();
  stream_ = std::exchange(other.stream_, nullptr);
  error_ = other.error_;
  return *this;
}

File File::open(const std::string& path, const char* mode) noexcept {
  File file;
  // Only the descriptor is used; the stream is how the standard library opens with "x", portably.
  file.stream_ = std::fopen(path.c_str(), mode);
  file.note(file.is_open());
  return file;
}

// Without a file, calls fail as the system lets them fail: "Bad file descriptor".
int File::descriptor() const noexcept { return stream_ ? fileno(stream_) : -1; }

bool File::note(bool good) noexcept {
  if (!good) error_ = errno;
  return good;
}

bool File::write(const char* bytes, std::size_t count) noexcept {
  return note(transfer_all(
      count, [&](std::size_t done) { return ::write(descriptor(), bytes + done, count - done); }));
}

bool File::write_at(std::uint64_t offset, const char* bytes, std::size_t count) noexcept {
  return note(transfer_all(count, [&](std::size_t done) {
    return ::pwrite(descriptor(), bytes + done, count - done, static_cast<off_t>(offset + done));
  }));
}

bool File::read_at(std::uint64_t offset, char* bytes, std::size_t count) noexcept {
  return note(transfer_all(count, [&](std::size_t done) -> ssize_t {
    const ssize_t now =
        ::pread(descriptor(), bytes + done, count - done, static_cast<off_t>(offset + done));
    if (now != 0) return now;
    std::memset(bytes + done, 0, count - done);
    return static_cast<ssize_t>(count - done);
  }));
}

bool File::truncate(std::uint64_t size) noexcept {
  const auto end = static_cast<off_t>(size);
  return note(::ftruncate(descriptor(), end) == 0 && ::lseek(descriptor(), end, SEEK_SET) == end);
}

bool File::sync() noexcept { return note(::fsync(descriptor()) == 0); }

bool File::lock() noexcept { return note(::lockf(descriptor(), F_TLOCK, 0) == 0); }

bool File::close() noexcept {
  if (!stream_) return true;
  return note(std::fclose(std::exchange(stream_, nullptr)) == 0);
}

void sync_folder(const std::string& path) noexcept {
  try {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    std::FILE* const stream = std::fopen(folder.empty() ? "." : folder.c_str(), "r");
    if (!stream) return;
    ::fsync(fileno(stream));
    std::fclose(stream);
  } catch (...) {  // no memory for a path: the names are then as safe as the system makes them
  }
}

}  // namespace zwang::record
