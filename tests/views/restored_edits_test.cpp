// SPDX-License-Identifier: Apache-2.0
// Tests recovery after the workbench is killed with unsaved edits: the next window has them,
// reports them above the graph, and discards them on request.
#include <sys/resource.h>

#include <QDir>
#include <QLockFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QToolButton>
#include <csignal>

#include "app/window/message_strip.h"
#include "app/window/restored_strip.h"
#include "engine/base/atomic_file.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;

class RestoredEditsTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void aKilledWindowsEditsAreReportedAndKept();
  void editsOfAnotherProcessOfThisNumberAreRestored();
  void editsThatCannotBeKeptAreSaid();
  void damagedEditsAreSetAside();
  void editsBeforeADamagedLineAreRestored();
  void restoredEditsAreDiscarded();
  void editsOfAFileWaitUntilItIsOpened();
  void editsOfAnOlderVersionSaySo();
  void restoredEditsAreLaidOutAndFitted();
  void undoneEditsAreNotRestored();
  void undoingBehindASaveIsRestored_data();
  void undoingBehindASaveIsRestored();
  void editsByIdAfterAnUndoAreRestored();

 private:
  void killWhileEditing(const QStringList& arguments);
  static void press(RestoredStrip& strip, const QString& button);
  std::unique_ptr<QTemporaryDir> home_;
  QString journals() const { return home_->filePath("ngraph/workbench/journal"); }
};

void RestoredEditsTest::init() {
  QSettings().clear();
  home_ = std::make_unique<QTemporaryDir>();
}

// Kills the workbench once the journal contains the last edit.
void RestoredEditsTest::killWhileEditing(const QStringList& arguments) {
  QProcess workbench;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
    environment.insert(name, home_->path());
  QDir(home_->path()).mkdir("run");
  environment.insert("XDG_RUNTIME_DIR", home_->filePath("run"));
  environment.insert("QT_QPA_PLATFORM", "offscreen");
  workbench.setProcessEnvironment(environment);
  workbench.start(testing::builtProgram("ngraph-workbench"), arguments);
  QVERIFY(workbench.waitForStarted(patience));
  const auto written = [this] {
    for (const QFileInfo& info : QDir(journals()).entryInfoList({"*.journal"})) {
      QFile file(info.filePath());
      if (file.open(QIODevice::ReadOnly) && file.readAll().contains("z = ")) return true;
    }
    return false;
  };
  const bool edited = QTest::qWaitFor(written, patience);
  ::kill(static_cast<pid_t>(workbench.processId()), SIGKILL);
  workbench.waitForFinished(patience);
  QVERIFY2(edited, workbench.readAllStandardError().constData());
}

void RestoredEditsTest::press(RestoredStrip& strip, const QString& button) {
  for (QToolButton* each : strip.findChildren<QToolButton*>())
    if (each->text() == button) return each->click();
  QFAIL(qPrintable("no button " + button));
}

void RestoredEditsTest::aKilledWindowsEditsAreReportedAndKept() {
  killWhileEditing({"--new", "--do", "y = x + 1", "--do", "z = y * 2"});
  BuildWindow w(journals());
  const RestoredEdits restored = w.editor.takeUp();
  QCOMPARE(restored.count, 2);
  QVERIFY(restored.last.secsTo(QDateTime::currentDateTime()) < 60);
  w.window->tellRestored(restored);
  QVERIFY(w.settled());
  QVERIFY(w.op("z") != 0);
  RestoredStrip& strip = w.window->edits().restored();
  QVERIFY(strip.isVisible());
  QVERIFY2(QRegularExpression("^2 edits from .*\\d\\d:\\d\\d were restored to a new document")
               .match(strip.text())
               .hasMatch(),
           qPrintable(strip.text()));
  if (const QString shots = qEnvironmentVariable("NGRAPH_SHOTS"); !shots.isEmpty()) {
    for (const bool dark : {false, true}) {
      Theme::current().setDark(dark);
      testing::settle(300);
      w.window->grab().save(shots + (dark ? "/restored--dark.png" : "/restored.png"));
    }
  }
  press(strip, "Keep");
  QVERIFY(strip.text().isEmpty());
  QVERIFY(w.editor.modified());
  QCOMPARE(w.editor.undoName(), QString("z = y * 2"));
}

// In a container every window has the number of the one before: its lock file says nothing.
void RestoredEditsTest::editsOfAnotherProcessOfThisNumberAreRestored() {
  killWhileEditing({"--new", "--do", "z = x + 1"});
  QLockFile mine(home_->filePath("mine"));
  QVERIFY(mine.lock());
  const QFileInfoList left = QDir(journals()).entryInfoList({"*.journal"});
  QCOMPARE(left.size(), 1);
  const QString lock = left.front().filePath() + ".lock";
  QFile::remove(lock);
  QVERIFY(QFile::copy(home_->filePath("mine"), lock));
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp().count, 1);
  QVERIFY(!QFile::exists(lock));
}

