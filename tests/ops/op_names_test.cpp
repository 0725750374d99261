// SPDX-License-Identifier: Apache-2.0
// Tests automatic op names against those recorded from the original (axes_facts.json, op_names).
#include <QtTest>

#include "engine/graph/names.h"
#include "engine/ngraph.h"

class OpNamesTest : public QObject {
  Q_OBJECT
 private slots:
  void automaticNamesFollowTheClass() {
    const ng::Op x = ng::placeholder(ng::Axes{});
    const ng::Op y = ng::placeholder(ng::Axes{});
    QCOMPARE(x.name(), std::string("AssignableTensorOp"));
    QCOMPARE(y.name(), std::string("AssignableTensorOp_0"));
    const ng::Op a = x + y, b = a + 1;
    QCOMPARE(a.name(), std::string("Add"));
    QCOMPARE(b.name(), std::string("Add_0"));
    QCOMPARE(ng::exp(a).name(), std::string("ExpOp"));
  }

  void graphLabelsNameKindAndOp() {
    const ng::ScopedName scope("outer");
    const ng::Op x = ng::placeholder(ng::Axes{});
    QCOMPARE(x.graph_label(), "placeholder[" + x.name() + "]");
    QVERIFY(x.name().starts_with("outer/AssignableTensorOp"));
    const ng::Op sum = x + x;
    QCOMPARE(sum.graph_label(), sum.name() + "[" + sum.name() + "]");
  }

  void aTakenNameGetsASuffix() {
    const ng::Op first = ng::variable(ng::Axes{}, 0.0).named("w");
    const ng::Op second = ng::variable(ng::Axes{}, 0.0).named("w");
    QCOMPARE(first.name(), std::string("w"));
    QVERIFY(second.name().starts_with("w_"));
  }

  void theLineThatMadeAnOpIsKnown() {
    const ng::Op x = ng::placeholder(ng::Axes{});
    const ng::Op y = x + 1;
    QVERIFY(QString::fromStdString(y.file()).endsWith("op_names_test.cpp"));
    QCOMPARE(y.line(), __LINE__ - 2);
  }
};

QTEST_APPLESS_MAIN(OpNamesTest)
#include "op_names_test.moc"
