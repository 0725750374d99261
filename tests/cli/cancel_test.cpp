// SPDX-License-Identifier: Apache-2.0
// Tests that commands end soon after Ctrl+C, say so, and change no file.
#include <csignal>

#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class CancelTest : public QObject {
  Q_OBJECT

 private slots:
  void itEndsWithAWord_data();
  void itEndsWithAWord();
  void editLeavesTheFile();
  void generateLeavesTheFile();

 private:
  static Ran interrupted(const QStringList& words);
  static QByteArray contents(const QString& path);

  QTemporaryDir folder_;
};

Ran CancelTest::interrupted(const QStringList& words) {
  QProcess process;
  prepare(process, words);
  process.start();
  if (!process.waitForStarted()) return {};
  QTest::qWait(700);
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  return finished(process);
}

QByteArray CancelTest::contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void CancelTest::itEndsWithAWord_data() {
  QTest::addColumn<QStringList>("words");
  const QString model = "sample_graphs/06_mlp.ngraph";
  QTest::newRow("profile") << QStringList{"profile", model, "--calls", "1000000"};
  QTest::newRow("capture") << QStringList{"capture", model, folder_.filePath("never.ngcap"),
                                          "--calls", "1000000"};
}

void CancelTest::itEndsWithAWord() {
  QFETCH(QStringList, words);
  const Ran ran = interrupted(words);
  QVERIFY2(ran.code == 130, qPrintable(shown(words, ran)));
  QVERIFY2(ran.err.contains("cancelled"), qPrintable(shown(words, ran)));
  QVERIFY(!QFile::exists(folder_.filePath("never.ngcap")));
}

void CancelTest::editLeavesTheFile() {
  const QString file = folder_.filePath("edited.ngraph");
  QCOMPARE(ngraph({"generate", file, "--ops", "5000"}).code, 0);
  const QByteArray before = contents(file);
  QStringList words = {"edit", file};
  for (int i = 0; i < 400; ++i) words += {"--do", QString("added_%1 = 1").arg(i)};
  const Ran ran = interrupted(words);
  QVERIFY2(ran.code == 130, qPrintable(shown({"edit"}, ran)));
  QVERIFY2(ran.err.contains("cancelled while editing"), qPrintable(ran.err));
  QCOMPARE(contents(file), before);
}

void CancelTest::generateLeavesTheFile() {
  const QString file = folder_.filePath("generated.ngraph");
  QFile old(file);
  QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old\n") == 4);
  old.close();
  const QStringList words = {"generate", file, "--ops", "1000000"};
  const Ran ran = interrupted(words);
  QVERIFY2(ran.code == 130, qPrintable(shown(words, ran)));
  QVERIFY2(ran.err.contains("cancelled while generating"), qPrintable(ran.err));
  QCOMPARE(contents(file), QByteArray("old\n"));
}

NGRAPH_TEST(CancelTest, QCoreApplication)
#include "cancel_test.moc"
