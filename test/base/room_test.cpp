// SPDX-License-Identifier: Apache-2.0
// Room is kept, and memory that was given up comes back to the same thread.

#include "base/room.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace zwang {
namespace {

// In a thread of its own, which has no spare memory of another size yet.
TEST(Room, GrowsToTwiceAsMuchAtLeastAndKeepsWhatFits) {
  std::thread([] {
    Room<double> room;
    room.reserve(100);
    for (Index i = 0; i < 100; ++i) room[i] = static_cast<double>(i);
    const double* const before = room.data();
    room.reserve(40);
    EXPECT_EQ(room.data(), before);
    for (Index i = 0; i < 100; ++i) EXPECT_EQ(room[i], static_cast<double>(i));
    room.reserve(101);
    const double* const grown = room.data();
    room.reserve(200);
    EXPECT_EQ(room.data(), grown);
  }).join();
}

TEST(Room, IsThereAgainAfterItWasReleased) {
  Room<Index> room;
  room.reserve(10);
  room.release();
  EXPECT_EQ(room.data(), nullptr);
  room.reserve(10);
  ASSERT_NE(room.data(), nullptr);
  for (Index i = 0; i < 10; ++i) room[i] = i;
  Room<Index> other = std::move(room);
  EXPECT_EQ(other[9], 9);
}

TEST(Room, OfTwoOwnersIsNeverTheSame) {
  std::vector<Room<double>> rooms(80);  // more than are kept
  for (int round = 0; round < 3; ++round) {
    for (std::size_t k = 0; k < rooms.size(); ++k) {
      const auto count = static_cast<Index>(50 + 7 * k);
      rooms[k].reserve(count);
      for (Index i = 0; i < count; ++i) rooms[k][i] = static_cast<double>(k);
    }
    for (std::size_t k = 0; k < rooms.size(); ++k) {
      for (Index i = 0; i < static_cast<Index>(50 + 7 * k); ++i)
        ASSERT_EQ(rooms[k][i], static_cast<double>(k));
      rooms[k].release();
    }
  }
}

TEST(Room, OutlivesTheThreadThatMadeIt) {
  Room<double> room;
  std::thread([&room] {
    Room<double> spare;
    spare.reserve(1000);
    spare.release();
    room.reserve(1000);
  }).join();
  for (Index i = 0; i < 1000; ++i) room[i] = 1;
  EXPECT_EQ(room[999], 1);
}

TEST(Spare, GivesAgainWhatItWasGivenAndNothingMuchLarger) {
  std::thread([] {
    Spare& spare = Spare::of_thread();
    std::size_t bytes = 4096;
    void* const first = spare.take(bytes);
    spare.give(first, bytes);
    std::size_t few = 512;
    void* const small = spare.take(few);
    EXPECT_NE(small, first);
    EXPECT_EQ(few, 512U);
    std::size_t most = 4000;
    void* const second = spare.take(most);
    EXPECT_EQ(second, first);
    EXPECT_EQ(most, 4096U);
    spare.give(second, most);
    spare.give(small, few);
  }).join();
}

TEST(Spare, KeepsNoMoreThanAMebibyte) {
  std::thread([] {
    Spare& spare = Spare::of_thread();
    std::size_t large = (std::size_t{1} << 20) + 8, half = std::size_t{1} << 19;
    std::size_t wanted = large;
    spare.give(spare.take(wanted), large);  // freed: else the next would be too large by no factor
    void* const first = spare.take(half);
    EXPECT_EQ(half, std::size_t{1} << 19);
    spare.give(first, half);
  }).join();
}

}  // namespace
}  // namespace zwang
