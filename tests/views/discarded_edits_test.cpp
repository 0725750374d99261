// SPDX-License-Identifier: Apache-2.0
// Tests File > Restore discarded edits: after a discard in the bar or the menu, also in a later
// process, once.
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;

class DiscardedEditsTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void theBarsDiscardIsUndone();
  void aLaterProcessOffersThem();
  void editsShownMeanwhileAreSwapped();
  void aNewDocumentIsRestored();
  void withoutEditsNothingIsOffered();
  void withoutAReadableFileTheEditsAreUndone_data();
  void withoutAReadableFileTheEditsAreUndone();
  void aDamagedSuccessorLeavesTheDocumentWithoutEdits();
  void onlyTheNewestAreKept();
  void unreadableEditsAreReportedAndKept();

 private:
  std::unique_ptr<QTemporaryDir> home_;
  QString path(const QString& name) const { return home_->filePath(name); }
  QString journals() const { return path("journal"); }
  QAction* restore(BuildWindow& w) { return w.window->actions()["file.restore_discarded"]; }
  bool open(BuildWindow& w, const QString& name) {
    w.window->open(path(name));
    answer(*w.window, "Discard and open");
    return QTest::qWaitFor([&] { return w.window->windowTitle().startsWith(name); }, patience) &&
           w.settled();
  }
};

void DiscardedEditsTest::init() {
  QSettings().clear();
  home_ = std::make_unique<QTemporaryDir>();
  const QString sample = testing::sourceFile("sample_graphs/01_x_plus_one.ngraph");
  QVERIFY(QFile::copy(sample, path("mine.ngraph")) && QFile::copy(sample, path("other.ngraph")));
}

void DiscardedEditsTest::theBarsDiscardIsUndone() {
  BuildWindow w(journals());
  QVERIFY(open(w, "mine.ngraph"));
  QVERIFY(!restore(w)->isEnabled());
  QVERIFY(w.editor.apply("y = x * 2", {}).good && w.editor.apply("z = y * 3", {}).good);
  QVERIFY(w.settled());
  QVERIFY(open(w, "other.ngraph"));
  QVERIFY(restore(w)->isEnabled());
  QCOMPARE(restore(w)->text(), QString("Restore discarded edits (2 edits of mine.ngraph)"));
  restore(w)->trigger();
  QVERIFY(QTest::qWaitFor([&] { return w.window->windowTitle().startsWith("mine.ngraph *"); },
                          patience));
  QVERIFY(w.settled());
  QVERIFY(w.op("z") != 0 && w.editor.modified());
  QCOMPARE(w.editor.undoName(), QString("z = y * 3"));
  QVERIFY(!restore(w)->isEnabled());  // offered once
  QVERIFY(QDir(journals()).entryList({"*.discarded"}).isEmpty());
  w.window->actions()["file.discard"]->trigger();
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") == 0; }, patience) && w.settled());
  QVERIFY(restore(w)->isEnabled());
}

void DiscardedEditsTest::aLaterProcessOffersThem() {
  {
    BuildWindow w(journals());
    QVERIFY(open(w, "mine.ngraph"));
    QVERIFY(w.editor.apply("z = x * 3", {}).good);
    w.window->close();
    QVERIFY(answer(*w.window, "Discard and quit"));
    QTRY_VERIFY(!w.window->isVisible());
  }
  BuildWindow w(journals());
  QCOMPARE(w.editor.takeUp().count, 0);  // not offered as edits of a crashed process
  QVERIFY(restore(w)->isEnabled());
  restore(w)->trigger();
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") != 0; }, patience));
  QCOMPARE(QFileInfo(w.editor.path()), QFileInfo(path("mine.ngraph")));
  w.key(Qt::Key_S, Qt::ControlModifier);
  QTRY_VERIFY(!w.editor.modified());
  BuildWindow next(journals());
  QVERIFY(!restore(next)->isEnabled());
}

// Nothing is asked, because nothing is lost.
void DiscardedEditsTest::editsShownMeanwhileAreSwapped() {
  BuildWindow w(journals());
  QVERIFY(open(w, "mine.ngraph"));
  QVERIFY(w.editor.apply("z = x * 3", {}).good);
  QVERIFY(open(w, "other.ngraph"));
  QVERIFY(w.editor.apply("q = x + 7", {}).good);
  QVERIFY(w.settled());
  for (const char* name : {"z", "q", "z"}) {
    restore(w)->trigger();
    QVERIFY(w.window->edits().unsaved().text().isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return w.op(name) != 0; }, patience));
    QVERIFY(w.settled());
  }
  QCOMPARE(restore(w)->text(), QString("Restore discarded edits (1 edit of other.ngraph)"));
}

