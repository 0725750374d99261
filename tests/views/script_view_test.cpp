// SPDX-License-Identifier: Apache-2.0
// Tests scripts in child processes, as the view shows them: they print, fail, hang, crash, fork and
// flood the output, and the window stays responsive.
#include <signal.h>

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>

#include "tests/support/effort.h"
#include "tests/support/script_folder.h"
#include "tests/support/view_main.h"
#include "views/script/output_pane.h"
#include "views/script/replace_strip.h"
#include "views/script/script_view.h"
#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_view.h"

using namespace ng;
using namespace ng::views;

class ScriptViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void emptyWithoutScripts();
  void openingAFileAsksOnce();
  void theQuestionIsAnsweredByKeys();
  void theStateIsOfTheShownScript();
  void editedTextIsNotReplacedUnasked();
  void changesOfOthersAreTaken();
  void changesOfOthersAreNotOverwritten();
  void aKeptScriptIsStillWatched();
  void lineEndsAreKept();
  void theEditorsTextIsRun();
  void changedTextsAreRunFromACopy();
  void tracebacksLeadToTheLine();
  void exitStatusIsShown_data();
  void exitStatusIsShown();
  void hangingScriptsAreKilled();
  void forkedChildrenEndWithTheScript();
  void floodsDoNotFreezeTheWindow();
  void nonScriptsAreRefused_data();
  void nonScriptsAreRefused();
  void missingPythonsAreExplained_data();
  void missingPythonsAreExplained();
  void namesComeFromTheStubs();
  void cancellingTheJobStopsTheScript();

 private:
  void write(const QByteArray& text);  // into the editor, as if typed
  bool runToItsEnd();
  QString printed() const { return view_->output()->toPlainText(); }

  std::unique_ptr<testing::ScriptFolder> folder_;
  std::unique_ptr<ScriptSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<ScriptRunner> scripts_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<ScriptView> view_;
};

void ScriptViewTest::init() {
  QSettings().clear();
  qunsetenv("NGRAPH_PYTHON");
  qunsetenv("VIRTUAL_ENV");
  if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("python3 is not installed");
  folder_ = std::make_unique<testing::ScriptFolder>();
  session_ = std::make_unique<ScriptSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  scripts_ = std::make_unique<ScriptRunner>(*session_, folder_->places());
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_, scripts_.get()});
  view_ = std::make_unique<ScriptView>(*workspace_);
  view_->resize(600, 500);
  view_->show();
}

void ScriptViewTest::cleanup() {
  view_.reset();
  workspace_.reset();
  scripts_.reset();
  jobs_.reset();
}

void ScriptViewTest::write(const QByteArray& text) {
  scripts_->begin();
  view_->editor()->setPlainText(text);
}

bool ScriptViewTest::runToItsEnd() {
  view_->run();
  const auto over = [this] {
    const ScriptState state = scripts_->state();
    return state != ScriptState::starting && state != ScriptState::running &&
           !scripts_->hasOutput();
  };
  return QTest::qWaitFor(over, testing::patience);
}

void ScriptViewTest::emptyWithoutScripts() {
  Workspace without{*session_, *selection_, *jobs_};
  ScriptView view(without);
  view.show();
  view.run();  // an empty script
  for (const QAction* action : view.actions()) QVERIFY(!action->isEnabled());
}

void ScriptViewTest::openingAFileAsksOnce() {
  const QString path = folder_->write("hello.py", "print('hello')\n");
  scripts_->open(path);
  view_->run();
  QVERIFY(view_->asking());
  QCOMPARE(scripts_->state(), ScriptState::idle);
  view_->answer(false);
  QVERIFY(!view_->asking());
  QCOMPARE(scripts_->state(), ScriptState::idle);
  view_->run();
  view_->answer(true);
  QTRY_COMPARE(scripts_->state(), ScriptState::finished);
  scripts_->open(path);  // the same text: no question
  QVERIFY(runToItsEnd());
  QCOMPARE(printed(), QString("hello\n"));
  folder_->write("hello.py", "print('changed')\n");
  scripts_->open(path);
  view_->run();
  QVERIFY(view_->asking());
}

