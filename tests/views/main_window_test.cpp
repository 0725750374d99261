// SPDX-License-Identifier: Apache-2.0
// Tests the main window over the sample session: positions of its parts, commands, documents, Esc,
// themes. With NGRAPH_SHOTS=folder the last test writes screenshots into that folder.
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMetaMethod>
#include <QMimeData>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>

#include "app/drafts/program_export.h"
#include "app/window/main_window.h"
#include "app/window/message_strip.h"
#include "app/window/palette/palette.h"
#include "app/window/status_line.h"
#include "app/window/tool_bar.h"
#include "app/window/view_export.h"
#include "engine/records/document_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/file_kind.h"
#include "views/timeline/timeline_view.h"
#include "views/view_table.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/empty_state.h"

using namespace ng;
using namespace ng::views;

namespace {
void writeFile(const QString& path, const char* text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text);
}
}  // namespace

class MainWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void startPageComesFirst();
  void partsAreInTheirPlaces();
  void menusHaveKeys();
  void toolBarFollowsTheRun();
  void gpuIsListedButCannotBeChosen();
  void noMenuIsEmptyOrDead();
  void everyCommandIsInThePalette();
  void keysAreUnique();
  void errorsAreAStripAndARow();
  void escapeLeavesFieldsFirst();
  void keysGoToTheGraphWhenTheirWidgetIsGone();
  void reloadKeepsTheSelection();
  void reloadKeepsUnsavedEdits();
  void aDeletedFileIsReportedUntilItReturns();
  void layoutsAreKeptOnTheStartPage();
  void namesAreNotMarkup();
  void lostFilesAreNotRecent();
  void anotherDocumentForgetsIt();
  void backRaisesTheFormerTab();
  void layoutsArrange();
  void inspectorFoldsInNarrowWindows();
  void fitsIntoSmallScreens();
  void droppedFilesAreOpened();
  void droppingManyFilesIsRefused();
  void documentsBecomePrograms();
  void tracesOpenInTheTimeline();
  void statusLineHasTheFacts();
  void agesAreReadable();
  void pictures();

 private:
  std::unique_ptr<testing::SampleSession> session_;
  std::unique_ptr<MainWindow> window_;
};

void MainWindowTest::init() {
  Theme::current().setDark(false);
  QSettings().clear();
  session_ = std::make_unique<testing::SampleSession>();
  window_ = std::make_unique<MainWindow>(
      *session_, StartSources{testing::sourceFile("sample_graphs"), {}, {}});
  window_->show();
  QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience));
}

void MainWindowTest::cleanup() {
  window_.reset();
  session_.reset();
}

void MainWindowTest::startPageComesFirst() {
  QVERIFY(window_->atStart());
  for (const View& row : viewTable()) {
    if (QDockWidget* dock = window_->docks().dock(row.id)) QVERIFY(!dock->isVisible());
  }
  window_->open("05.ngraph");
  QVERIFY(!window_->atStart());
  QCOMPARE(window_->windowTitle(), QString::fromUtf8("05.ngraph — ngraph workbench"));
  window_->closeDocument();
  QVERIFY(window_->atStart());
}

void MainWindowTest::partsAreInTheirPlaces() {
  window_->open("05.ngraph");
  testing::settle(50);
  QCOMPARE(window_->menuBar()->height(), 24);
  QCOMPARE(window_->toolBar().height(), 40);
  QCOMPARE(window_->statusLine().height(), 24);
  QCOMPARE(window_->corner(Qt::BottomLeftCorner), Qt::BottomDockWidgetArea);
  QCOMPARE(window_->corner(Qt::BottomRightCorner), Qt::RightDockWidgetArea);
  const QDockWidget* run = window_->docks().dock("run");
  QVERIFY(run->isVisible());
  QVERIFY2(std::abs(run->height() - 300) < 40, qPrintable(QString::number(run->height())));
}

void MainWindowTest::menusHaveKeys() {
  QSet<QKeySequence> keys;
  const QList<QAction*> menus = window_->menuBar()->actions();
  for (const QAction* menu : menus) keys << QKeySequence::mnemonic(menu->text());
  QCOMPARE(keys.size(), menus.size());
  QVERIFY(!keys.contains(QKeySequence()));
}

