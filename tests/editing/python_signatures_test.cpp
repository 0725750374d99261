// SPDX-License-Identifier: Apache-2.0
// Tests that the functions of the window's expression lines have the names, parameter order and
// defaults of the Python package: those bound by hand too.
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include "engine/editing/functions.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::editing;

namespace {

struct PythonParameter {
  QString name, otherwise;  // empty: required
};
using PythonFunctions = QMap<QString, QList<PythonParameter>>;

// Parses "x: _Operand, axes: Optional[_Axes] = None", splitting at commas outside brackets.
QList<PythonParameter> parameters(const QString& signature) {
  QList<PythonParameter> list;
  QString part;
  int depth = 0;
  const auto add = [&] {
    const QString name = part.section(':', 0, 0).section('=', 0, 0).trimmed();
    if (!name.isEmpty() && name != "*" && name != "/")
      list.append({name, part.contains('=') ? part.section('=', -1).trimmed() : QString()});
    part.clear();
  };
  for (const QChar c : signature) {
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      add();
    else
      part += c;
  }
  add();
  return list;
}

QString text(std::string_view view) {
  return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

// Written by the build of the Python package.
PythonFunctions stub() {
  QFile file(QCoreApplication::applicationDirPath() + "/../python/ngraph/_engine.pyi");
  PythonFunctions functions;
  if (!file.open(QIODevice::ReadOnly)) return functions;
  static const QRegularExpression line(R"(^def (\w+)\((.*)\) -> )",
                                       QRegularExpression::MultilineOption);
  for (auto at = line.globalMatch(QString::fromUtf8(file.readAll())); at.hasNext();) {
    const QRegularExpressionMatch match = at.next();
    functions[match.captured(1)] = parameters(match.captured(2));
  }
  return functions;
}

bool sameDefault(const QString& ours, const QString& theirs) {
  bool a = false, b = false;
  const double x = ours.toDouble(&a), y = theirs.toDouble(&b);
  return a && b ? x == y : QString(ours).replace('\'', '"') == QString(theirs).replace('\'', '"');
}

// An attribute that documents store to rebuild the op.
bool isOurs(const QString& function, const QString& parameter) {
  return function == "cross_entropy_multi" && parameter == "reduction_axes";
}

}  // namespace

class PythonSignaturesTest : public QObject {
  Q_OBJECT

 private slots:
  void signaturesMatchThePythonPackage_data();
  void signaturesMatchThePythonPackage();
  void mostFunctionsAreInBoth();
};

void PythonSignaturesTest::signaturesMatchThePythonPackage_data() {
  QTest::addColumn<QString>("name");
  const PythonFunctions python = stub();
  for (const Function& each : function_table())
    if (python.contains(text(each.name)))
      QTest::newRow(std::string(each.name).c_str()) << text(each.name);
}

void PythonSignaturesTest::signaturesMatchThePythonPackage() {
  QFETCH(QString, name);
  const QList<PythonParameter> python = stub()[name];
  const Function& ours = *find_function(name.toStdString());
  const QString theirs = QString::fromStdString(signature(ours)) + " here";
  qsizetype before = -1;
  for (const Parameter& each : ours.parameters) {
    if (isOurs(name, text(each.name))) continue;
    const auto there = std::find_if(python.begin(), python.end(), [&](const PythonParameter& p) {
      return p.name == text(each.name);
    });
    QVERIFY2(there != python.end(), qPrintable(theirs + ": Python has no " + text(each.name)));
    const qsizetype at = there - python.begin();
    QVERIFY2(at > before, qPrintable(theirs + ": another order at " + text(each.name)));
    before = at;
    QCOMPARE(!each.required(), !there->otherwise.isEmpty());
    if (!each.required())
      QVERIFY2(sameDefault(text(each.default_text), there->otherwise),
               qPrintable(theirs + ", but " + there->name + "=" + there->otherwise));
  }
  for (const PythonParameter& each : python) {
    const bool known = std::any_of(ours.parameters.begin(), ours.parameters.end(),
                                   [&](auto& p) { return each.name == text(p.name); });
    QVERIFY2(known || !each.otherwise.isEmpty(), qPrintable(theirs + " lacks " + each.name));
  }
}

void PythonSignaturesTest::mostFunctionsAreInBoth() {
  const PythonFunctions python = stub();
  if (python.isEmpty()) QSKIP("the Python package is not built");
  const auto table = function_table();
  const auto both = std::count_if(table.begin(), table.end(),
                                  [&](const Function& f) { return python.contains(text(f.name)); });
  QVERIFY2(both * 10 >= static_cast<qsizetype>(table.size()) * 9,
           qPrintable(QString("%1 of %2").arg(both).arg(table.size())));
}

NGRAPH_TEST(PythonSignaturesTest, QCoreApplication)
#include "python_signatures_test.moc"
