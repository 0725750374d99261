// SPDX-License-Identifier: Apache-2.0
// Tests which elements of two values are said to differ most.
#include <cmath>

#include "engine/analysis/compare/tensor_difference.h"
#include "tests/support/test_program.h"

using namespace ng;

class WorstElementsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_worst_come_first();
  void equal_elements_are_left_out();
  void what_disagrees_precedes_what_agrees();
  void the_first_is_that_of_the_whole_difference();
};

namespace {

Tensor of(const std::vector<double>& values, DType dtype = DType::f32) {
  Tensor tensor(dtype, {static_cast<std::int64_t>(values.size())});
  for (std::size_t i = 0; i < values.size(); ++i)
    tensor.set(static_cast<std::int64_t>(i), values[i]);
  return tensor;
}

std::vector<std::int64_t> places(const std::vector<ElementDifference>& elements) {
  std::vector<std::int64_t> found;
  for (const ElementDifference& each : elements) found.push_back(each.element);
  return found;
}

}  // namespace

void WorstElementsTest::the_worst_come_first() {
  const Tensor left = of({1, 2, 3, 4, 5}), right = of({1.5, 2.25, 3, 5, 5.5});
  const auto found = worst_elements(left, right, 0, 0, 3);
  QCOMPARE(places(found), (std::vector<std::int64_t>{3, 0, 4}));  // 1/10.5, 0.5/7, 0.5/11
  QCOMPARE(found[0].left, Number(4.0));
  QCOMPARE(found[0].right, Number(5.0));
  QCOMPARE(found[0].apart, Number(1.0));
  QCOMPARE(found[0].ulps, std::ldexp(1.0, 21));  // 2^21 float32 from 4 to 5
  QVERIFY(!found[0].agrees);
}

void WorstElementsTest::equal_elements_are_left_out() {
  const double nan = std::nan(""), inf = HUGE_VAL;
  const Tensor left = of({nan, inf, 1, -inf, nan}), right = of({nan, inf, 1, inf, 2});
  const auto found = worst_elements(left, right, 1, 0, 10);
  QCOMPARE(places(found), (std::vector<std::int64_t>{3, 4}));
  QVERIFY(!found[0].agrees && !found[1].agrees);
  QVERIFY(worst_elements(left, left, 0, 0, 10).empty());
  QVERIFY(worst_elements(left, right, 0, 0, 0).empty());
  QVERIFY(worst_elements(of({}), of({}), 0, 0, 10).empty());
}

// 2^53 + 1 and 2^53 are no equal integers.
void WorstElementsTest::what_disagrees_precedes_what_agrees() {
  Tensor left(DType::i64, {2}), right(DType::i64, {2});
  set_number(left, 0, std::int64_t{9007199254740993}), left.set(1, 4);
  set_number(right, 0, std::int64_t{9007199254740992}), right.set(1, 4);
  const auto found = worst_elements(left, right, 0, 0, 10);
  QCOMPARE(places(found), (std::vector<std::int64_t>{0}));
  const auto mixed = worst_elements(of({1, HUGE_VAL}), of({2, 3}), 0.9, 0, 10);
  QCOMPARE(places(mixed), (std::vector<std::int64_t>{1, 0}));
  QVERIFY(!mixed[0].agrees && mixed[1].agrees);
}

void WorstElementsTest::the_first_is_that_of_the_whole_difference() {
  Tensor left(DType::f32, {1000}), right(DType::f32, {1000});
  for (std::int64_t i = 0; i < 1000; ++i) {
    left.set(i, std::sin(static_cast<double>(i)));
    right.set(i, std::sin(static_cast<double>(i)) + 1e-3 * std::cos(static_cast<double>(i * i)));
  }
  for (const double rtol : {0.0, 4e-4, 1.0}) {
    const OpDifference whole = difference(left, right, rtol, 0);
    const auto found = worst_elements(left, right, rtol, 0, 1000);
    QCOMPARE(found[0].element, whole.element);
    QCOMPARE(found[0].relative, whole.relative);
    QCOMPARE(found[0].agrees, whole.agrees);
    const auto some = worst_elements(left, right, rtol, 0, 17);
    for (std::size_t i = 0; i < some.size(); ++i) QCOMPARE(some[i].element, found[i].element);
  }
}

NGRAPH_TEST(WorstElementsTest)
#include "worst_elements_test.moc"
