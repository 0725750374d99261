// SPDX-License-Identifier: Apache-2.0
// Audits the whole window: every table can be sorted, filtered and copied; every button describes
// its action and key; every focusable widget has a name for screen readers.
#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include "app/drafts/draft_editor.h"
#include "app/window/commands/menu_reasons.h"
#include "app/window/main_window.h"
#include "engine/records/document_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::views;

class WindowAuditTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void cleanupTestCase();
  void tablesAreSortedFilteredAndCopied();
  void actionsHaveTipsWithTheirKeys();
  void buttonsHaveTips();
  void focusableWidgetsHaveNames();
  void cardsAreReadAloud();
  void disabledEntriesSayWhy();
  void theViewMenuTicksWhatIsShown();
  void readOnlyDocumentsCanBeSavedAs();

 private:
  std::unique_ptr<EngineSession> session_;
  std::unique_ptr<DraftEditor> editor_;
  std::unique_ptr<MainWindow> window_;
};

void WindowAuditTest::initTestCase() {
  QSettings().clear();
  session_ = std::make_unique<EngineSession>();
  editor_ = std::make_unique<DraftEditor>(*session_, QString());
  window_ = std::make_unique<MainWindow>(*session_, StartSources{}, nullptr, editor_.get());
  window_->show();
  window_->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
  for (const View& row : viewTable()) window_->showView(row.id);
  session_->run.run();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
}

void WindowAuditTest::cleanupTestCase() {
  window_.reset();
  editor_.reset();
  session_.reset();
}

// Path of a widget, for messages: "buffers/TableView 'All buffers'".
static QString placeOf(const QWidget* widget) {
  QStringList path;
  for (const QWidget* at = widget; at && path.size() < 4; at = at->parentWidget())
    path.prepend(QString(at->metaObject()->className()).section("::", -1) +
                 (at->objectName().isEmpty() ? QString() : "#" + at->objectName()));
  return path.join('/') + " '" + widget->accessibleName() + "'";
}

static bool isPopup(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (widget->windowFlags().testFlag(Qt::Popup) && widget->isWindow()) return true;
  return false;
}

// Passes and the outline keep the order of the compilation and of the graph.
static bool isOrdered(const QAbstractItemView* list) {
  return list->accessibleName() == "Passes" || list->accessibleName() == "Outline of the graph";
}