void MainWindowTest::toolBarFollowsTheRun() {
  window_->open("05.ngraph");
  ToolBar& bar = window_->toolBar();
  QCOMPARE(bar.computation()->count(), 2);
  QVERIFY(window_->actions()["run.run"]->isEnabled());
  QVERIFY(!window_->actions()["run.pause"]->isEnabled());
  QVERIFY(!bar.slider()->isEnabled());
  session_->run.stepEpoch();
  QCOMPARE(bar.iterationText(), QString("it 10/100"));
  QVERIFY(bar.slider()->isEnabled());
  bar.slider()->setValue(7);
  QCOMPARE(session_->run.status().iteration, 7);
  QCOMPARE(bar.iterationText(), QString("it 7/100"));
  session_->run.setPace(20);
  QCOMPARE(bar.pace()->currentText(), QString("20/s"));
}

void MainWindowTest::gpuIsListedButCannotBeChosen() {
  window_->open("05.ngraph");
  QComboBox* combo = window_->toolBar().transformer();
  const int gpu = combo->findText("gpu");
  QVERIFY(gpu >= 0);
  const auto* model = qobject_cast<QStandardItemModel*>(combo->model());
  QVERIFY(!model->item(gpu)->isEnabled());
  QVERIFY(combo->itemData(gpu).toString().contains("libcuda"));
}

// True if the action has a connected slot.
static bool heard(QAction* action) {
  struct Access : QAction {  // for access to a protected member
    static auto connected() { return &Access::isSignalConnected; }
  };
  const auto connected = Access::connected();
  return (action->*connected)(QMetaMethod::fromSignal(&QAction::triggered)) ||
         (action->*connected)(QMetaMethod::fromSignal(&QAction::toggled));
}

static void openMenus(QMenu* menu, QStringList& problems) {
  emit menu->aboutToShow();
  int shown = 0;
  for (QAction* action : menu->actions()) {
    if (!action->isVisible() || action->isSeparator()) continue;
    ++shown;
    if (action->text().isEmpty()) problems << menu->title() + ": an entry without text";
    if (action->menu() != nullptr) {
      openMenus(action->menu(), problems);
    } else if (!heard(action)) {
      problems << menu->title() + ": nothing happens on " + action->text();
    }
  }
  if (shown == 0) problems << menu->title() + " is empty";
}

void MainWindowTest::noMenuIsEmptyOrDead() {
  window_->open("05.ngraph");
  QStringList problems;
  for (QAction* top : window_->menuBar()->actions()) openMenus(top->menu(), problems);
  QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
}

void MainWindowTest::everyCommandIsInThePalette() {
  window_->open("05.ngraph");
  window_->palette().openCommands();
  QStringList expected;
  for (QAction* action : window_->commands()) {
    if (!action->text().isEmpty()) expected << action->text();
  }
  expected.removeDuplicates();
  QStringList shown = window_->palette().titles();
  expected.sort();
  shown.sort();
  QCOMPARE(shown, expected);
}

// A window shortcut must not also be a view's shortcut: Qt would run neither.
void MainWindowTest::keysAreUnique() {
  QMap<QString, QString> owner;
  QStringList clashes;
  const auto take = [&](const QAction* action, bool keep) {
    for (const QKeySequence& key : action->shortcuts()) {
      const QString text = key.toString();
      if (owner.contains(text)) clashes << text + ": " + action->text() + " and " + owner[text];
      if (keep) owner[text] = action->text();
    }
  };
  for (QAction* action : window_->actions().all()) take(action, true);
  for (QAction* action : window_->docks().viewCommands()) {
    if (action->shortcutContext() != Qt::WindowShortcut) take(action, false);
  }
  QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join('\n')));
}

void MainWindowTest::errorsAreAStripAndARow() {
  window_->open("05.ngraph");
  window_->open("missing.ngraph");
  QVERIFY(QApplication::activeModalWidget() == nullptr);
  QVERIFY(window_->strip().text().contains("no such file"));
  QVERIFY(window_->strip().text().contains("Check the path"));
  QVERIFY(!window_->atStart());
  QCOMPARE(session_->messages.messages().size(), std::size_t(1));
}

void MainWindowTest::escapeLeavesFieldsFirst() {
  window_->open("05.ngraph");
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience));
  window_->workspace().selection.selectOp(testing::id_dot);
  QTRY_VERIFY(window_->workspace().jobs.idle());
  auto* bar = window_->docks().centre()->findChild<FindBar*>();
  QVERIFY(bar);
  bar->open("dot");
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QVERIFY(bar->isHidden());
  auto* filter = window_->docks().view("outline")->findChild<QLineEdit*>();
  filter->setFocus();
  filter->setText("no such op");
  const auto labels = window_->docks().view("outline")->findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->isVisible() && label->text().startsWith("No op matches");
  }));
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QVERIFY(filter->text().isEmpty());
  QCOMPARE(window_->workspace().selection.op(), testing::id_dot);  // unchanged
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QCOMPARE(window_->workspace().selection.op(), OpId(0));
}

