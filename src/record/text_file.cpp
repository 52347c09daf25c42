// SPDX-License-Identifier: Apache-2.0
#include "record/text_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "record/file.h"

namespace zwang::record {

namespace {

/// A descriptor that is closed, unless it is standard input.
class Opened {
 public:
  explicit Opened(const std::string& path)
      // Not to wait for one who might write into a pipe some day.
      : descriptor_(path == "-" ? STDIN_FILENO
                                : ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~Opened() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  int get() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

[[noreturn]] void fail(const std::string& path) {
  throw FileError::system(path, "cannot be read", errno);
}

void refuse_what_is_no_text(const std::string& path, const struct stat& status, int descriptor) {
  if (S_ISDIR(status.st_mode)) throw FileError(path, "cannot be read: Is a directory");
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && !::isatty(descriptor)) throw FileError(path, "is a device, not a file");
}

/// 0 at the end.
std::size_t read_some(const std::string& path, int descriptor, char* to, std::size_t most) {
  for (;;) {
    const ssize_t count = ::read(descriptor, to, most);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN) {
      pollfd until{descriptor, POLLIN, 0};
      if (::poll(&until, 1, -1) >= 0) continue;
    }
    if (errno != EINTR) fail(path);
  }
}

}  // namespace

std::string read_text(const std::string& path, std::size_t most) {
  const Opened file(path);
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) fail(path);
  refuse_what_is_no_text(path, status, file.get());
  std::string text;
  std::array<char, 1 << 16> some;
  while (text.size() < most) {
    const std::size_t wanted = std::min(some.size(), most - text.size());
    const std::size_t count = read_some(path, file.get(), some.data(), wanted);
    if (count == 0) break;
    text.append(some.data(), count);
  }
  const bool is_named_pipe = S_ISFIFO(status.st_mode) && path != "-";
  if (text.empty() && is_named_pipe) throw FileError(path, "is a pipe without a writer");
  return text;
}

}  // namespace zwang::record