void DiscardedEditsTest::aNewDocumentIsRestored() {
  BuildWindow w(journals());
  w.window->newDocument();
  QVERIFY(w.editor.apply("z = x + 1", {}).good);
  QVERIFY(w.settled());
  QVERIFY(open(w, "other.ngraph"));
  QCOMPARE(restore(w)->text(), QString("Restore discarded edits (1 edit of untitled)"));
  restore(w)->trigger();
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") != 0; }, patience));
  QVERIFY(w.editor.path().isEmpty());
}

void DiscardedEditsTest::withoutEditsNothingIsOffered() {
  BuildWindow w(journals());
  QVERIFY(open(w, "mine.ngraph"));
  QVERIFY(w.editor.apply("z = x * 3", {}).good);
  w.editor.undo();
  w.editor.discard();
  QVERIFY(w.settled());
  QVERIFY(!restore(w)->isEnabled());
  w.editor.restoreDiscarded();  // as if another process took them
  QVERIFY(w.settled() && w.op("z") == 0);
}

void DiscardedEditsTest::withoutAReadableFileTheEditsAreUndone_data() {
  QTest::addColumn<bool>("removed");
  QTest::addRow("removed") << true;
  QTest::addRow("damaged") << false;
}

void DiscardedEditsTest::withoutAReadableFileTheEditsAreUndone() {
  QFETCH(bool, removed);
  BuildWindow w(journals());
  QVERIFY(open(w, "mine.ngraph"));
  QVERIFY(w.editor.apply("z = x * 3", {}).good);
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") != 0; }, patience) && w.settled());
  QFile file(path("mine.ngraph"));
  if (removed) QVERIFY(file.remove());
  if (!removed) QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
  file.close();
  QSignalSpy said(&w.session.messages, &Messages::message);
  w.editor.discard();
  QTRY_VERIFY(!said.isEmpty());
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") == 0; }, patience) && w.settled());
  QVERIFY(w.op("x") != 0 && !w.editor.modified() && restore(w)->isEnabled());
  QVERIFY(w.editor.save(path("saved.ngraph")).good);
  restore(w)->trigger();
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") != 0; }, patience));
}

void DiscardedEditsTest::aDamagedSuccessorLeavesTheDocumentWithoutEdits() {
  BuildWindow w(journals());
  QVERIFY(open(w, "mine.ngraph"));
  QFile file(path("damaged.ngraph"));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
  file.close();
  QVERIFY(w.editor.apply("y = x * 2", {}).good && w.editor.save(path("mine.ngraph")).good);
  QSignalSpy said(&w.session.messages, &Messages::message);
  w.window->open(path("damaged.ngraph"));
  QTRY_VERIFY(!said.isEmpty());
  QCOMPARE(w.editor.undoName(), QString("y = x * 2"));  // nothing was left
  QVERIFY(w.editor.apply("z = x * 3", {}).good);
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") != 0; }, patience) && w.settled());
  w.window->open(path("damaged.ngraph"));
  QVERIFY(answer(*w.window, "Discard and open"));
  QVERIFY(QTest::qWaitFor([&] { return w.op("z") == 0; }, patience) && w.settled());
  QVERIFY(w.op("y") != 0 && !w.editor.modified() && restore(w)->isEnabled());
}

void DiscardedEditsTest::onlyTheNewestAreKept() {
  BuildWindow w(journals());
  for (int i = 0; i < 11; ++i) {
    w.editor.newDocument();
    QVERIFY(w.editor.apply(QString("z%1 = x + 1").arg(i), {}).good);
    QTest::qWait(5);  // names are times
    w.editor.discard();
  }
  QCOMPARE(QDir(journals()).entryList({"*.discarded"}).size(), 8);
  w.editor.restoreDiscarded();
  QVERIFY(QTest::qWaitFor([&] { return w.op("z10") != 0; }, patience));
}

void DiscardedEditsTest::unreadableEditsAreReportedAndKept() {
  QVERIFY(QDir().mkpath(journals()));
  QFile file(journals() + "/1-1.discarded");
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(
      "{\"path\": \"a.ngraph\", \"text\": \"[1]\"}\n"
      "{\"edit\": \"line\", \"line\": \"z = 1 + 1\"}\n");
  file.close();
  BuildWindow w(journals());
  QVERIFY(restore(w)->isEnabled());
  QSignalSpy said(&w.session.messages, &Messages::message);
  restore(w)->trigger();
  QCOMPARE(said.size(), 1);
  QVERIFY(QFile::exists(file.fileName()));
  QVERIFY(!w.editor.editing());
}

NGRAPH_VIEW_TEST(DiscardedEditsTest)
#include "discarded_edits_test.moc"