void MainWindowTest::keysGoToTheGraphWhenTheirWidgetIsGone() {
  window_->open("05.ngraph");
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience));
  auto* field = new QLineEdit(window_->docks().view("inspector"));
  field->show();
  field->setFocus();
  delete field;
  QTRY_VERIFY(QApplication::focusWidget() != nullptr);
  QVERIFY(window_->isAncestorOf(QApplication::focusWidget()));
}

void MainWindowTest::reloadKeepsTheSelection() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.ngraph");
  const auto write = [&](const char* text) { writeFile(path, text); };
  write("one");
  window_->open(path);
  Selection& selection = window_->workspace().selection;
  selection.selectOp(testing::id_dot);
  selection.selectPass(3);
  QSignalSpy spy(&session_->documents, &Documents::documentChanged);
  write("two");
  QTRY_VERIFY(spy.count() >= 1);
  QCOMPARE(selection.op(), testing::id_dot);
  QCOMPARE(selection.pass(), 3);
}

void MainWindowTest::reloadKeepsUnsavedEdits() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.ngraph");
  writeFile(path, "one");
  window_->open(path);
  session_->run.stepIteration();
  const std::int64_t done = session_->run.status().lastIteration;
  QVERIFY(done > 0);
  QSignalSpy read(&session_->documents, &Documents::documentChanged);
  writeFile(path, "another");
  const auto* strip = window_->findChild<MessageStrip*>();
  QTRY_VERIFY2(strip->text().contains("a.ngraph changed on disk"), qPrintable(strip->text()));
  QVERIFY(strip->text().contains("Ctrl+R"));
  QCOMPARE(read.count(), 0);
  QCOMPARE(session_->run.status().lastIteration, done);
}

void MainWindowTest::aDeletedFileIsReportedUntilItReturns() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.ngraph");
  writeFile(path, "one");
  window_->open(path);
  QVERIFY(QFile::remove(path));
  const auto* strip = window_->findChild<MessageStrip*>();
  QTRY_VERIFY2(strip->text().contains("a.ngraph no longer exists"), qPrintable(strip->text()));
  QVERIFY(session_->documents.document());
  QSignalSpy read(&session_->documents, &Documents::documentChanged);
  writeFile(path, "again");
  QTRY_VERIFY(read.count() >= 1);
}

// Commands that show views leave the start page, which has none.
void MainWindowTest::layoutsAreKeptOnTheStartPage() {
  window_->actions()["window.run"]->trigger();  // without a document
  QVERIFY(window_->atStart() && !window_->docks().dock("inspector")->isVisible());
  window_->open("05.ngraph");
  const auto shown = [this](const char* id) { return window_->docks().dock(id)->isVisible(); };
  window_->actions()["window.explore"]->trigger();
  QVERIFY(shown("inspector") && shown("outline"));
  window_->goHome();
  QVERIFY(window_->atStart() && !shown("inspector"));
  window_->actions()["window.compile"]->trigger();
  QVERIFY(!window_->atStart() && shown("inspector"));
  window_->goHome();
  window_->actions()["view.kernels"]->trigger();
  QVERIFY(!window_->atStart() && shown("kernels"));
  window_->actions()["window.explore"]->trigger();
  QVERIFY(shown("inspector") && shown("outline"));
}

void MainWindowTest::namesAreNotMarkup() {
  window_->open("05.ngraph");
  Diagnostic diagnostic;
  diagnostic.what = "a<b>x</b>.ngraph is <s>broken</s>";
  diagnostic.found = "<h1>Not found</h1>";
  emit session_->messages.message(diagnostic);
  const auto* strip = window_->findChild<MessageStrip*>();
  QVERIFY(strip->isVisible());
  for (const QLabel* label : strip->findChildren<QLabel*>())
    if (label->pixmap().isNull()) QCOMPARE(label->textFormat(), Qt::PlainText);
  QCOMPARE(window_->findChild<QLabel*>("documentName")->textFormat(), Qt::PlainText);
  EmptyState empty("graph", "No value of <img src=x>.");
  for (const QLabel* label : empty.findChildren<QLabel*>()) {
    label->ensurePolished();  // as when it is shown
    if (!label->text().isEmpty()) QCOMPARE(label->textFormat(), Qt::PlainText);
  }
}

