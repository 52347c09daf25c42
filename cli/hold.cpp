// SPDX-License-Identifier: Apache-2.0
#include "cli/hold.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "zwang/model.h"

namespace cli {

namespace {

// Another may have removed the file between opening and locking, and a third made it anew.
bool is_still(const std::string& path, int descriptor) {
  struct stat held {
  }, there{};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &there) == 0 &&
         held.st_ino == there.st_ino && held.st_dev == there.st_dev;
}

}  // namespace

Hold::Hold(const std::string& name) : path_(name + ".lock") {
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
      throw zwang::WriteTrouble(
          fmt::format("'{}' cannot be written: {}", path_, std::strerror(errno)));
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const bool taken = errno == EWOULDBLOCK;
      ::close(descriptor_);
      descriptor_ = -1;
      if (!taken) return;  // a file system without locks
      throw zwang::FileTrouble(fmt::format(
          "another run is writing {}.*; wait for it, or choose another folder with --out", name));
    }
    if (is_still(path_, descriptor_)) return;
    ::close(descriptor_);
  }
}

void Hold::remove(const std::string& name) noexcept { ::unlink((name + ".lock").c_str()); }

void Hold::let_go_in_child() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

Hold::~Hold() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());  // while it is held: nobody else can hold this one any more
  ::close(descriptor_);
}

}  // namespace cli
