// SPDX-License-Identifier: Apache-2.0
#include "record/identity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "record/heading.h"
#include "record/sample.h"

namespace zwang::record {
namespace {

// The values that the authors of the hash give.
TEST(Identity, TheFingerprintIsFnv1a) {
  EXPECT_EQ(fingerprint(""), 0xCBF29CE484222325u);
  EXPECT_EQ(fingerprint("a"), 0xAF63DC4C8601EC8Cu);
  EXPECT_EQ(fingerprint("foobar"), 0x85944171F73967E8u);
}

TEST(Identity, AFingerprintIsWrittenWithAllItsDigits) {
  EXPECT_EQ(hex_text(0x0123456789ABCDEF), "0123456789abcdef");
  EXPECT_EQ(hex_text(0), "0000000000000000");
}

TEST(Identity, NothingDiffersFromItself) {
  Identity identity = test::sample_identity();
  identity.parameters.push_back({"bad", std::nan("")});
  EXPECT_EQ(differences(identity, identity), "");
}

TEST(Identity, TitlesAndNamesOfFilesMayDiffer) {
  Identity now = test::sample_identity();
  now.title = now.model = "other";
  EXPECT_EQ(differences(test::sample_identity(), now), "");
}

TEST(Identity, EachDifferenceIsSaid) {
  Identity now = test::sample_identity();
  now.version = "0.2.0";
  now.model_hash = 1;
  now.method = "radau5";
  now.parameters = {{"len", 2}, {"mass", 1}};
  EXPECT_EQ(differences(test::sample_identity(), now),
            "the version was '0.1.0' and is now '0.2.0'; the text of the model has changed; the "
            "method was 'dopri853, explicit, 1e-9' and is now 'radau5'; the parameter 'len' was "
            "1.25 and is now 2; the parameter 'g' is gone; the parameter 'mass' is new");
}

TEST(Identity, TheOrderOfParametersIsNoDifference) {
  Identity now = test::sample_identity();
  std::swap(now.parameters[0], now.parameters[1]);
  EXPECT_EQ(differences(test::sample_identity(), now), "");
}

TEST(Identity, ASignOfZeroIsADifference) {
  Identity then = test::sample_identity(), now = then;
  then.parameters[0].value = 0.0;
  now.parameters[0].value = -0.0;
  EXPECT_EQ(differences(then, now), "the parameter 'len' was 0 and is now -0");
}

TEST(Identity, ManyDifferencesAreCutShort) {
  Identity then, now;
  for (int i = 0; i < 100; ++i) then.parameters.push_back({"p" + std::to_string(i), 0});
  const std::string text = differences(then, now);
  EXPECT_NE(text.find("'p5' is gone; and 94 more"), std::string::npos) << text;
}

TEST(Heading, ComesBackFromItsBytes) {
  const Heading heading = test::sample_heading();
  Encoder encoder;
  encode(encoder, heading);
  const auto copy = decode_heading(encoder.bytes());
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->columns, heading.columns);
  EXPECT_EQ(differences(copy->identity, heading.identity), "");
  EXPECT_EQ(copy->identity.title, heading.identity.title);
  EXPECT_EQ(copy->identity.model, heading.identity.model);
}

TEST(Heading, IsRefusedIfCutOrFollowedByMore) {
  Encoder encoder;
  encode(encoder, test::sample_heading());
  const std::string& bytes = encoder.bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_heading(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_FALSE(decode_heading(bytes + "x"));
}

TEST(Heading, WithoutColumnsOrWithANameTwiceIsRefused) {
  Encoder none, twice;
  encode(none, Heading{test::sample_identity(), {}});
  EXPECT_FALSE(decode_heading(none.bytes()));
  encode(twice, test::sample_identity());
  twice.u64(2);
  for (int i = 0; i < 6; ++i) twice.text("a");
  EXPECT_FALSE(decode_heading(twice.bytes()));
}

}  // namespace
}  // namespace zwang::record