void ScriptViewTest::theQuestionIsAnsweredByKeys() {
  const QString text = "print('hello')\n";
  view_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  scripts_->open(folder_->write("hello.py", text.toUtf8()));
  view_->editor()->setFocus();
  view_->run();
  QTest::keyClick(view_->focusWidget(), Qt::Key_Escape);
  QVERIFY(!view_->asking() && view_->editor()->hasFocus());
  QCOMPARE(scripts_->state(), ScriptState::idle);
  view_->run();
  QTest::keyClick(view_->focusWidget(), Qt::Key_Return);
  QVERIFY(!view_->asking() && view_->editor()->hasFocus());
  QTRY_COMPARE(scripts_->state(), ScriptState::finished);
  QCOMPARE(view_->editor()->toPlainText(), text);
}

void ScriptViewTest::theStateIsOfTheShownScript() {
  const QString first = folder_->write("first.py", "print('first')\n");
  const QString second = folder_->write("second.py", "print('second')\n");
  scripts_->open(first);
  scripts_->trust("print('first')\n");
  QVERIFY(runToItsEnd());
  QVERIFY2(view_->statusLine().startsWith("finished"), qPrintable(view_->statusLine()));
  scripts_->open(second);
  QCOMPARE(view_->statusLine(), QString("ready"));
}

void ScriptViewTest::editedTextIsNotReplacedUnasked() {
  const QString first = folder_->write("first.py", "a = 1\n");
  const QString second = folder_->write("second.py", "b = 2\n");
  const auto press = [this](const QString& label) {
    for (auto* each : view_->replaceStrip().findChildren<QPushButton*>())
      if (each->text() == label) each->click();
  };
  scripts_->open(first);
  QVERIFY(scripts_->unsaved().isEmpty());
  view_->editor()->insertPlainText("c = 3\n");
  QCOMPARE(scripts_->unsaved(), QString("first.py"));
  scripts_->open(second);
  QCOMPARE(view_->replaceStrip().text(),
           QString("first.py has unsaved edits. Save them before you open second.py?"));
  QCOMPARE(view_->editor()->toPlainText(), QString("c = 3\na = 1\n"));
  press("Keep editing");
  QVERIFY(view_->replaceStrip().text().isEmpty() && view_->modified());
  scripts_->begin();
  QVERIFY(view_->replaceStrip().text().endsWith("before you open a new script?"));
  scripts_->open(second);
  press("Save and open");
  QCOMPARE(view_->editor()->toPlainText(), QString("b = 2\n"));
  QVERIFY(scripts_->unsaved().isEmpty());
  QFile saved(first);
  QVERIFY(saved.open(QIODevice::ReadOnly));
  QCOMPARE(saved.readAll(), QByteArray("c = 3\na = 1\n"));
  view_->editor()->insertPlainText("d = 4\n");
  scripts_->open(first);
  press("Discard and open");
  QCOMPARE(view_->editor()->toPlainText(), QString("c = 3\na = 1\n"));
}

void ScriptViewTest::changesOfOthersAreTaken() {
  const QString path = folder_->write("first.py", "a = 1\n");
  scripts_->open(path);
  folder_->write("first.py", "a = 22\n");
  QTRY_COMPARE(view_->editor()->toPlainText(), QString("a = 22\n"));
  view_->run();
  QVERIFY(view_->asking());  // not the text that was opened
}

