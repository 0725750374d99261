// SPDX-License-Identifier: Apache-2.0
// Tests the manual page and the completion of `ngraph`: each command and option of the help is in
// both, `man` accepts the page, and bash completes by the script.
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

QStringList matches(const QString& text, const char* pattern) {
  QStringList found;
  const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
  for (auto each = expression.globalMatch(text); each.hasNext();) found << each.next().captured(1);
  return found;
}

// The commands of `ngraph help`.
QStringList commands() {
  return matches(ngraph({"help"}).out.section("ngraph COMMAND --help", 0, 0), "^  ([a-z]+) ");
}
// The options of a command's help.
QStringList options(const QString& command) {
  return matches(ngraph({"help", command}).out, "^  (--?[a-z-]+)");
}

Ran started(const QString& program, const QStringList& words) {
  QProcess process;
  process.setProgram(program);
  process.setArguments(words);
  process.start();
  return finished(process);
}

// What bash completes at the end of a command line.
QStringList completed(const QString& line) {
  const QString program = QString::fromUtf8(
      "eval \"$1\"; shift; COMP_WORDS=(\"$@\"); "
      "COMP_CWORD=$(($# - 1)); _ngraph; "
      "printf '%s\\n' \"${COMPREPLY[@]}\"");
  const Ran ran =
      started("bash", QStringList{"-c", program, "bash", ngraph({"completion", "bash"}).out} +
                          line.split(' '));
  return ran.out.split('\n', Qt::SkipEmptyParts);
}

}  // namespace

class ManualTest : public QObject {
  Q_OBJECT
 private slots:
  void thePageHasEveryOption();
  void manAcceptsThePage();
  void bashCompletesCommands();
  void bashCompletesOptions();
  void bashCompletesChoices();
  void otherShellsAreRefused();
};

void ManualTest::thePageHasEveryOption() {
  const QString page = ngraph({"man"}).out;
  QCOMPARE(json({"man"})["page"].toString(), page);
  QVERIFY(page.startsWith(".TH NGRAPH 1 "));
  QVERIFY(!page.contains('\''));  // which begins a request, or becomes a curved quote
  QVERIFY(commands().size() > 20);
  for (const QString& command : commands()) {
    QString section = page.section(".SS ngraph " + command, 1);
    QVERIFY2(!section.isEmpty(), qPrintable(command));
    section = section.section("\n.S", 0, 0);
    for (QString option : options(command)) {
      const QString written = "\\fB" + option.replace('-', "\\-") + "\\fR";
      QVERIFY2(section.contains(written), qPrintable(command + " " + written));
    }
  }
}

void ManualTest::manAcceptsThePage() {
  if (QStandardPaths::findExecutable("man").isEmpty()) QSKIP("man is not installed");
  QTemporaryDir folder;
  QFile file(folder.filePath("ngraph.1"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(ngraph({"man"}).out.toUtf8());
  file.close();
  const Ran ran = started("man", {"--warnings=all", "-l", "-P", "cat", file.fileName()});
  QCOMPARE(ran.code, 0);
  QCOMPARE(ran.err, "");
  QVERIFY(ran.out.contains("SYNOPSIS") && ran.out.contains("--epochs"));
}

void ManualTest::bashCompletesCommands() {
  const QString script = json({"completion", "bash"})["script"].toString();
  QCOMPARE(script, ngraph({"completion", "bash"}).out);
  QCOMPARE(completed("ngraph ke"), QStringList{"kernels"});
  QCOMPARE(completed("ngraph help ke"), QStringList{"kernels"});
  const QStringList all = completed("ngraph ");
  for (const QString& command : commands()) QVERIFY2(all.contains(command), qPrintable(command));
}

void ManualTest::bashCompletesOptions() {
  for (const QString& command : commands()) {
    QStringList expected = options(command), given = completed("ngraph " + command + " -");
    expected.sort();
    given.sort();
    QCOMPARE(given, expected);
  }
}

void ManualTest::bashCompletesChoices() {
  QCOMPARE(completed("ngraph build FILE --weights "), (QStringList{"inside", "file"}));
  QCOMPARE(completed("ngraph run FILE --epochs "), QStringList());  // bash completes files
}

void ManualTest::otherShellsAreRefused() {
  checkExit({"completion", "fish"}, 2, {"fish", "expected bash"});
}

NGRAPH_TEST(ManualTest, QCoreApplication)
#include "manual_test.moc"
