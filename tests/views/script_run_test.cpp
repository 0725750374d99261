// SPDX-License-Identifier: Apache-2.0
// Tests that the window has one Run command, which runs the script where it is meant.
#include <QToolButton>

#include "app/window/commands/menu_reasons.h"
#include "engine/records/document_record.h"
#include "tests/support/link_speaker.h"
#include "tests/support/script_tests.h"
#include "views/script/output_pane.h"
#include "views/script/script_view.h"
#include "views/widgets/code/code_view.h"

using namespace ng;
using namespace ng::views;
using testing::patience;

class ScriptRunTest : public testing::ScriptWindowTest {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void withoutADocumentTheScriptRuns();
  void anUnknownScriptAsksFirst();
  void theEditedTextRunsAgain();
  void aStoppedProgramContinues();
  void theFocusChooses();
  void theViewHasNoOtherRunButton();

 private:
  QAction& run() { return *window_->actions()["run.run"]; }
  ScriptView& view() { return *qobject_cast<ScriptView*>(window_->docks().view("script")); }
  QString printed() { return view().output()->toPlainText(); }
  void openTrusted(const QByteArray& text) {
    scripts_->trust(QString::fromUtf8(text));
    window_->open(folder_->write("train.py", text));
  }
};

void ScriptRunTest::init() {
  openWindow();
}

void ScriptRunTest::cleanup() {
  closeWindow();
}

void ScriptRunTest::withoutADocumentTheScriptRuns() {
  QVERIFY(!run().isEnabled());
  QCOMPARE(run().text(), QString("Run"));
  openTrusted("import time\nprint('started')\ntime.sleep(600)\n");
  QCOMPARE(run().text(), QString("Run script"));
  QVERIFY(run().isEnabled());
  QTest::keyClick(window_.get(), Qt::Key_F5);
  QTRY_COMPARE(printed(), QString("started\n"));
  QVERIFY(!run().isEnabled());
  QCOMPARE(whyDisabled(*window_, run()), QString("The script is running."));
  QTRY_VERIFY(window_->actions()["run.stop"]->isEnabled());
  window_->actions()["run.stop"]->trigger();
  QTRY_COMPARE(scripts_->state(), ScriptState::stopped);
  QVERIFY(run().isEnabled());
  window_->closeDocument();
  QTRY_COMPARE(run().text(), QString("Run"));
  QVERIFY(!run().isEnabled());
}

// The question is shown even if the view was hidden.
void ScriptRunTest::anUnknownScriptAsksFirst() {
  window_->open(folder_->write("train.py", "print('ran')\n"));
  window_->docks().dock("script")->hide();
  run().trigger();
  QTRY_VERIFY(view().isVisible());
  QVERIFY(view().asking());
  QCOMPARE(scripts_->state(), ScriptState::idle);
  view().answer(true);
  QTRY_COMPARE(printed(), QString("ran\n"));
}

// Not the text that built the shown graph.
void ScriptRunTest::theEditedTextRunsAgain() {
  openTrusted(testing::linkSpeaker(samples_ + "/03_logistic_part1.ngraph") +
              "hello()\ngraph()\ncalled(1, 0.5)\nsend({'kind': 'end', 'error': ''})\n"
              "print('first')\n");
  run().trigger();
  QTRY_VERIFY(session_->live());
  QTRY_COMPARE(scripts_->state(), ScriptState::finished);
  QTRY_COMPARE(run().text(), QString("Run script"));
  QVERIFY(run().isEnabled());
  view().editor()->setPlainText("print('second')\n");
  window_->docks().centre()->setFocus();
  run().trigger();
  QTRY_COMPARE(printed(), QString("second\n"));
}

void ScriptRunTest::aStoppedProgramContinues() {
  openTrusted(testing::linkSpeaker(samples_ + "/03_logistic_part1.ngraph") +
              "hello()\ngraph()\ncalled(1, 0.5)\n"
              "send({'kind': 'halted', 'halted': True, 'op': 0})\n"
              "while hear()['kind'] != 'go_on':\n    pass\nprint('continued')\n");
  run().trigger();
  QTRY_VERIFY(session_->live());
  QTRY_COMPARE(session_->run.status().state, RunState::paused);
  QTRY_COMPARE(run().text(), QString("Continue"));
  QVERIFY(run().isEnabled());
  run().trigger();
  QTRY_COMPARE(printed(), QString("continued\n"));
}

// Beside a document, the script runs while it has the focus.
void ScriptRunTest::theFocusChooses() {
  openTrusted("print('ran')\n");
  window_->open(samples_ + "/05_logistic_part2.ngraph");
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  window_->docks().centre()->setFocus();
  QTRY_COMPARE(run().text(), QString("Run"));
  run().trigger();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  QCOMPARE(scripts_->state(), ScriptState::idle);
  window_->showView(Task::script);
  view().editor()->setFocus();
  QTRY_COMPARE(run().text(), QString("Run script"));
  run().trigger();
  QTRY_COMPARE(scripts_->state(), ScriptState::finished);
}

void ScriptRunTest::theViewHasNoOtherRunButton() {
  openTrusted("print('ran')\n");
  for (const QToolButton* each : view().findChildren<QToolButton*>())
    QVERIFY2(!each->text().contains("Run") && !each->text().contains("Stop"),
             qPrintable(each->text()));
  QTest::keyClick(view().editor(), Qt::Key_Return, Qt::ControlModifier);
  QTRY_COMPARE(printed(), QString("ran\n"));
}

NGRAPH_VIEW_TEST(ScriptRunTest)

#include "script_run_test.moc"