void ScriptViewTest::changesOfOthersAreNotOverwritten() {
  const QString path = folder_->write("first.py", "a = 1\n");
  scripts_->open(path);
  view_->editor()->insertPlainText("c = 3\n");
  QSignalSpy said(&session_->messages, &Messages::message);
  folder_->write("first.py", "theirs = 1\n");
  QTRY_COMPARE(said.size(), 1);
  const auto what = [&said](qsizetype at) {
    return QString::fromStdString(said.at(at)[0].value<Diagnostic>().what);
  };
  QCOMPARE(what(0), QString("first.py changed on disk."));
  QVERIFY(view_->save());
  QCOMPARE(what(1), QString("first.py changed on disk; it was not saved."));
  const auto text = [&path] {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  QCOMPARE(text(), QByteArray("theirs = 1\n"));
  QVERIFY(view_->modified());
  QVERIFY(view_->save());
  QCOMPARE(text(), QByteArray("c = 3\na = 1\n"));
  QVERIFY(!view_->modified());
  testing::settle(300);  // its own write is not reported
  QCOMPARE(said.size(), 2);
}

// Another script was opened behind it.
void ScriptViewTest::aKeptScriptIsStillWatched() {
  const QString path = folder_->write("first.py", "a = 1\r\n");
  scripts_->open(path);
  view_->editor()->insertPlainText("c = 3\n");
  scripts_->open(folder_->write("second.py", "b = 2\n"));
  for (auto* each : view_->replaceStrip().findChildren<QPushButton*>())
    if (each->text() == "Keep editing") each->click();
  QSignalSpy said(&session_->messages, &Messages::message);
  folder_->write("first.py", "theirs = 1\r\n");
  QTRY_COMPARE(said.size(), 1);
  QCOMPARE(said[0][0].value<Diagnostic>().what, std::string("first.py changed on disk."));
  const auto text = [&path] {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  QVERIFY(view_->save() && view_->modified());
  QCOMPARE(text(), QByteArray("theirs = 1\r\n"));
  QVERIFY(view_->save() && !view_->modified());
  QCOMPARE(text(), QByteArray("c = 3\r\na = 1\r\n"));
  QCOMPARE(scripts_->file().path, QFileInfo(path).absoluteFilePath());
}

void ScriptViewTest::lineEndsAreKept() {
  const QString path = folder_->write("first.py", "a = 1\r\nb = 2\r\n");
  scripts_->open(path);
  QCOMPARE(view_->editor()->toPlainText(), QString("a = 1\nb = 2\n"));
  view_->editor()->insertPlainText("c = 3\n");
  QVERIFY(view_->save());
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray("c = 3\r\na = 1\r\nb = 2\r\n"));
}

void ScriptViewTest::theEditorsTextIsRun() {
  write("import sys\nfor i in range(3):\n    print('loss', i)\nprint('end', file=sys.stderr)\n");
  QVERIFY(runToItsEnd());
  QVERIFY(!view_->asking());
  QCOMPARE(printed(), QString("loss 0\nloss 1\nloss 2\nend\n"));
  QCOMPARE(scripts_->state(), ScriptState::finished);
  QVERIFY2(view_->statusLine().startsWith("finished"), qPrintable(view_->statusLine()));
}

void ScriptViewTest::changedTextsAreRunFromACopy() {
  folder_->write("beside.py", "value = 41\n");
  const QString path = folder_->write("main.py", "print('as saved')\n");
  scripts_->open(path);
  view_->editor()->selectAll();
  view_->editor()->insertPlainText("import beside, os\nprint(beside.value + 1, os.getcwd())\n");
  QVERIFY(view_->modified());
  QVERIFY(runToItsEnd());
  QCOMPARE(printed(), "42 " + QFileInfo(path).canonicalPath() + "\n");
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray("print('as saved')\n"));
}

void ScriptViewTest::tracebacksLeadToTheLine() {
  write("def f(n):\n    raise ValueError('planted')\n\nf(1)\n");
  QVERIFY(runToItsEnd());
  QCOMPARE(scripts_->state(), ScriptState::failed);
  QVERIFY(printed().contains("ValueError: planted"));
  QTRY_COMPARE(view_->editor()->marks().error(), std::optional(1));
  QCOMPARE(view_->editor()->currentLine(), 1);
  emit view_->output()->placeClicked(view_->output()->placeFile(), 4);
  QCOMPARE(view_->editor()->currentLine(), 3);
  emit view_->output()->placeClicked("/another/file.py", 1);  // the file does not exist
  QCOMPARE(view_->editor()->currentLine(), 3);
  QTest::keyClicks(view_->editor(), " ");
  QCOMPARE(view_->editor()->marks().error(), std::optional<int>());
}

