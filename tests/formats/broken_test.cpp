// SPDX-License-Identifier: Apache-2.0
// Tests that every document in sample_graphs/broken is rejected with the message in the file next
// to it. NGRAPH_WRITE_EXPECTED=1 writes the messages instead, for review as a diff.
#include <QDir>
#include <QtTest>

#include "engine/base/atomic_file.h"
#include "engine/base/reader.h"
#include "engine/neon/plan/run_plan.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

std::string content(const std::string& path) {
  Reader reader(path);
  return reader.text(reader.size());
}

// What `ngraph info FILE` prints as its error.
std::string message_for(const std::string& path) {
  try {
    check_plan(load_document(path));
  } catch (const Error& error) {
    return "ngraph: " + std::string(error.what()) + "\n";
  }
  return "opened\n";
}

}  // namespace

class BrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    // Messages name files as given on the command line.
    QVERIFY(QDir::setCurrent(testing::sourceFile("sample_graphs/broken")));
    QVERIFY(documents().size() >= 25);
  }
  void is_refused_data() {
    QTest::addColumn<QString>("name");
    for (const QString& file : documents()) QTest::newRow(qPrintable(file)) << file.chopped(7);
  }
  void is_refused();
  void is_refused_by_its_own_fault();
  void every_message_is_written_for_a_document();

 private:
  static QStringList documents() { return QDir().entryList({"*.ngraph"}, QDir::Files, QDir::Name); }
};

void BrokenTest::is_refused() {
  QFETCH(QString, name);
  const std::string path = name.toStdString() + ".ngraph";
  const std::string expected = name.toStdString() + ".expected";
  const std::string message = message_for(path);
  QVERIFY(message != "opened\n");
  if (qEnvironmentVariableIsSet("NGRAPH_WRITE_EXPECTED")) write_file(expected, message);
  QCOMPARE(QString::fromStdString(message), QString::fromStdString(content(expected)));
  QCOMPARE(message_for(path), message);  // the second attempt gives the same message
}

// Each is rejected as bad input, never as an internal or environment error.
void BrokenTest::is_refused_by_its_own_fault() {
  for (const QString& file : documents()) {
    try {
      check_plan(load_document(file.toStdString()));
    } catch (const Error& error) {
      QCOMPARE(error.fault(), Fault::user);
      QCOMPARE(error.kind(), ErrorKind::bad_file);
      QVERIFY2(!error.diagnostic().what.empty(), qPrintable(file));
      QVERIFY2(QString(error.what()).contains(file), qPrintable(file));
    }
  }
}

void BrokenTest::every_message_is_written_for_a_document() {
  const QStringList known = documents();
  for (const QString& file : QDir().entryList({"*.expected"}, QDir::Files)) {
    QVERIFY2(known.contains(file.chopped(9) + ".ngraph"), qPrintable(file));
  }
}

NGRAPH_TEST(BrokenTest, QCoreApplication)
#include "broken_test.moc"
