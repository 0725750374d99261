// SPDX-License-Identifier: Apache-2.0
// Tests numbers that are read, compared and written exactly, and that integers become floats by one
// rounding.
#include <QtTest>
#include <limits>

#include "engine/base/number.h"
#include "tests/support/comma_locale.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr std::int64_t beyond = (std::int64_t{1} << 53) + 1;  // the first integer no double holds

}  // namespace

class NumberTest : public QObject {
  Q_OBJECT

 private slots:
  void integersAreExact() {
    const Number one = beyond, other = beyond - 1;
    QVERIFY(!(one == other));
    QVERIFY(is_less(other, one));
    QCOMPARE(to_string(one), std::string("9007199254740993"));
    QCOMPARE(to_string(distance(other, one)), std::string("1"));
    QCOMPARE(to_string(difference_of(other, one)), std::string("-1"));
    QCOMPARE(to_string(Number(UINT64_MAX)), std::string("18446744073709551615"));
    const Number low = INT64_MIN, high = UINT64_MAX;
    QCOMPARE(to_string(distance(low, high)), std::string("27670116110564327423"));
  }

  void realNumbersAreDoubles() {
    QCOMPARE(to_string(Number(0.1)), std::string("0.1"));
    QCOMPARE(to_string(Number(1.0 / 3), 4), std::string("0.3333"));
    QVERIFY(Number(2.0) == Number(2));
    QVERIFY(!(Number(std::nan("")) == Number(std::nan(""))));
  }

  void textIsReadExactly() {
    QCOMPARE(to_string(*number_from("9007199254740993")), std::string("9007199254740993"));
    QCOMPARE(to_string(*number_from("-9223372036854775808")), std::string("-9223372036854775808"));
    QVERIFY(!number_from("0.5")->is_integer());
    QCOMPARE(number_from("1e3")->real(), 1000.0);
    QCOMPARE(number_from(std::string(60, '9'))->real(), 1e60);
    for (const char* text : {"", "-", "1.2.3", "9x", "0x10"}) QVERIFY(!number_from(text));
  }

  void localesDoNotChangeTexts() {
    const testing::CommaLocale locale;
    if (!locale.is_set()) QSKIP("no locale with a decimal comma is installed");
    QCOMPARE(to_string(Number(0.5)), std::string("0.5"));
    QCOMPARE(to_string(Number(1.0 / 3), 4), std::string("0.3333"));
    QCOMPARE(to_string(Tensor{0.5, 2}), std::string("[0.5 2]"));
    QCOMPARE(fixed(1.25e9, 2), std::string("1250000000.00"));
    QCOMPARE(number_from("0.5")->real(), 0.5);
    QCOMPARE(real_from("2.5e-310"), 2.5e-310);
    QCOMPARE(real_from("1.5e400"), std::numeric_limits<double>::infinity());
  }

  void arraysUseTheNarrowestExactType() {
    QCOMPARE(scalar_tensor(3).dtype, DType::f64);
    QCOMPARE(scalar_tensor(beyond).dtype, DType::u64);
    QCOMPARE(scalar_tensor(-beyond).dtype, DType::i64);
    QCOMPARE(scalar_tensor(UINT64_MAX).integer_at(0) == UINT64_MAX, true);
    const Number mixed[] = {beyond, 0.5}, signs[] = {beyond, -1.0};
    QCOMPARE(array_of({2}, mixed).dtype, DType::f64);
    QCOMPARE(array_of({2}, signs).dtype, DType::i64);
  }

  void integersAreRoundedOnce_data() {
    QTest::addColumn<qlonglong>("value");
    QTest::addColumn<int>("dtype");
    QTest::addColumn<double>("expected");
    const qlonglong big = 1ll << 60;
    const auto row = [](const char* name, qlonglong value, DType dtype, double expected) {
      QTest::newRow(name) << value << int(dtype) << expected;
    };
    row("float32, above the middle", big + (1ll << 36) + 1, DType::f32, 0x1p60 + 0x1p37);
    row("float32, the middle, to even", big + (1ll << 36), DType::f32, 0x1p60);
    row("float32, below the middle", big + (3ll << 36) - 1, DType::f32, 0x1p60 + 0x1p37);
    row("float32, negative", -big - (1ll << 36) - 1, DType::f32, -0x1p60 - 0x1p37);
    row("bfloat16, above the middle", big + (1ll << 52) + 1, DType::bf16, 0x1p60 + 0x1p53);
    row("bfloat16, the middle, to even", big + (1ll << 52), DType::bf16, 0x1p60);
    row("float16, too large", 65520, DType::f16, HUGE_VAL);
    row("float16, largest", 65519, DType::f16, 65504);
    row("float64", beyond + 2, DType::f64, 0x1p53 + 4);
  }
  void integersAreRoundedOnce() {
    QFETCH(qlonglong, value);
    QFETCH(int, dtype);
    QFETCH(double, expected);
    const auto type = static_cast<DType>(dtype);
    QCOMPARE(nearest_in(type, value), expected);
    const Tensor integer = Tensor::from(DType::i64, {}, std::vector<Integer>{value});
    QCOMPARE(broadcast_to(integer, type, {}, "x").item(), expected);
  }
};

NGRAPH_TEST(NumberTest)
#include "number_test.moc"