void ScriptViewTest::exitStatusIsShown_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("outcome");
  QTest::newRow("exit") << QByteArray("import sys\nsys.exit(3)") << "exit status 3";
  QTest::newRow("at once") << QByteArray("import os\nos._exit(7)") << "exit status 7";
  QTest::newRow("crash") << QByteArray("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
                         << "killed by signal 11";
  QTest::newRow("not Python") << QByteArray("this is not valid Python") << "exit status 1";
}

void ScriptViewTest::exitStatusIsShown() {
  QFETCH(QByteArray, text);
  QFETCH(QString, outcome);
  write(text);
  QVERIFY(runToItsEnd());
  QCOMPARE(scripts_->state(), ScriptState::failed);
  QVERIFY2(scripts_->outcome().startsWith(outcome), qPrintable(scripts_->outcome()));
}

void ScriptViewTest::hangingScriptsAreKilled() {
  write(
      "import signal, time\nsignal.signal(signal.SIGINT, lambda *_: "
      "print('asked'))\nprint('deaf')\n"
      "while True:\n    time.sleep(1)\n");
  constexpr int hours = 1 << 24;  // ms
  scripts_->setPatience(hours);
  view_->run();
  QTRY_VERIFY(printed().contains("deaf"));
  scripts_->stop();
  QTRY_VERIFY(printed().contains("asked"));  // it is given time to end by itself
  QCOMPARE(scripts_->state(), ScriptState::running);
  scripts_->stop();  // again: at once
  QTRY_COMPARE(scripts_->state(), ScriptState::stopped);
  QCOMPARE(scripts_->outcome(), QString("killed: did not stop"));
  // Unasked when its time is over.
  write(
      "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('ignores')\n"
      "while True:\n    signal.pause()\n");
  scripts_->setPatience(50);
  view_->run();
  QTRY_VERIFY(printed().contains("ignores"));
  scripts_->stop();
  QTRY_COMPARE(scripts_->state(), ScriptState::stopped);
  QCOMPARE(scripts_->outcome(), QString("killed: did not stop"));
  // A script that handles the signal ends by itself and can print before it does.
  write("import time\ntry:\n    print('up')\n    time.sleep(60)\nfinally:\n    print('bye')\n");
  scripts_->setPatience(hours);
  view_->run();
  QTRY_VERIFY(printed().contains("up"));
  scripts_->stop();
  QTRY_COMPARE(scripts_->state(), ScriptState::stopped);
  QTRY_VERIFY(printed().contains("bye"));  // a killed process prints nothing
}

void ScriptViewTest::forkedChildrenEndWithTheScript() {
  write("import os, time\npid = os.fork()\nif pid == 0:\n    time.sleep(600)\nprint(pid)\n");
  QVERIFY(runToItsEnd());
  const auto child = printed().trimmed().toInt();
  QVERIFY2(child > 1, qPrintable(printed()));
  // A zombie that has not been reaped counts as ended.
  const auto gone = [child] {
    QFile status(QString("/proc/%1/stat").arg(child));
    return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
  };
  QTRY_VERIFY(gone());
}

void ScriptViewTest::floodsDoNotFreezeTheWindow() {
  write("block = ('x' * 60 + '\\n') * 2000\nwhile True:\n    print(block, end='')\n");
  view_->run();
  QTRY_COMPARE(scripts_->state(), ScriptState::running);
  QTRY_VERIFY(printed().size() > 1000);
  double longest = 0;
  const auto turn = [&longest] {
    const testing::Effort effort(CLOCK_THREAD_CPUTIME_ID);
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    longest = std::max(longest, effort.seconds());
  };
  while (!printed().contains("lines omitted")) turn();  // else ends as a hang
  for (int i = 0; i < 200; ++i) turn();
  QVERIFY2(longest <= 1000 * testing::seconds_of_a_unit(),
           qPrintable(QString("%1 s of work in one turn").arg(longest)));
  QVERIFY(view_->output()->blockCount() <= 10000);
  scripts_->stop();
  QTRY_COMPARE(scripts_->state(), ScriptState::stopped);
  QTRY_VERIFY(!scripts_->hasOutput());
  QVERIFY(printed().contains("KeyboardInterrupt"));  // the end of the output is kept
}