// A file that was deleted while the start page is shown goes when opening it failed.
void MainWindowTest::lostFilesAreNotRecent() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("lost.ngraph");
  writeFile(path, "one");
  window_->open(path);
  window_->closeDocument();
  QVERIFY(window_->atStart() && window_->startPage().recent().contains(path));
  QVERIFY(QFile::remove(path));
  Diagnostic diagnostic;
  diagnostic.what = "lost.ngraph cannot be opened";
  emit session_->messages.message(diagnostic);
  QTRY_VERIFY(!window_->startPage().recent().contains(path));
}

void MainWindowTest::anotherDocumentForgetsIt() {
  window_->open("05.ngraph");
  window_->workspace().selection.selectOp(testing::id_dot);
  window_->open("04.ngraph");
  QCOMPARE(window_->workspace().selection.op(), OpId(0));
  QVERIFY(!window_->workspace().selection.canGoBack());
}

void MainWindowTest::backRaisesTheFormerTab() {
  window_->open("05.ngraph");
  const auto seen = [this](const char* id) {
    return !window_->docks().dock(id)->visibleRegion().isEmpty();
  };
  QTRY_VERIFY(seen("run"));
  testing::settle(20);
  Selection& selection = window_->workspace().selection;
  selection.selectKernel("k0");
  selection.reveal(Facet::kernel);
  QTRY_VERIFY(seen("kernels"));
  testing::settle(20);
  window_->actions()["view.back"]->trigger();
  QTRY_VERIFY(seen("run"));
  QVERIFY(selection.state().kernel.isEmpty());
  testing::settle(20);
  window_->actions()["view.forward"]->trigger();
  QTRY_VERIFY(seen("kernels"));
  // A tab raised by the user since then stays in front: only what the step itself hid comes back.
  testing::settle(20);
  window_->docks().raise("messages");
  QTRY_VERIFY(seen("messages"));
  selection.selectOp(testing::id_sigmoid);
  testing::settle(20);
  window_->actions()["view.back"]->trigger();
  testing::settle(20);
  QVERIFY(seen("messages"));
}

void MainWindowTest::layoutsArrange() {
  window_->open("05.ngraph");
  testing::settle(20);
  window_->actions()["window.run"]->trigger();
  testing::settle(20);
  const int tall = window_->docks().dock("run")->height();
  QVERIFY2(tall > 400, qPrintable(QString::number(tall)));
  window_->actions()["window.explore"]->trigger();
  testing::settle(20);
  QVERIFY(window_->docks().dock("run")->height() < 360);
  window_->docks().dock("run")->hide();
  window_->actions()["window.reset"]->trigger();
  QVERIFY(window_->docks().dock("run")->isVisible());
}

void MainWindowTest::inspectorFoldsInNarrowWindows() {
  QDockWidget* inspector = window_->docks().dock("inspector");
  if (inspector == nullptr) QSKIP("The inspector is not in the view table.");
  window_->open("05.ngraph");
  window_->resize(1100, 800);
  QTRY_VERIFY(inspector->width() <= 48);
  window_->resize(1600, 1000);
  QTRY_VERIFY(inspector->width() > 200);
}

void MainWindowTest::fitsIntoSmallScreens() {
  window_->open("05.ngraph");
  for (const LayoutRow& row : layoutTable()) {
    window_->actions()[QString("window.") + row.id]->trigger();
    window_->resize(800, 600);
    testing::settle(20);
    QVERIFY2(window_->width() <= 800 && window_->height() <= 600,
             qPrintable(
                 QString("%1: %2 x %3").arg(row.id).arg(window_->width()).arg(window_->height())));
  }
}

void MainWindowTest::droppedFilesAreOpened() {
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile("/nowhere/dropped.ngraph")});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &drop);
  QVERIFY(session_->documents.document());
  QCOMPARE(session_->documents.document()->path, std::string("/nowhere/dropped.ngraph"));
}

void MainWindowTest::droppingManyFilesIsRefused() {
  window_->open("05.ngraph");
  QMimeData mime;
  mime.setUrls(
      {QUrl::fromLocalFile("/nowhere/a.ngraph"), QUrl::fromLocalFile("/nowhere/b.ngraph")});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &drop);
  QVERIFY2(window_->strip().text().contains("2 files were dropped"),
           qPrintable(window_->strip().text()));
  QVERIFY(!session_->documents.document() ||
          session_->documents.document()->path != "/nowhere/a.ngraph");
}

