// SPDX-License-Identifier: Apache-2.0
// Tests the window around a document that a script builds: it has the script's name, replaces
// unsaved edits only after a question.
#include <QAbstractButton>
#include <QFile>

#include "app/window/commands/menu_reasons.h"
#include "app/window/unsaved_strip.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/link_speaker.h"
#include "tests/support/script_tests.h"
#include "views/script/script_view.h"
#include "views/widgets/code/code_view.h"

using namespace ng;
using namespace ng::views;
using testing::patience;

class ScriptDocumentTest : public testing::ScriptWindowTest {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void itHasTheScriptsName();
  void unsavedEditsAreAskedAbout();
  void aDeclinedGraphIsNotShown();
  void editsOfTheScriptAreAskedAbout();
  void onlyWhatIsOpenIsSaved();
  void aScriptReadAgainRaisesNothing();

 private:
  void runScript();
  bool edited() const {
    return editor_->modified() && session_->documents.document() != nullptr &&
           !session_->documents.document()->graph->ops.empty();
  }
  UnsavedStrip& bar() { return window_->edits().unsaved(); }
  bool ended() const {
    return scripts_->state() == ScriptState::finished || scripts_->state() == ScriptState::failed;
  }

  QString script_;
};

void ScriptDocumentTest::init() {
  openWindow();
  if (!window_) return;  // skipped or failed
  script_ =
      folder_->write("train.py", testing::linkSpeaker(samples_ + "/03_logistic_part1.ngraph") +
                                     "hello()\ngraph()\ncalled(1, 0.5)\ngraph()\n"
                                     "send({'kind': 'end', 'error': ''})\n");
}

void ScriptDocumentTest::cleanup() {
  closeWindow();
}

void ScriptDocumentTest::runScript() {
  window_->open(script_);
  scripts_->run(scripts_->file());
}

void ScriptDocumentTest::itHasTheScriptsName() {
  runScript();
  QTRY_VERIFY(session_->live());
  QTRY_COMPARE(window_->windowTitle(), QString::fromUtf8("train.py — ngraph workbench"));
  QCOMPARE(window_->shell().last(), "python3 " + script_);
  QTRY_VERIFY(ended());
  // No command can read the temporary document.
  for (const QString& line : window_->shell().lines())
    QVERIFY2(!line.contains(".ngraph"), qPrintable(line));
}

void ScriptDocumentTest::onlyWhatIsOpenIsSaved() {
  const QAction* save = window_->actions()["file.save"];
  QVERIFY(!save->isEnabled());
  QCOMPARE(whyDisabled(*window_, *save), QString("Open a document first."));
  scripts_->begin();
  QVERIFY(save->isEnabled());
}

// As another program changed it: the user may be elsewhere.
void ScriptDocumentTest::aScriptReadAgainRaisesNothing() {
  window_->open(script_);
  const auto shown = [this] { return window_->docks().dock("script")->isVisible(); };
  QVERIFY(shown());
  window_->docks().dock("script")->hide();
  folder_->write("train.py", "print(22)\n");
  QTRY_COMPARE(scripts_->file().text, QString("print(22)\n"));
  QVERIFY(!shown());
  window_->open(script_);
  QVERIFY(shown());
}

void ScriptDocumentTest::unsavedEditsAreAskedAbout() {
  window_->newDocument();
  QVERIFY(editor_->apply("y = variable([], initial_value=1) + 1", {}).good);
  QTRY_VERIFY(edited());
  runScript();
  QTRY_COMPARE(bar().text(), QString("The new document has unsaved edits. Save them before you "
                                     "show the graph of train.py?"));
  QTRY_VERIFY(ended());
  QVERIFY(!session_->live());
  QVERIFY(edited());
  for (QAbstractButton* each : bar().findChildren<QAbstractButton*>())
    if (each->text() == "Discard and show it") QTest::mouseClick(each, Qt::LeftButton);
  QTRY_VERIFY(session_->live());
  QVERIFY(bar().text().isEmpty());
}

void ScriptDocumentTest::aDeclinedGraphIsNotShown() {
  window_->newDocument();
  QVERIFY(editor_->apply("y = variable([], initial_value=1) + 1", {}).good);
  QTRY_VERIFY(edited());
  runScript();
  QTRY_VERIFY(!bar().text().isEmpty());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  QVERIFY(bar().text().isEmpty());
  QTRY_VERIFY(ended());
  QVERIFY(edited());
  QVERIFY(!session_->live());
  editor_->discard();
  runScript();
  QTRY_VERIFY(session_->live());
}

void ScriptDocumentTest::editsOfTheScriptAreAskedAbout() {
  window_->open(script_);
  auto* view = qobject_cast<ScriptView*>(window_->docks().view("script"));
  QVERIFY(view != nullptr);
  view->editor()->insertPlainText("# a note\n");
  window_->close();
  QVERIFY(window_->isVisible());
  QCOMPARE(bar().text(), QString("train.py has unsaved edits. Save them before you quit?"));
  for (QAbstractButton* each : bar().findChildren<QAbstractButton*>())
    if (each->text() == "Save and quit") QTest::mouseClick(each, Qt::LeftButton);
  QTRY_VERIFY(!window_->isVisible());
  QFile saved(script_);
  QVERIFY(saved.open(QIODevice::ReadOnly));
  QVERIFY(saved.readAll().startsWith("# a note\n"));
}

NGRAPH_VIEW_TEST(ScriptDocumentTest)

#include "script_document_test.moc"