void ScriptViewTest::nonScriptsAreRefused_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("zeros") << QByteArray(100, '\0');
  QTest::newRow("no UTF-8") << QByteArray("print('\xff\xfe')");
  QTest::newRow("too long") << QByteArray(5 * 1024 * 1024, '#');
}

void ScriptViewTest::nonScriptsAreRefused() {
  QFETCH(QByteArray, bytes);
  QSignalSpy messages(&session_->messages, &Messages::message);
  QSignalSpy opened(scripts_.get(), &Scripts::fileOpened);
  scripts_->open(folder_->write("binary.py", bytes));
  scripts_->open(folder_->path("absent.py"));
  QCOMPARE(opened.size(), 0);
  QCOMPARE(messages.size(), 2);
}

void ScriptViewTest::missingPythonsAreExplained_data() {
  QTest::addColumn<QByteArray>("interpreter");  // a shell script; empty: no interpreter
  QTest::addColumn<QString>("found");
  QTest::newRow("none") << QByteArray() << "";
  QTest::newRow("old") << QByteArray("#!/bin/sh\necho 3.6.9\necho /x/ngraph\n") << "Python 3.6.9";
  QTest::newRow("without the package")
      << QByteArray("#!/bin/sh\necho 3.11.2\necho\n") << "without the package ngraph";
  QTest::newRow("another package")
      << QByteArray("#!/bin/sh\necho 3.11.2\necho\necho /x/ngraph/__init__.py\n")
      << "whose ngraph (/x/ngraph/__init__.py) is another package";
  QTest::newRow("broken") << QByteArray("#!/bin/sh\nexit 1\n") << "does not start";
}

void ScriptViewTest::missingPythonsAreExplained() {
  QFETCH(QByteArray, interpreter);
  QFETCH(QString, found);
  const QString path = interpreter.isEmpty() ? folder_->path("nowhere/python3")
                                             : folder_->write("python3", interpreter);
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("NGRAPH_PYTHON", path.toLocal8Bit());
  QSignalSpy messages(&session_->messages, &Messages::message);
  write("print('never')");
  QVERIFY(runToItsEnd());
  QCOMPARE(scripts_->state(), ScriptState::failed);
  QCOMPARE(messages.size(), 1);
  const auto said = messages[0][0].value<Diagnostic>();
  QVERIFY2(QString::fromStdString(said.found).contains(found), said.found.c_str());
  QVERIFY(!said.action.empty());
  qunsetenv("NGRAPH_PYTHON");
  QVERIFY(runToItsEnd());  // works again
  QCOMPARE(printed(), QString("never\n"));
}

void ScriptViewTest::namesComeFromTheStubs() {
  scripts_->begin();
  QTRY_VERIFY(!scripts_->names().functions.isEmpty());
  for (const char* name : {"dot", "sigmoid", "Op", "cpu"})
    QVERIFY2(scripts_->names().functions.contains(name), name);
  QCOMPARE(scripts_->names().members, QStringList{"named"});
}

void ScriptViewTest::cancellingTheJobStopsTheScript() {
  write("import time\ntime.sleep(60)\n");
  view_->run();
  QTRY_COMPARE(scripts_->state(), ScriptState::running);
  QVERIFY(!jobs_->idle());
  QVERIFY(jobs_->cancelLongest());
  QTRY_COMPARE(scripts_->state(), ScriptState::stopped);
  QVERIFY(jobs_->idle());
}

NGRAPH_VIEW_TEST(ScriptViewTest)

#include "script_view_test.moc"
