// SPDX-License-Identifier: Apache-2.0
// Tests of the texts of attributes, by which documents are compared.
#include "engine/graph/attributes.h"

#include <QtTest>
#include <cmath>

#include "tests/support/test_program.h"

using namespace ng;

class AttributesTest : public QObject {
  Q_OBJECT

 private slots:
  void differentNumbersHaveDifferentTexts_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("other");
    QTest::newRow("large") << 5.327129932570748e+15 << 5.327129932570749e+15;
    QTest::newRow("small") << 0.1 << 0.1 + 1e-16;
    QTest::newRow("float32") << double(0.1F) << double(std::nextafter(0.1F, 1.F));
    QTest::newRow("signs") << 0.0 << -0.0;
  }
  void differentNumbersHaveDifferentTexts() {
    QFETCH(double, value);
    QFETCH(double, other);
    QVERIFY(to_string(Attribute(value)) != to_string(Attribute(other)));
  }
  void textsAreShort() {
    QCOMPARE(to_string(Attribute(0.1)), std::string("0.1"));
    QCOMPARE(to_string(Attribute(double(0.1F))), std::string("0.100000001"));
    QCOMPARE(to_string(Attribute(1e6)), std::string("1000000"));
    QCOMPARE(to_string(Attribute(1.0 / 3)), std::string("0.3333333333333333"));
    QCOMPARE(to_string(Attribute(std::nan(""))), std::string("nan"));
  }
};

NGRAPH_TEST(AttributesTest)
#include "attributes_test.moc"
