// SPDX-License-Identifier: Apache-2.0
// One model, many threads.

#include <gtest/gtest.h>

#include <thread>

#include "api/texts.h"
#include "model/model_parts.h"

namespace zwang::test {
namespace {

TEST(Threads, RunOneModelWithTheSameBits) {
  const Model model = read_model(two_rods_text, "");
  const auto expected = bits(run(model));
  std::vector<std::vector<std::uint64_t>> found(8);
  std::vector<std::thread> threads;
  for (auto& mine : found) threads.emplace_back([&mine, model] { mine = bits(run(model)); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : found) EXPECT_EQ(mine, expected);
}

TEST(Threads, CompileDerivativesOnce) {
  const Model model = read_model(pendulum_text, "");
  std::vector<const equations::Equations*> found(8);
  std::vector<std::thread> threads;
  for (auto& mine : found)
    threads.emplace_back([&mine, model] { mine = &model.parts().tangent(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto* mine : found) EXPECT_EQ(mine, found[0]);
  EXPECT_TRUE(found[0]->tangent.compiled);
  EXPECT_FALSE(model.parts().equations().tangent.compiled);
}

}  // namespace
}  // namespace zwang::test
