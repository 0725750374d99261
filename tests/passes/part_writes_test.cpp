// SPDX-License-Identifier: Apache-2.0
// Tests writes to parts of variables that are not ordered: none is lost.
#include <QtTest>

#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis A = make_axis(4, "A");

SliceItem range(std::int64_t from, std::int64_t to, std::int64_t step = 1) {
  return SliceItem::range(from, to, step);
}

Op numbers(std::vector<double> values) {
  const Axis axis = make_axis(std::ssize(values), "A");
  return constant(Tensor::from(DType::f32, {std::ssize(values)}, values), Axes{axis});
}

using Made = std::function<std::vector<Op>(const Op& v)>;

}  // namespace

class PartWritesTest : public QObject {
  Q_OBJECT
 private slots:
  void none_is_lost_data();
  void none_is_lost();
};

void PartWritesTest::none_is_lost_data() {
  QTest::addColumn<Made>("made");
  QTest::addColumn<std::vector<double>>("expected");
  QTest::addColumn<int>("warnings");
  const auto first = [](const Op& v) { return set_item(v, {range(0, 2)}, numbers({1, 2})); };
  const auto last = [](const Op& v) { return set_item(v, {range(2, 4)}, numbers({5, 6})); };
  const auto row = [](const char* name, const Made& made, std::vector<double> expected,
                      int warnings) {
    QTest::newRow(name) << made << std::move(expected) << warnings;
  };
  row(
      "in a doall", [=](const Op& v) { return std::vector{doall({first(v), last(v)})}; },
      {1, 2, 5, 6}, 0);
  row("as results", [=](const Op& v) { return std::vector{last(v), first(v)}; }, {1, 2, 5, 6}, 0);
  row(
      "every other element",
      [](const Op& v) {
        return std::vector{doall({set_item(v, {range(0, 4, 2)}, numbers({1, 2})),
                                  set_item(v, {range(1, 4, 2)}, numbers({5, 6}))})};
      },
      {1, 5, 2, 6}, 0);
  row(
      "each reads the start",
      [](const Op& v) {
        const Op a = set_item(v, {range(0, 2)}, tensor_slice(v, {range(2, 4)}) + 1),
                 b = set_item(v, {range(2, 4)}, tensor_slice(v, {range(0, 2)}) + 2);
        return std::vector{doall({a, b})};
      },
      {31, 41, 12, 22}, 0);
  row(
      "after all elements",
      [=](const Op& v) {
        const Op part = last(v);
        return std::vector{doall({part, assign(v, 9)})};
      },
      {9, 9, 9, 9}, 1);
  row(
      "over all elements",
      [=](const Op& v) {
        const Op all = fill(v, 9);
        return std::vector{doall({all, last(v)})};
      },
      {9, 9, 5, 6}, 1);
  row(
      "an element of both",
      [=](const Op& v) {
        const Op a = first(v), b = set_item(v, {SliceItem::at(1)}, 7);
        return std::vector{doall({b, a})};
      },
      {1, 7, 30, 40}, 1);
  row(
      "sequences",
      [=](const Op& v) {
        const Op a = sequential({first(v), set_item(v, {SliceItem::at(0)}, 8)});
        return std::vector{doall({a, last(v)})};
      },
      {8, 2, 5, 6}, 0);
  row(
      "a sequence keeps its order",
      [=](const Op& v) {
        const Op later = set_item(v, {SliceItem::at(0)}, 8), earlier = first(v);
        return std::vector{doall({sequential({earlier, later}), last(v)})};
      },
      {8, 2, 5, 6}, 0);
  row(
      "effects that sequences share",
      [=](const Op& v) {
        const Op a = first(v), b = set_item(v, {SliceItem::at(3)}, 8);
        const Op own = set_item(v, {SliceItem::at(2)}, 7);
        return std::vector{sequential({a, b}), sequential({own, a}), sequential({a, own})};
      },
      {1, 2, 7, 8}, 0);
  row(
      "a shared effect before another one",
      [=](const Op& v) {
        const Op later = assign(v, v + 1), shared = fill(v, 9);
        return std::vector{sequential({shared, v * 1.0}), sequential({shared, later})};
      },
      {10, 10, 10, 10}, 0);
  row(
      "within a sequence",
      [=](const Op& v) {
        return std::vector{sequential(
            {assign(v, v * 2), doall({first(v), set_item(v, {SliceItem::at(3)},
                                                         tensor_slice(v, {SliceItem::at(2)}))})})};
      },
      {1, 2, 60, 60}, 0);
}

void PartWritesTest::none_is_lost() {
  QFETCH(Made, made);
  QFETCH(std::vector<double>, expected);
  QFETCH(int, warnings);
  for (const char* transformer : {"cpu", "reference"}) {
    const Op v =
        variable(Axes{A}, Tensor::from(DType::f32, {4}, std::vector<double>{10, 20, 30, 40}));
    std::vector<Op> results = made(v);
    results.push_back(v);
    const TransformerPtr on = allocate_transformer(transformer);
    const Computation f = on->add_computation(computation(results, {}, Returns::list));
    QCOMPARE(f.call({})[results.size() - 1].values(), expected);
    QCOMPARE(on->value(v)->values(), expected);
    QCOMPARE(std::ssize(f.compilation().diagnostics), warnings);
  }
}

NGRAPH_TEST(PartWritesTest)
#include "part_writes_test.moc"
