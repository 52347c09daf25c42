// SPDX-License-Identifier: Apache-2.0
#include "tape/executable.h"

#include <gtest/gtest.h>

#include <utility>

namespace zwang::test {
namespace {

#ifdef __x86_64__
constexpr unsigned char return_seven[] = {0xB8, 0x07, 0x00, 0x00, 0x00, 0xC3};  // mov eax, 7; ret

int run(const tape::Executable& code) {
  return reinterpret_cast<int (*)()>(const_cast<void*>(code.begin()))();
}

TEST(Executable, RunsWhatItWasGiven) {
  tape::Executable code;
  ASSERT_TRUE(code.take(return_seven));
  EXPECT_EQ(run(code), 7);
}

TEST(Executable, MovesWithoutMovingTheCode) {
  tape::Executable code;
  ASSERT_TRUE(code.take(return_seven));
  const void* const at = code.begin();
  tape::Executable other(std::move(code));
  tape::Executable third;
  third = std::move(other);
  EXPECT_EQ(third.begin(), at);
  EXPECT_EQ(run(third), 7);
}

TEST(ExecutableDeathTest, CannotBeWritten) {
  tape::Executable code;
  ASSERT_TRUE(code.take(return_seven));
  auto* const bytes = static_cast<volatile unsigned char*>(const_cast<void*>(code.begin()));
  EXPECT_DEATH(bytes[1] = 8, "");
}
#endif

}  // namespace
}  // namespace zwang::test