void MainWindowTest::tracesOpenInTheTimeline() {
  QTemporaryDir folder;
  QFile file(folder.filePath("t.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"([{"ph":"X","ts":1,"dur":5,"name":"a"}])");
  file.close();
  QCOMPARE(fileKindOf(folder.filePath("none.json")), FileKind::none);
  window_->open(file.fileName());
  QVERIFY(!window_->atStart());
  auto* timeline = qobject_cast<TimelineView*>(window_->docks().view("timeline"));
  QTRY_COMPARE(timeline->sources().count(), 2);
  QVERIFY(timeline->info().startsWith("1 event"));
}

void MainWindowTest::documentsBecomePrograms() {
  const QTemporaryDir folder;
  const QString samples = testing::sourceFile("sample_graphs/");
  QSignalSpy messages(&session_->messages, &Messages::message);
  exportProgram(session_->messages, samples + "05_logistic_part2.ngraph", folder.filePath("a.py"));
  QFile program(folder.filePath("a.py"));
  QVERIFY(program.open(QIODevice::ReadOnly));
  QVERIFY(program.readAll().contains("ng.sigmoid("));
  QCOMPARE(messages.takeLast()[0].value<Diagnostic>().severity, Severity::note);
  exportProgram(session_->messages, samples + "09_lstm.ngraph", folder.filePath("b.cpp"));
  QFile loop(folder.filePath("b.cpp"));
  QVERIFY(loop.open(QIODevice::ReadOnly));
  QVERIFY(loop.readAll().contains("= ng::scan(REC, "));
  QVERIFY(QFile::exists(folder.filePath("b.npz")));
  exportProgram(session_->messages, samples + "09_lstm.ngraph", folder.filePath("none/c.py"));
  QVERIFY(messages.takeLast()[0].value<Diagnostic>().severity != Severity::note);
}

void MainWindowTest::statusLineHasTheFacts() {
  window_->open("05.ngraph");
  const QString facts = window_->statusLine().facts();
  for (const char* fact :
       {"28 ops", "5 parameters", "2 kernels", "1,024 B peak", "compiled 84.0 ms"})
    QVERIFY2(facts.contains(fact), qPrintable(facts));
  QCOMPARE(window_->statusLine().state(), QString("ready"));
  session_->run.run();
  QVERIFY(window_->statusLine().facts().contains("8.4 µs/step"));
  QCOMPARE(window_->statusLine().state(), QString("finished"));
}

void MainWindowTest::agesAreReadable() {
  const QDateTime now(QDate(2026, 3, 10), QTime(12, 0));
  QCOMPARE(ageText(now.addSecs(-5), now), QString("just now"));
  QCOMPARE(ageText(now.addSecs(-300), now), QString("5 min ago"));
  QCOMPARE(ageText(now.addSecs(-3 * 3600), now), QString("3 h ago"));
  QCOMPARE(ageText(now.addDays(-1), now), QString("yesterday"));
  QCOMPARE(ageText(now.addDays(-100), now), QString("30 Nov 2025"));
}

void MainWindowTest::pictures() {
  const QString folder = qEnvironmentVariable("NGRAPH_SHOTS");
  if (folder.isEmpty()) QSKIP("NGRAPH_SHOTS is not set.");
  for (const bool dark : {false, true}) {
    Theme::current().setDark(dark);
    const auto shoot = [&](const QString& name) {
      testing::settle(400);
      QVERIFY(exportPicture(*window_,
                            QString("%1/%2_%3.png").arg(folder, name, dark ? "dark" : "light"), 1));
    };
    window_->closeDocument();
    shoot("start");
    window_->open("05_logistic_part2.ngraph");
    shoot("opened");
    session_->run.run();
    session_->run.showIteration(37);
    window_->workspace().selection.selectOp(testing::id_dot);
    shoot("ran");
    window_->showView("run");
    shoot("run_layout");
    window_->palette().openPlaces();
    window_->palette().field()->setText("sub");
    shoot("palette");
    window_->palette().hide();
    window_->open("missing.ngraph");
    window_->showView("messages");
    shoot("error");
    window_->toolBar().transformer()->showPopup();
    testing::settle(100);
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (top->isVisible() && top != window_.get())
        exportPicture(*top, QString("%1/popup_%2.png").arg(folder, dark ? "dark" : "light"), 2);
    }
    window_->toolBar().transformer()->hidePopup();
  }
}

NGRAPH_VIEW_TEST(MainWindowTest)
#include "main_window_test.moc"
