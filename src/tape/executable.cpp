// SPDX-License-Identifier: Apache-2.0
#include "tape/executable.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

namespace zwang::tape {

Executable::Executable(Executable&& other) noexcept
    : pages_(std::exchange(other.pages_, nullptr)), mapped_(std::exchange(other.mapped_, 0)) {}

Executable& Executable::operator=(Executable&& other) noexcept {
  std::swap(pages_, other.pages_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Executable::~Executable() {
  if (pages_) munmap(pages_, mapped_);
}

bool Executable::take(std::span<const unsigned char> code) noexcept {
  constexpr std::size_t page = 4096;
  const std::size_t size = (code.size() + page - 1) / page * page;
  void* const pages =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return false;
  std::memcpy(pages, code.data(), code.size());
  if (mprotect(pages, size, PROT_READ | PROT_EXEC) != 0) {
    munmap(pages, size);
    return false;
  }
  Executable fresh;
  fresh.pages_ = pages;
  fresh.mapped_ = size;
  *this = std::move(fresh);
  return true;
}

}  // namespace zwang::tape
