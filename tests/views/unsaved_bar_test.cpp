// SPDX-License-Identifier: Apache-2.0
// Tests the bar that asks before edits are lost: it belongs to one document and one command,
// disappears with either, and never ends the program on behalf of another document.
#include <QAbstractButton>
#include <QTemporaryDir>

#include "app/window/unsaved_strip.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;

class UnsavedBarTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void undoingTheEditsHidesIt();
  void anotherDocumentHidesIt();
  void savingHidesIt();
  void anotherCommandReplacesIt();
  void escapeCancelsIt();
  void discardRunsTheCommand();
  void saveRunsTheCommand();

 private:
  UnsavedStrip& bar() { return w_->window->edits().unsaved(); }
  void click(const QString& text) {
    for (QAbstractButton* each : bar().findChildren<QAbstractButton*>())
      if (each->text() == text) return QTest::mouseClick(each, Qt::LeftButton);
    QFAIL(qPrintable("no button " + text));
  }
  bool opened(const QString& name) {
    return QTest::qWaitFor([&] { return w_->window->windowTitle().startsWith(name); }, patience);
  }
  const QString sample_ = testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");
  QTemporaryDir folder_;
  QString path_ = folder_.filePath("mine.ngraph");
  std::unique_ptr<BuildWindow> w_;
};

// A saved document with one unsaved edit, and Ctrl+Q pressed.
void UnsavedBarTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  w_->key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(w_->session.documents.document() != nullptr);
  w_->type("y = x + 1");
  QTRY_VERIFY(w_->op("y") != 0);
  QVERIFY(w_->editor.save(path_).good);
  QVERIFY(opened("mine.ngraph"));
  w_->type("z = y * 2");
  QTRY_VERIFY(w_->op("z") != 0);
  w_->toCanvas();
  w_->key(Qt::Key_Q, Qt::ControlModifier);
  QCOMPARE(bar().text(), QString("mine.ngraph has unsaved edits. Save them before you quit?"));
  QVERIFY(w_->window->isVisible());
}

void UnsavedBarTest::undoingTheEditsHidesIt() {
  w_->key(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(!w_->editor.modified());
  QVERIFY(bar().text().isEmpty());
  w_->window->open(sample_);
  QVERIFY(opened("05_logistic_part2.ngraph"));
  QVERIFY(bar().text().isEmpty() && w_->window->isVisible());
}

void UnsavedBarTest::anotherDocumentHidesIt() {
  w_->session.documents.open(sample_);  // as a script does
  QVERIFY(opened("05_logistic_part2.ngraph"));
  QTRY_VERIFY(bar().text().isEmpty());
}

void UnsavedBarTest::savingHidesIt() {
  w_->key(Qt::Key_S, Qt::ControlModifier);
  QTRY_VERIFY(!w_->editor.modified());
  QVERIFY(bar().text().isEmpty() && w_->window->isVisible());
}

void UnsavedBarTest::anotherCommandReplacesIt() {
  w_->window->open(sample_);
  QCOMPARE(bar().text(), QString("mine.ngraph has unsaved edits. Save them before you open "
                                 "05_logistic_part2.ngraph?"));
  click("Discard and open");
  QVERIFY(opened("05_logistic_part2.ngraph"));
  QVERIFY(bar().text().isEmpty() && w_->window->isVisible());
}

void UnsavedBarTest::escapeCancelsIt() {
  w_->window->workspace().selection.selectOp(w_->op("y"));
  w_->key(Qt::Key_Escape);
  QVERIFY(bar().text().isEmpty());
  QCOMPARE(w_->window->workspace().selection.op(), w_->op("y"));
  QVERIFY(w_->window->isVisible() && w_->editor.modified());
  w_->key(Qt::Key_Escape);
  QCOMPARE(w_->window->workspace().selection.op(), OpId(0));
}

void UnsavedBarTest::discardRunsTheCommand() {
  click("Discard and quit");
  QTRY_VERIFY(!w_->window->isVisible());
  QFile saved(path_);
  QVERIFY(saved.open(QIODevice::ReadOnly) && !saved.readAll().contains("\"z\""));
}

void UnsavedBarTest::saveRunsTheCommand() {
  click("Save and quit");
  QTRY_VERIFY(!w_->window->isVisible());
  QFile saved(path_);
  QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"z\""));
}

NGRAPH_VIEW_TEST(UnsavedBarTest)
#include "unsaved_bar_test.moc"
