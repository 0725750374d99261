// SPDX-License-Identifier: Apache-2.0
// Tests the sizes of windows against the original's recorded facts.
#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/neon/layers/window.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using nlohmann::json;
using namespace ng;
using namespace ng::neon;

namespace {

const json& facts() {
  static const json facts = [] {
    std::ifstream file(testing::source_file("tests/reference/axes_facts.json"));
    return json::parse(file);
  }();
  return facts;
}

WindowPadding padding_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) return std::pair<std::int64_t, std::int64_t>(value[0], value[1]);
  return value.get<std::int64_t>();
}

// The window along H; refused: empty.
std::optional<WindowLength> window(std::int64_t input, std::int64_t filter, std::int64_t stride,
                                   std::int64_t dilation, const json& padding, bool transposed) {
  const Refusal refusal = [](const std::string& what, const std::string& found,
                             const std::string&) { refuse(ErrorKind::value, what + found); };
  try {
    return window_length("H", input, filter, stride, dilation, padding_of(padding), transposed,
                         refusal);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

class WindowSizesTest : public QObject {
  Q_OBJECT
 private slots:
  void convolution();
  void pooling();
  void paddings();
};

// The original returns an empty output where layers refuse the window.
void WindowSizesTest::convolution() {
  for (const json& row : facts()["conv_sizes"]) {
    for (const bool transposed : {false, true}) {
      const json& recorded = row[transposed ? 7 : 6];
      const auto made = window(row[0], row[1], row[2], row[3], row[4], transposed);
      const bool empty = recorded.contains("raises") || recorded["value"] == 0;
      QVERIFY2(made.has_value() != empty, row.dump().c_str());
      if (!made) continue;
      QVERIFY2(json({made->before, made->after}) == row[5]["value"], row.dump().c_str());
      const std::int64_t size = transposed ? made->transposed_output() : made->output();
      QVERIFY2(size == recorded["value"], row.dump().c_str());
    }
  }
}

// Padding of a whole window or more is refused by the pooling op.
void WindowSizesTest::pooling() {
  int sizes = 0;
  for (const json& row : facts()["pool_sizes"]) {
    const auto made = window(row[0], row[1], row[2], 1, row[3], false);
    QVERIFY2(made, row.dump().c_str());
    if (row[4].contains("raises")) {
      QVERIFY2(std::max(made->before, made->after) >= made->span(), row.dump().c_str());
      continue;
    }
    QVERIFY2(made->output() == row[4]["value"], row.dump().c_str());
    ++sizes;
  }
  QVERIFY(sizes > 15);
}

void WindowSizesTest::paddings() {
  QVERIFY(!window(6, 1, 1, 1, "caffe_full", false));
  const auto wide = window(6, 1, 3, 1, "same", false);
  QVERIFY(wide && wide->before == 0 && wide->after == 0);  // never negative
}

NGRAPH_TEST(WindowSizesTest)
#include "window_sizes_test.moc"
