// SPDX-License-Identifier: Apache-2.0
// Tests that integers are computed as the machine computes them, up to the limits of their types.
#include <QtTest>

#include "tests/ops/integer_cases.h"
#include "tests/support/test_program.h"

using namespace ng;

class IntegersTest : public QObject {
  Q_OBJECT

 private slots:
  static void agree_with_the_machine_data() {
    QTest::addColumn<QString>("transformer");
    QTest::addColumn<int>("repeats");
    QTest::addColumn<bool>("fused");
    QTest::newRow("reference") << "reference" << 1 << true;
    QTest::newRow("cpu") << "cpu" << 1 << true;
    QTest::newRow("cpu, without fusion") << "cpu" << 1 << false;
    QTest::newRow("cpu, on several threads") << "cpu" << 700 << true;
  }
  static void agree_with_the_machine() {
    QFETCH(QString, transformer);
    QFETCH(int, repeats);
    QFETCH(bool, fused);
    std::string faults;
    for (const IntegerCases& cases : integer_cases(repeats)) {
      faults += integer_faults(cases, transformer.toStdString(), fused);
    }
    QVERIFY2(faults.empty(), faults.c_str());
  }
  static void long_integers_are_exact_and_rounded_once_data() { agree_with_the_machine_data(); }
  static void long_integers_are_exact_and_rounded_once() {
    QFETCH(QString, transformer);
    QFETCH(int, repeats);
    QFETCH(bool, fused);
    std::string faults;
    for (const IntegerCases& cases : long_integer_cases(std::min(repeats, 20))) {
      faults += integer_faults(cases, transformer.toStdString(), fused);
    }
    QVERIFY2(faults.empty(), faults.c_str());
  }
};

NGRAPH_TEST(IntegersTest)
#include "integers_test.moc"
