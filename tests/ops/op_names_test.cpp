// SPDX-License-Identifier: Apache-2.0
// Tests automatic op names against those recorded from the original (axes_facts.json, op_names),
// and the names in the table of the README.
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include "engine/graph/names.h"
#include "engine/ngraph.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/op_table.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

namespace {

// The names in the first column of the table of element types.
QStringList namesInReadme() {
  QFile file(ng::testing::sourceFile("engine/ops/README.md"));
  QStringList names;
  if (!file.open(QIODevice::ReadOnly)) return names;
  static const QRegularExpression quoted("`([^`]+)`");
  for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
    if (!line.startsWith("| ") || line.startsWith("| ops ")) continue;
    for (auto at = quoted.globalMatch(line.section('|', 1, 1)); at.hasNext();)
      names += at.next().captured(1).split(' ');
  }
  return names;
}

QString text(std::string_view name) {
  return QString::fromStdString(std::string(name));
}

}  // namespace

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

  // Elementwise ops have one row; other ops that users create are listed by name.
  void theReadmeNamesTheOps() {
    const QStringList named = namesInReadme();
    QStringList known;
    for (const ng::OpDef* op : ng::op_table()) {
      known << text(op->name);
      const bool listed = op->lower == ng::LowerKind::scalar || op->functions.empty();
      QVERIFY2(listed || named.contains(text(op->name)), qPrintable(text(op->name)));
    }
    for (const ng::NamedFunction& each : ng::op_functions()) known << text(each.name);
    for (const QString& name : named) QVERIFY2(known.contains(name), qPrintable(name));
  }

  void theDocumentationNamesTheGradient() {
    for (const ng::OpDef* op : ng::op_table()) {
      if (op->adjoint == nullptr) continue;
      const QString doc = text(op->doc);
      const bool named = doc.contains(QString::fromUtf8("∂")) ||
                         doc.contains("gradient", Qt::CaseInsensitive) ||
                         doc.contains("derivative", Qt::CaseInsensitive);
      QVERIFY2(named, qPrintable(text(op->name) + ": " + doc));
    }
  }

  void theLineThatMadeAnOpIsKnown() {
    const ng::Op x = ng::placeholder(ng::Axes{});
    const ng::Op y = x + 1;
    QVERIFY(QString::fromStdString(y.file()).endsWith("op_names_test.cpp"));
    QCOMPARE(y.line(), __LINE__ - 2);
  }
};

NGRAPH_TEST(OpNamesTest)
#include "op_names_test.moc"
