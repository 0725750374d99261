// SPDX-License-Identifier: Apache-2.0
// Tests the manual page and the completion of `ngraph`: each command and option of the help is in
// both, `man` accepts the page, and the shells complete by their scripts.
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

QString written(const QTemporaryDir& folder, const QString& script) {
  QFile file(folder.filePath("script"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write the script");
  file.write(script.toUtf8());
  return file.fileName();
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
  void otherScriptsHaveEveryOption();
  void fishCompletes();
  void zshCompletes();
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
  const QString page = written(folder, ngraph({"man"}).out);
  const Ran ran = started("man", {"--warnings=all", "-l", "-P", "cat", page});
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

void ManualTest::otherScriptsHaveEveryOption() {
  const QString zsh = ngraph({"completion", "zsh"}).out, fish = ngraph({"completion", "fish"}).out;
  QVERIFY(zsh.startsWith("#compdef ngraph\n"));
  for (const QString& command : commands()) {
    const QString section = zsh.section("\n    " + command + ") ", 1).section(" ;;\n", 0, 0);
    QVERIFY2(zsh.contains("      '" + command + ":"), qPrintable(command));
    QVERIFY2(fish.contains(" -f -a " + command + " -d '"), qPrintable(command));
    for (const QString& option : options(command)) {
      const QString name = option.startsWith("--") ? "-l " + option.mid(2) : "-s " + option.mid(1);
      QVERIFY2(section.contains("'*" + option + "["), qPrintable(command + " " + option));
      QVERIFY2(fish.contains("_command " + command + "' " + name + " "),
               qPrintable(command + " " + option));
    }
  }
  QVERIFY(zsh.contains("'*--weights[") && zsh.contains("]:value:(inside file)'"));
  QVERIFY(fish.contains(" -l weights -x -a 'inside file' -d '"));
}

void ManualTest::fishCompletes() {
  if (QStandardPaths::findExecutable("fish").isEmpty()) QSKIP("fish is not installed");
  const QTemporaryDir folder;
  const QString script = written(folder, ngraph({"completion", "fish"}).out);
  QCOMPARE(started("fish", {"--no-config", "-n", script}).err, "");
  const auto words = [&](const QString& line) {
    const Ran ran = started(
        "fish", {"--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line});
    QStringList found;
    for (const QString& row : ran.out.split('\n', Qt::SkipEmptyParts))
      found << row.section('\t', 0, 0);
    return found;
  };
  QCOMPARE(words("ngraph ke"), QStringList{"kernels"});
  QCOMPARE(words("ngraph help ke"), QStringList{"kernels"});
  QCOMPARE(words("ngraph build FILE --weights "), (QStringList{"file", "inside"}));
  for (const QString command : {"run", "build", "kernels"}) {
    QStringList given = words("ngraph " + command + " FILE --");
    for (const QString& option : options(command))
      if (option.startsWith("--")) QVERIFY2(given.contains(option), qPrintable(option));
    QVERIFY(!given.contains("--no-such-option"));
  }
  QVERIFY(!words("ngraph run FILE --").contains("--weights"));
}

// The script runs in zsh with functions in place of the completion system that print what it asks
// them to offer.
void ManualTest::zshCompletes() {
  if (QStandardPaths::findExecutable("zsh").isEmpty()) QSKIP("zsh is not installed");
  const QTemporaryDir folder;
  const QString script = written(folder, ngraph({"completion", "zsh"}).out);
  QCOMPARE(started("zsh", {"-f", "-n", script}).err, "");
  const auto offered = [&](const QString& line) {
    const QString program =
        "compdef() { }; _describe() { print -l -- ${(P)2} }; _arguments() { print -l -- $@ }; "
        "source $1; shift; words=($@); CURRENT=$#; _ngraph";
    const Ran ran =
        started("zsh", QStringList{"-f", "-c", program, "zsh", script} + line.split(' '));
    return ran.err.isEmpty() ? ran.out.split('\n', Qt::SkipEmptyParts) : QStringList{ran.err};
  };
  QCOMPARE(matches(offered("ngraph ke").join('\n'), "^(kernels):").size(), 1);
  QVERIFY(offered("ngraph help ke") == offered("ngraph ke"));
  for (const QString command : {"run", "build", "kernels"}) {
    QStringList given =
        matches(offered("ngraph " + command + " FILE -").join('\n'), "^\\*(-[-a-z]+)");
    QStringList expected = options(command);
    given.sort();
    expected.sort();
    QCOMPARE(given, expected);
  }
}

void ManualTest::otherShellsAreRefused() {
  checkExit({"completion", "tcsh"}, 2, {"tcsh", "expected bash, zsh or fish"});
}

NGRAPH_TEST(ManualTest, QCoreApplication)
#include "manual_test.moc"
