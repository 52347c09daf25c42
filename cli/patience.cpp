// SPDX-License-Identifier: Apache-2.0
#include "cli/patience.h"

#include <unistd.h>

#include <chrono>

#include "cli/guarded.h"

namespace cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds unheard{120}, saving{1000};
constexpr std::chrono::milliseconds coarse{10};  // times of files are behind by up to this

}  // namespace

Patience::Patience(std::function<bool(FileTime)> saved, std::function<void()> end)
    : saved_(std::move(saved)), end_(std::move(end)), thread_([this] { watch(); }) {
  now_ = this;
}

std::atomic<Patience*> Patience::now_{nullptr};

Patience::~Patience() {
  close();
  now_ = nullptr;
}

void Patience::end_here() noexcept {
  if (Patience* const now = now_) now->close();
}

void Patience::close() noexcept {
  State state = State::waiting;
  if (state_.compare_exchange_strong(state, State::over)) wake_waiting();
  if (thread_.joinable()) thread_.join();  // for ever, where the thread is ending the program
}

void Patience::watch() {
  wait_for_signal();
  const Clock::time_point begin = Clock::now();
  const FileTime since = FileTime::clock::now() - coarse;
  for (;;) {
    if (state_.load() == State::over) return;
    const auto waited = Clock::now() - begin;
    if (waited >= (is_heard() ? saving : unheard) || (waited >= unheard && saved_(since))) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  State state = State::waiting;
  if (!state_.compare_exchange_strong(state, State::ending)) return;
  ::alarm(1);  // whoever should read what is said may not
  end_();
  ::_exit(3);
}

}  // namespace cli