void WindowAuditTest::tablesAreSortedFilteredAndCopied() {
  QStringList faults;
  int tables = 0;
  for (const View& row : viewTable()) {
    QWidget* view = window_->docks().view(row.id);
    if (!view) continue;
    for (QAbstractItemView* each : view->findChildren<QAbstractItemView*>()) {
      auto* table = qobject_cast<QTableView*>(each);
      auto* tree = qobject_cast<QTreeView*>(each);
      if ((!table && !tree) || isPopup(each)) continue;
      ++tables;
      const QString place = QString(row.id) + ": " + placeOf(each);
      if (!isOrdered(each) && !(table ? table->isSortingEnabled() : tree->isSortingEnabled()))
        faults << place + " is not sorted";
      const QList<QLineEdit*> lines = view->findChildren<QLineEdit*>();
      if (std::none_of(lines.begin(), lines.end(), [](const QLineEdit* line) {
            return line->placeholderText().contains("filter", Qt::CaseInsensitive);
          }))
        faults << place + " has no filter";
      if (each->model()->rowCount() == 0) continue;
      QAction* copy = nullptr;
      for (QWidget* at = each; at && at != view->parentWidget() && !copy; at = at->parentWidget())
        for (QAction* action : at->actions())
          if (action->shortcuts().contains(QKeySequence(QKeySequence::Copy))) copy = action;
      if (!copy) {
        faults << place + " is not copied";
        continue;
      }
      QApplication::clipboard()->clear();
      copy->trigger();
      const QString text = QApplication::clipboard()->text();
      const bool wide = each->model()->columnCount() > 1;
      if (text.isEmpty() || (wide && !text.contains('\t'))) faults << place + " copies " + text;
    }
  }
  QVERIFY(tables >= 12);
  QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

static QList<QAction*> actionsOf(QWidget* root) {
  QList<QAction*> all = root->actions();
  for (QWidget* each : root->findChildren<QWidget*>())
    for (QAction* action : each->actions())
      if (!all.contains(action)) all << action;
  return all;
}

void WindowAuditTest::actionsHaveTipsWithTheirKeys() {
  QStringList faults;
  int checked = 0;
  for (QAction* action : actionsOf(window_.get())) {
    if (action->isSeparator() || action->menu()) continue;
    const QString tip = action->toolTip(), text = action->text();
    // Skips entries added by Qt itself, for example in scroll bars and line edits.
    if (text.isEmpty()) continue;
    ++checked;
    if (tip.isEmpty()) faults << text + ": no tip";
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    const bool named = key.isEmpty() || tip.contains(key);
    if (!named) faults << text + " (" + tip + "): not " + key;
  }
  QVERIFY(checked > 60);
  QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

void WindowAuditTest::buttonsHaveTips() {
  QStringList faults;
  for (QAbstractButton* each : window_->findChildren<QAbstractButton*>()) {
    if (isPopup(each) || each->objectName().startsWith("qt_")) continue;
    if (qobject_cast<QToolButton*>(each) && each->toolTip().isEmpty() &&
        QString(each->parentWidget()->metaObject()->className()) != "QTabBar" &&
        !qobject_cast<QLineEdit*>(each->parentWidget()))  // buttons that clear a field
      faults << placeOf(each) + " " + each->text() + ": no tip";
  }
  QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

void WindowAuditTest::focusableWidgetsHaveNames() {
  QStringList faults;
  for (QWidget* each : window_->findChildren<QWidget*>()) {
    if (each->focusPolicy() == Qt::NoFocus || isPopup(each) || each->objectName().startsWith("qt_"))
      continue;
    if (each->focusProxy()) continue;
    const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(each);
    if (!spoken || spoken->text(QAccessible::Name).isEmpty()) faults << placeOf(each);
  }
  QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

void WindowAuditTest::cardsAreReadAloud() {
  QWidget* canvas = nullptr;
  for (QWidget* each : window_->findChildren<QWidget*>())
    if (QString(each->metaObject()->className()).endsWith("GraphCanvas") && each->isVisible())
      canvas = each;
  QVERIFY(canvas);
  QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(canvas);
  QVERIFY(graph);
  QVERIFY2(graph->childCount() > 20, qPrintable(QString::number(graph->childCount())));
  bool found = false;
  for (int i = 0; i < graph->childCount(); ++i) {
    const QAccessibleInterface* card = graph->child(i);
    QVERIFY(card && !card->text(QAccessible::Name).isEmpty());
    if (card->text(QAccessible::Name) != "hidden") continue;
    found = true;
    QVERIFY2(card->text(QAccessible::Description).contains("maximum"),
             qPrintable(card->text(QAccessible::Description)));
    QVERIFY(!card->rect().isEmpty());
    QCOMPARE(graph->indexOfChild(card), i);
    QCOMPARE(card->parent(), graph);
  }
  QVERIFY(found);
}

// On the start page, in a document, and while it runs.
void WindowAuditTest::disabledEntriesSayWhy() {
  testing::SampleSession session;
  MainWindow window(session, {});
  window.show();
  const auto spoken = [&window] {
    int count = 0;
    for (QAction* command : window.actions().all()) {
      const QString why = whyDisabled(window, *command);
      if (command->isEnabled() != why.isEmpty() || why.contains("not possible now"))
        qWarning() << command->objectName() << why;
      if (command->isEnabled() != why.isEmpty() || why.contains("not possible now")) return -1;
      count += why.isEmpty() ? 0 : 1;
    }
    return count;
  };
  QVERIFY(spoken() > 10);
  window.open("sample.ngraph");
  testing::settle(50);
  QVERIFY(spoken() > 5);
  QCOMPARE(whyDisabled(window, *window.actions()["run.breakpoint"]),
           QString("Select an op first."));
  QMenu* run = nullptr;
  for (QAction* top : window.menuBar()->actions())
    if (top->text() == "&Run") run = top->menu();
  QVERIFY(run);
  run->popup(window.mapToGlobal(QPoint(100, 60)));
  const QPoint at = run->actionGeometry(window.actions()["run.breakpoint"]).center();
  QHelpEvent rest(QEvent::ToolTip, at, run->mapToGlobal(at));
  QApplication::sendEvent(run, &rest);
  QTRY_COMPARE(QToolTip::text(), QString("Select an op first."));
  run->close();
}

// Of tabbed views only the front one is ticked.
void WindowAuditTest::theViewMenuTicksWhatIsShown() {
  QMenu* menu = nullptr;
  for (QAction* entry : window_->menuBar()->actions())
    if (entry->text() == "&View") menu = entry->menu();
  QVERIFY(menu);
  for (const char* front : {"timeline", "kernels"}) {
    window_->showView(front);
    emit menu->aboutToShow();
    const auto ticked = [&](const char* view) {
      return window_->actions()[QString("view.") + view]->isChecked();
    };
    QVERIFY(ticked("graph") && ticked("inspector"));
    QCOMPARE(ticked("timeline"), QString(front) == "timeline");
    QCOMPARE(ticked("kernels"), QString(front) == "kernels");
  }
  const Actions& actions = window_->actions();
  QVERIFY(actions["edit.undo"]->icon().pixmap(16).toImage() !=
          actions["view.back"]->icon().pixmap(16).toImage());
}

void WindowAuditTest::readOnlyDocumentsCanBeSavedAs() {
  QVERIFY(!editor_->editing());
  QVERIFY(!window_->actions()["file.save"]->isEnabled());
  QVERIFY(window_->actions()["file.save_as"]->isEnabled());
  QTemporaryDir folder;
  const QString path = folder.filePath("copy.ngraph");
  QVERIFY(editor_->save(path).good);
  QTRY_COMPARE(QString::fromStdString(session_->documents.document()->path), path);
  QVERIFY(QFileInfo(path).size() > 1000);
}

NGRAPH_VIEW_TEST(WindowAuditTest)
#include "window_audit_test.moc"
