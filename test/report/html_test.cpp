// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include <gtest/gtest.h>

#include "report/coding.h"

namespace zwang::report {
namespace {

TEST(Html, TextCanNeitherOpenATagNorLeaveAnAttribute) {
  EXPECT_EQ(html_text("</script><b a=\"1\" c='2'>&amp;"),
            "&lt;/script&gt;&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

TEST(Html, TextKeepsEveryScriptAndPictureOfTheWorld) {
  const std::string text = "מטוטלת 🎢 θ̈ = −g";
  EXPECT_EQ(html_text(text), text);
}

TEST(Html, WhatIsNoCharacterOfAPageIsReplaced) {
  EXPECT_EQ(html_text(std::string_view("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(html_text("a\x80z"), "a\uFFFDz");
  EXPECT_EQ(html_text("a\r\nb\tc\x1B[1m"), "a\nb\tc\uFFFD[1m");
}

TEST(Html, NamesDoNotChangeTheDirectionOfTheirSentence) {
  EXPECT_EQ(html_name("א<"), "<bdi>א&lt;</bdi>");
}

TEST(Html, JsonInAScriptHasNoMarkup) {
  EXPECT_EQ(json_in_html("{\"a\":\"</script><!--&\u2028\u2029\"}"),
            "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\"}");
}

// The vectors of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xFB\xFF\xFE"), "+//+");
}

}  // namespace
}  // namespace zwang::report