// The disk is full during one edit: the next one keeps both.
void RestoredEditsTest::editsThatCannotBeKeptAreSaid() {
  const QString path = home_->filePath("mine.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  {
    BuildWindow w(journals());
    w.window->open(path);
    QVERIFY(w.settled());
    ignore_size_signal();
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{16, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const bool applied = w.editor.apply("z = x * 3", {}).good;
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY(applied);
    const auto* strip = w.window->findChild<MessageStrip*>();
    QVERIFY2(strip->text().contains("Unsaved edits are not kept"), qPrintable(strip->text()));
    QVERIFY(w.editor.apply("u = x + 7", {}).good);
    QCOMPARE(QDir(journals()).entryList({"*.journal"}).size(), 1);
  }
  BuildWindow w(journals());
  QVERIFY(w.editor.takeUp(path).count > 0);
  QTRY_VERIFY(w.op("z") != 0 && w.op("u") != 0);
}

// Of a file that was cut, or of another program.
void RestoredEditsTest::damagedEditsAreSetAside() {
  QVERIFY(QDir().mkpath(journals()));
  QFile file(journals() + "/1-2.journal");
  const QByteArray text =
      "{\"path\":\"a.ngraph\",\"te\n{\"edit\":\"line\",\"line\":\"zz = x + 7\"}\n";
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  file.close();
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp().count, 0);
  const auto* strip = w.window->findChild<MessageStrip*>();
  QVERIFY2(strip->text().contains("damaged"), qPrintable(strip->text()));
  QFile kept(journals() + "/1-2.journal.aside");
  QVERIFY(kept.open(QIODevice::ReadOnly));
  QCOMPARE(kept.readAll(), text);
  QVERIFY(!w.editor.hasKept());
}

void RestoredEditsTest::editsBeforeADamagedLineAreRestored() {
  killWhileEditing({"--new", "--do", "z = x + 1"});
  const QFileInfoList left = QDir(journals()).entryInfoList({"*.journal"});
  QCOMPARE(left.size(), 1);
  QFile file(left.front().filePath());
  QVERIFY(file.open(QIODevice::Append));
  file.write("{\"edit\":\"li\n{\"edit\":\"line\",\"line\":\"u = z + 7\"}\n");
  file.close();
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp().count, 1);
  const auto* strip = w.window->findChild<MessageStrip*>();
  QVERIFY2(strip->text().contains("damaged"), qPrintable(strip->text()));
  QCOMPARE(QDir(journals()).entryList({"*.aside"}).size(), 1);
}

void RestoredEditsTest::restoredEditsAreDiscarded() {
  killWhileEditing({"--new", "--do", "z = x + 1"});
  BuildWindow w(journals());
  w.window->tellRestored(w.editor.takeUp());
  QVERIFY(w.window->edits().restored().text().startsWith("1 edit from "));
  press(w.window->edits().restored(), "Discard");
  QVERIFY(!w.editor.modified() && !w.editor.hasKept());
  QVERIFY(w.window->edits().restored().text().isEmpty());
}

// Edits of another file stay in the journal.
void RestoredEditsTest::editsOfAFileWaitUntilItIsOpened() {
  const QString path = home_->filePath("mine.ngraph"), other = home_->filePath("other.ngraph");
  const QString sample = testing::sourceFile("sample_graphs/01_x_plus_one.ngraph");
  QVERIFY(QFile::copy(sample, path) && QFile::copy(sample, other));
  killWhileEditing({path, "--do", "z = x * 3"});
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp(other).count, 0);
  QVERIFY(w.editor.hasKept());
  const RestoredEdits restored = w.editor.takeUp(path);
  w.window->tellRestored(restored);
  QCOMPARE(restored.count, 1);
  QVERIFY(QFileInfo(restored.path) == QFileInfo(path));
  QVERIFY(w.window->edits().restored().text().contains("was restored to mine.ngraph"));
  QVERIFY(w.settled());
  w.key(Qt::Key_S, Qt::ControlModifier);
  QTRY_VERIFY(w.window->edits().restored().text().isEmpty());
  QVERIFY(!w.editor.modified());
}

