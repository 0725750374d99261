// SPDX-License-Identifier: Apache-2.0
// Tests that blocks of random numbers are those that are drawn one by one.
#include <QtTest>
#include <cmath>
#include <vector>

#include "engine/kernels/philox.h"
#include "engine/kernels/philox_samples.h"
#include "tests/support/test_program.h"

using namespace ng::kernel;

class PhiloxSamplesTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_to_single_numbers_data();
  void equal_to_single_numbers();
  void any_division_gives_the_same_bits();
};

void PhiloxSamplesTest::equal_to_single_numbers_data() {
  QTest::addColumn<quint64>("seed");
  QTest::addColumn<quint64>("count");
  QTest::addColumn<quint64>("first");
  QTest::addColumn<quint64>("length");
  const quint64 beyond = (1ull << 32) - 30, large = (1ull << 53) - 1;
  QTest::newRow("one") << 0ull << 0ull << 0ull << 1ull;
  QTest::newRow("an odd number") << 7ull << 3ull << 5ull << 201ull;
  QTest::newRow("whole blocks") << 1ull << 2ull << 64ull << 128ull;
  QTest::newRow("past 32 bits") << large << large - 1 << beyond << 77ull;
  QTest::newRow("many") << 11ull << 1ull << 0ull << 200'000ull;
}

void PhiloxSamplesTest::equal_to_single_numbers() {
  QFETCH(quint64, seed);
  QFETCH(quint64, count);
  QFETCH(quint64, first);
  QFETCH(quint64, length);
  std::vector<double> uniform(length), normal(length);
  uniform_samples(seed, count, first, uniform);
  normal_samples(seed, count, first, normal);
  const auto s = static_cast<double>(seed), c = static_cast<double>(count);
  for (quint64 i = 0; i < length; ++i) {
    const auto at = static_cast<double>(first + i);
    QCOMPARE(uniform[i], random_uniform(s, c, at));
    const double expected = random_normal(s, c, at);
    QVERIFY2(
        std::abs(normal[i] - expected) <= 1e-14 * std::max(1.0, std::abs(expected)),
        qPrintable(
            QString("%1: %2, not %3").arg(i).arg(normal[i], 0, 'g', 17).arg(expected, 0, 'g', 17)));
  }
}

void PhiloxSamplesTest::any_division_gives_the_same_bits() {
  std::vector<double> whole(300), parts(300);
  normal_samples(5, 6, 10, whole);
  const std::span<double> all(parts);
  normal_samples(5, 6, 10, all.first(1));
  normal_samples(5, 6, 11, all.subspan(1, 190));
  normal_samples(5, 6, 201, all.subspan(191));
  QVERIFY(whole == parts);
}

NGRAPH_TEST(PhiloxSamplesTest)
#include "philox_samples_test.moc"
