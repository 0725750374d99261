// SPDX-License-Identifier: Apache-2.0
// Tests saves that fail: the bar that asks about unsaved work stays as it was and its command does
// not run, neither then nor at a later save; exports say what was not written.
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/scripts/script_runner.h"
#include "app/scripts/script_session.h"
#include "app/window/message_strip.h"
#include "app/window/view_export.h"
#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/script_folder.h"
#include "tests/support/view_main.h"
#include "views/run/run_view.h"
#include "views/script/script_view.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/plots/plot.h"

using namespace ng;
using namespace ng::testing;

class FailedSavesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void aLaterSaveOfTheStateDoesNotQuit();
  void aLaterSaveOfTheEditsDoesNotQuit();
  void theStateIsSavedAndTheEditsAreNot();
  void aLaterSaveOfTheScriptDoesNotQuit();
  void theDocumentIsSavedWhileAScriptIsFocused();
  void exportsSayWhatIsNotWritten();
  void changesOfOthersAreNotOverwritten();

 private:
  static QString asked(BuildWindow& w) { return w.window->edits().unsaved().text(); }
  static void quit(BuildWindow& w) { w.window->actions()["file.quit"]->trigger(); }
  static bool stays(BuildWindow& w) {
    testing::settle(50);
    return w.window->isVisible();
  }
  static bool ready(BuildWindow& w) {
    return QTest::qWaitFor(
        [&w] {
          return w.session.compilations.compilation() != nullptr &&
                 !w.session.compilations.compileProgress().busy;
        },
        patience);
  }
  static bool step(BuildWindow& w) {
    w.session.run.stepIteration();
    return QTest::qWaitFor(
        [&w] {
          return w.session.run.status().unsaved() == 1 &&
                 w.session.run.status().state == RunState::paused;
        },
        patience);
  }
  // A document in a folder of its own, with an unsaved edit.
  bool edited(BuildWindow& w, const QString& folder) {
    QDir(folder_.path()).mkpath(folder);
    const QString path = folder_.filePath(folder + "/mine.ngraph");
    QFile::remove(path);
    if (!QFile::copy(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"), path))
      return false;
    w.window->open(path);
    return QTest::qWaitFor([&] { return w.window->windowTitle().startsWith("mine.ngraph"); },
                           patience) &&
           ready(w) && w.editor.apply("twice = W * 2", {}).good &&
           QTest::qWaitFor([&w] { return w.op("twice") != 0; }, patience) && ready(w);
  }
  // Nothing can be written there any more.
  void loseFolder(const QString& name) { QDir(folder_.filePath(name)).removeRecursively(); }

  QTemporaryDir folder_;
};

void FailedSavesTest::aLaterSaveOfTheStateDoesNotQuit() {
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QVERIFY(ready(w));
  QVERIFY(step(w));
  quit(w);
  const QString question = asked(w);
  QVERIFY(question.endsWith("Save them before you quit?"));
  QSignalSpy failed(&w.session.checkpoints, &Checkpoints::notSaved);
  saveNextDialogAs(folder_.filePath("refused.npz"));
  QVERIFY(answer(*w.window, "Save state and quit"));
  QTRY_COMPARE(failed.size(), 1);
  QCOMPARE(asked(w), question);
  w.session.checkpoints.save(folder_.filePath("good.safetensors"));  // as the Run view does
  QTRY_VERIFY(asked(w).isEmpty());
  QVERIFY(QFile::exists(folder_.filePath("good.safetensors")));
  QVERIFY(stays(w));
}

void FailedSavesTest::aLaterSaveOfTheEditsDoesNotQuit() {
  BuildWindow w;
  QVERIFY(edited(w, "lost"));
  loseFolder("lost");
  quit(w);
  QCOMPARE(asked(w), QString("mine.ngraph has unsaved edits. Save them before you quit?"));
  QSignalSpy said(&w.session.messages, &Messages::message);
  QVERIFY(answer(*w.window, "Save and quit"));
  QCOMPARE(said.size(), 1);
  QVERIFY(said[0][0].value<Diagnostic>().what.starts_with("The document was not saved"));
  QCOMPARE(asked(w), QString("mine.ngraph has unsaved edits. Save them before you quit?"));
  QVERIFY(w.editor.modified());
  QVERIFY(w.editor.save(folder_.filePath("elsewhere.ngraph")).good);
  QTRY_VERIFY(asked(w).isEmpty());
  QVERIFY(stays(w));
}

void FailedSavesTest::theStateIsSavedAndTheEditsAreNot() {
  BuildWindow w;
  QVERIFY(edited(w, "both"));
  QVERIFY(step(w));
  loseFolder("both");
  quit(w);
  QVERIFY(asked(w).contains("unsaved edits and trained variables"));
  saveNextDialogAs(folder_.filePath("state.safetensors"));
  QVERIFY(answer(*w.window, "Save both and quit"));
  QTRY_COMPARE(asked(w), QString("mine.ngraph has unsaved edits. Save them before you quit?"));
  QVERIFY(QFile::exists(folder_.filePath("state.safetensors")));
  QVERIFY(w.editor.modified() && stays(w));
  QDir(folder_.path()).mkpath("both");
  QVERIFY(answer(*w.window, "Save and quit"));
  QTRY_VERIFY(!w.window->isVisible());
  QVERIFY(QFile::exists(folder_.filePath("both/mine.ngraph")));
}

// Neither before nor after a save of its own; a save asks for a second one.
void FailedSavesTest::changesOfOthersAreNotOverwritten() {
  BuildWindow w;
  QVERIFY(edited(w, "changed"));
  const QString path = folder_.filePath("changed/mine.ngraph");
  const auto change = [&path](const QByteArray& text) {
    QFile file(path);
    return file.open(QIODevice::Append) && file.write(text) == text.size();
  };
  const auto* strip = w.window->findChild<MessageStrip*>();
  QAction* save = w.window->actions()["file.save"];
  save->trigger();
  QVERIFY(!w.editor.modified());
  QSignalSpy read(&w.session.documents, &Documents::documentChanged);
  QVERIFY(change("\n"));
  QTRY_VERIFY(!w.editor.editing() && !read.isEmpty());  // nothing is lost by reading it
  QVERIFY(ready(w));
  QVERIFY(w.editor.apply("thrice = W * 3", {}).good);
  QVERIFY(change("\n\n"));
  QTRY_VERIFY2(strip->text().contains("Ctrl+R"), qPrintable(strip->text()));
  w.editor.undo();
  QVERIFY(!strip->isHidden());
  w.editor.redo();
  const qint64 bytes = QFileInfo(path).size();
  save->trigger();
  QVERIFY2(strip->text().contains("Save again"), qPrintable(strip->text()));
  QVERIFY(w.editor.modified());
  QCOMPARE(QFileInfo(path).size(), bytes);
  save->trigger();
  QVERIFY(!w.editor.modified());
  QVERIFY2(strip->isHidden(), qPrintable(strip->text()));
  testing::settle(300);  // its own write is not reported
  QVERIFY(strip->isHidden() && w.editor.editing());
}

namespace {

// A window with an opened script, and an edit in it.
struct ScriptWindow {
  ScriptFolder folder;
  ScriptSession session;
  ScriptRunner scripts{session, folder.places()};
  DraftEditor editor{session.engine, QString()};
  MainWindow window{session, StartSources{}, &scripts, &editor};

  explicit ScriptWindow(const QString& path) {
    window.show();
    if (!QTest::qWaitForWindowActive(&window, patience)) qWarning("the window is not active");
    window.open(path);
    text().insertPlainText("# a note\n");
  }
  CodeView& text() { return *qobject_cast<ScriptView*>(window.docks().view("script"))->editor(); }
  QString asked() { return window.edits().unsaved().text(); }
};

}  // namespace

void FailedSavesTest::aLaterSaveOfTheScriptDoesNotQuit() {
  QDir(folder_.path()).mkpath("scripts");
  QFile file(folder_.filePath("scripts/train.py"));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x = 1\n") > 0);
  file.close();
  ScriptWindow w(file.fileName());
  loseFolder("scripts");
  w.window.close();
  const QString question = "train.py has unsaved edits. Save them before you quit?";
  QCOMPARE(w.asked(), question);
  QVERIFY(answer(w.window, "Save and quit"));
  QVERIFY(w.window.isVisible());
  QCOMPARE(w.asked(), question);
  QDir(folder_.path()).mkpath("scripts");
  w.text().setFocus();
  QTest::keyClick(&w.text(), Qt::Key_S, Qt::ControlModifier);
  QTRY_VERIFY(file.exists());
  testing::settle(50);
  QVERIFY(w.window.isVisible());
}

// The bar asks about the document; what else is edited is none of its business.
void FailedSavesTest::theDocumentIsSavedWhileAScriptIsFocused() {
  ScriptWindow w(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  const QString path = folder_.filePath("focused.ngraph");
  QTRY_VERIFY(w.session.compilations.compilation() != nullptr);
  QVERIFY(w.editor.apply("twice = W * 2", {}).good);
  QVERIFY(w.editor.save(path).good);
  QTRY_VERIFY(w.window.windowTitle().startsWith("focused.ngraph"));
  QTRY_VERIFY(!w.session.compilations.compileProgress().busy);
  QVERIFY(w.editor.apply("thrice = W * 3", {}).good);
  QTRY_VERIFY(!w.session.compilations.compileProgress().busy);
  w.window.actions()["file.close"]->trigger();
  QCOMPARE(w.asked(), QString("focused.ngraph has unsaved edits. Save them before you close it?"));
  w.window.showView("script");
  w.text().setFocus();
  for (QAbstractButton* each : w.window.edits().unsaved().findChildren<QAbstractButton*>())
    if (each->text() == "Save and close") each->click();  // leaves the focus where it is
  QTRY_VERIFY(!w.session.documents.document());
  QFile saved(path);
  QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"thrice\""));
}

void FailedSavesTest::exportsSayWhatIsNotWritten() {
  if (!QDir("/proc").exists()) QSKIP("no folder refuses files of every user");
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"));
  QVERIFY(ready(w));
  QList<QAction*> exports{w.window->actions()["file.export"],
                          w.window->actions()["file.export_view"]};
  for (QAction* each : qobject_cast<RunView*>(w.window->docks().view("run"))->plot()->actions())
    if (each->text() == "Export the curves…") exports << each;
  QCOMPARE(exports.size(), 3);
  for (QAction* each : exports) {
    for (const char* suffix : {"svg", "pdf", "png"}) {
      const QString path = QString("/proc/refused.%1").arg(suffix);
      QSignalSpy said(&w.session.messages, &Messages::message);
      saveNextDialogAs(path);
      each->trigger();
      QCOMPARE(said.size(), 1);
      QCOMPARE(said[0][0].value<Diagnostic>().where, path.toStdString());
    }
  }
}

NGRAPH_VIEW_TEST(FailedSavesTest)
#include "failed_saves_test.moc"