// The file was changed by another program meanwhile: the first save does not overwrite it.
void RestoredEditsTest::editsOfAnOlderVersionSaySo() {
  const QString path = home_->filePath("mine.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  killWhileEditing({path, "--do", "z = x * 3"});
  QFile file(path);
  QVERIFY(file.open(QIODevice::Append) && file.write("\n") == 1);
  file.close();
  const qint64 bytes = file.size();
  for (int start = 1; start <= 2; ++start) {  // also when these edits are restored again
    BuildWindow w(journals());
    w.window->tellRestored(w.editor.takeUp(path));
    QVERIFY(w.window->edits().restored().text().endsWith("before it was saved."));
    const auto* strip = w.window->findChild<MessageStrip*>();
    QTRY_VERIFY2(strip->text().contains("mine.ngraph changed on disk"), qPrintable(strip->text()));
    QVERIFY(w.settled());
    w.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY2(strip->text().contains("Save again"), qPrintable(strip->text()));
    QVERIFY(w.editor.modified());
    QCOMPARE(QFileInfo(path).size(), bytes);
  }
}

// Laid out like a document that was never edited; the views keep their places.
void RestoredEditsTest::restoredEditsAreLaidOutAndFitted() {
  const QString path = home_->filePath("mine.ngraph");
  const QString sample = testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");
  QVERIFY(QFile::copy(sample, path));
  QRectF untouched;
  {
    BuildWindow w(journals());
    w.window->open(path);
    QVERIFY(w.settled());
    QTRY_VERIFY(!w.graph().busy());
    untouched = w.canvas().scene().bounds;
    QVERIFY(w.editor.apply("feed(alpha, schedule=\"2/(1+epoch)\")", {}).good);
    QVERIFY(w.settled());
  }
  BuildWindow w(journals());
  const RestoredEdits restored = w.editor.takeUp(path);
  QCOMPARE(restored.count, 1);
  w.window->tellRestored(restored);
  QVERIFY(w.settled());
  QTRY_VERIFY(!w.graph().busy());
  QVERIFY(w.canvas().camera().everythingFits());
  const QRectF bounds = w.canvas().scene().bounds;
  QVERIFY2(bounds.height() < 1.2 * untouched.height(),
           qPrintable(QString::number(bounds.height())));
  QVERIFY(!w.build().isVisible());
}

void RestoredEditsTest::undoingBehindASaveIsRestored_data() {
  QTest::addColumn<int>("undone");
  QTest::addColumn<int>("redone");
  QTest::addRow("undone") << 2 << 0;
  QTest::addRow("one redone") << 2 << 1;
}

void RestoredEditsTest::undoingBehindASaveIsRestored() {
  QFETCH(int, undone);
  QFETCH(int, redone);
  const QString path = home_->filePath("mine.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  {
    BuildWindow w(journals());  // ends without an answer about its edits
    w.window->open(path);
    QVERIFY(QTest::qWaitFor([&] { return w.op("x") != 0; }, patience) && w.settled());
    QVERIFY(w.editor.apply("q = x + 7", {}).good && w.editor.apply("p = q * 2", {}).good);
    QVERIFY(w.editor.save(path).good);
    for (int i = 0; i < undone; ++i) w.editor.undo();
    for (int i = 0; i < redone; ++i) w.editor.redo();
    QVERIFY(w.editor.modified());
  }
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp(path).count, 1);
  const auto restored = [&] {
    return QTest::qWaitFor([&] { return w.op("x") != 0 && w.op("p") == 0; }, patience) &&
           (w.op("q") != 0) == (redone > 0) && w.editor.modified();
  };
  QVERIFY(restored());
  w.editor.discard();
  QVERIFY(QTest::qWaitFor([&] { return w.op("p") != 0; }, patience));  // as the file has it
  QVERIFY(!w.editor.discarded().isEmpty());
  w.editor.restoreDiscarded();
  QVERIFY(restored());
}

void RestoredEditsTest::undoneEditsAreNotRestored() {
  const QString path = home_->filePath("mine.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  BuildWindow w(journals());
  w.window->open(path);
  QVERIFY(w.settled());
  QVERIFY(w.editor.apply("z = x * 3", {}).good);
  QCOMPARE(QDir(journals()).entryList({"*.journal"}).size(), 1);
  w.editor.undo();
  QVERIFY(QDir(journals()).entryList({"*.journal"}).isEmpty());
  w.editor.redo();
  QCOMPARE(QDir(journals()).entryList({"*.journal"}).size(), 1);
}

// The ids that the undone edit took are not used again, and not when the edits are restored.
void RestoredEditsTest::editsByIdAfterAnUndoAreRestored() {
  const QString path = home_->filePath("mine.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  {
    BuildWindow w(journals());
    w.window->open(path);
    QVERIFY(w.settled());
    QVERIFY(w.editor.apply("z = x * 3", {}).good);
    QTRY_VERIFY(w.op("z") != 0);
    const OpId undone = w.op("z");
    w.editor.undo();
    QVERIFY(w.editor.apply("u = x + 7", {}).good);
    QTRY_VERIFY(w.op("u") != 0);
    QVERIFY(w.op("u") > undone);
    QVERIFY(w.editor.apply(QString("rename(#%1, \"v\")").arg(w.op("u")), {}).good);
  }
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp(path).count, 2);
  QTRY_VERIFY(w.op("v") != 0);
}

NGRAPH_VIEW_TEST(RestoredEditsTest)
#include "restored_edits_test.moc"
