// SPDX-License-Identifier: Apache-2.0
// Tests which values integer inputs accept.
#include "engine/runtime/representable.h"

#include <QtTest>
#include <cmath>
#include <limits>

#include "tests/support/test_program.h"

using namespace ng;

namespace {

// The element that is refused; empty if there is none.
std::string refused(DType dtype, const Tensor& value) {
  const auto fault = unrepresentable(value, dtype, "x");
  return fault ? fault->found : std::string();
}

Tensor doubles(std::vector<double> values) {
  return Tensor::from(DType::f64, {std::ssize(values)}, values);
}

}  // namespace

class RepresentableTest : public QObject {
  Q_OBJECT
 private slots:
  void integers_are_accepted();
  void fractions_are_refused();
  void numbers_out_of_range_are_refused();
  void other_types_accept_everything();
  void the_message_names_value_and_range();
};

void RepresentableTest::integers_are_accepted() {
  QCOMPARE(refused(DType::i32, doubles({-3, 0, 7, 2147483647})), std::string());
  QCOMPARE(refused(DType::u8, Tensor({0, 255})), std::string());
  QCOMPARE(refused(DType::i64, doubles({-0x1p63})), std::string());
  const std::vector<Integer> large = {Integer{1} << 63};
  QCOMPARE(refused(DType::u64, doubles({0x1p63})), std::string());
  QCOMPARE(refused(DType::u64, Tensor::from(DType::u64, {1}, large)), std::string());
}

void RepresentableTest::fractions_are_refused() {
  QCOMPARE(refused(DType::i32, Tensor(3.7)), std::string("3.7"));
  QCOMPARE(refused(DType::u64, doubles({1, -0.25, 2})), std::string("-0.25"));
  QCOMPARE(refused(DType::i8, Tensor(std::nan(""))), std::string("nan"));
  const double infinity = std::numeric_limits<double>::infinity();
  QCOMPARE(refused(DType::i64, doubles({-infinity})), std::string("-inf"));
}

void RepresentableTest::numbers_out_of_range_are_refused() {
  QCOMPARE(refused(DType::u8, doubles({256})), std::string("256"));
  QCOMPARE(refused(DType::u32, doubles({-1})), std::string("-1"));
  QVERIFY(!refused(DType::i64, doubles({0x1p63})).empty());
  const std::vector<Integer> numbers = {-128, 127, 128};
  QCOMPARE(refused(DType::i8, Tensor::from(DType::i32, {3}, numbers)), std::string("128"));
}

void RepresentableTest::other_types_accept_everything() {
  QCOMPARE(refused(DType::f16, doubles({3.7, 1e300})), std::string());
  QCOMPARE(refused(DType::bool_, doubles({3.7, 2})), std::string());
}

void RepresentableTest::the_message_names_value_and_range() {
  try {
    fed_to(doubles({1, 2.5}), DType::i8, {2, 2}, "placeholder 'n'");
  } catch (const Error& error) {
    QVERIFY(error.diagnostic().what.find("placeholder 'n'") != std::string::npos);
    QCOMPARE(error.diagnostic().found, std::string("2.5"));
    QCOMPARE(error.diagnostic().expected, std::string("integers from -128 to 127 (int8)"));
    return;
  }
  QFAIL("2.5 was accepted");
}

NGRAPH_TEST(RepresentableTest)
#include "representable_test.moc"
