// SPDX-License-Identifier: Apache-2.0
// Tests a saved compilation in the window: views show what they show for the compiled document,
// commands that need the engine are disabled with the reason, and other documents replace it.
#include <QDragEnterEvent>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/drafts/draft_editor.h"
#include "app/saved/saved_session.h"
#include "app/settings/settings.h"
#include "app/window/commands/capture_command.h"
#include "app/window/commands/capture_dialog.h"
#include "app/window/commands/edit_commands.h"
#include "app/window/commands/menu_reasons.h"
#include "app/window/main_window.h"
#include "app/window/message_strip.h"
#include "app/window/unsaved_strip.h"
#include "app/window/window_description.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/answer_bar.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/debug/debug_view.h"
#include "views/debug/health_page.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/graph_view.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

namespace {

const QString document = testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");

// The workbench's window without a program link.
struct Window {
  EngineSession engine;
  SavedSession session{engine};
  DraftEditor editor{engine, session.documents, QString()};
  MainWindow window{session, {}, nullptr, &editor};

  Window() {
    window.resize(1600, 1000);
    window.show();
  }
  bool open(const QString& path) {
    window.open(path);
    testing::answer(window, "Discard and open");
    return QTest::qWaitFor([&] { return shows(path); }, testing::patience);
  }
  bool shows(const QString& path) {
    const DocumentRecordPtr shown = session.documents.document();
    return shown && shown->path == path.toStdString() && session.compilations.compilation() &&
           !session.compilations.compileProgress().busy;
  }
  // What a view shows when all work is done.
  QJsonValue drawn(const QString& view) {
    window.showView(view);
    testing::settle(200);
    if (!QTest::qWaitFor([this] { return window.workspace().jobs.idle(); }, testing::patience))
      qWarning("jobs do not end");
    testing::settle(50);
    return describeWindow(window, view)["views"].toArray().first().toObject()["parts"];
  }
};

}  // namespace

class SavedWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void aSavedCheckpointIsReported();
  void viewsShowWhatWasCompiled_data();
  void viewsShowWhatWasCompiled();
  void theGraphIsThatOfTheDocument();
  void isAmongRecentFiles();
  void isDropped();
  void commandsGiveTheReason();
  void editsAreRefused();
  void documentsReplaceIt();
  void damagedFilesLeaveWhatIsOpen();
  void anEarlierRequestIsDropped();
  void stateIsSavedBeforeTheDocumentCloses();
  void aCaptureShowsItsRun();

 private:
  QTemporaryDir folder_;
  QString saved_ = folder_.filePath("kept.ngrec");
  std::unique_ptr<Window> live_;
};

void SavedWindowTest::initTestCase() {
  QSettings().clear();
  live_ = std::make_unique<Window>();
  QVERIFY(live_->open(document));
  // Texts that are made on demand belong to the saved compilation.
  for (const KernelRecord& kernel : live_->session.compilations.compilation()->kernels)
    live_->session.compilations.readKernel(QString::fromStdString(kernel.name));
  QTRY_VERIFY(!live_->session.compilations.readingKernels());
  const DocumentRecordPtr record = live_->session.documents.document();
  save_compilation({record,
                    std::vector<CallCostRecord>(record->computations.size()),
                    live_->session.compilations.compilation(),
                    {}},
                   saved_.toStdString());
}

void SavedWindowTest::viewsShowWhatWasCompiled_data() {
  QTest::addColumn<QString>("view");
  for (const char* view : {"outline", "axes", "passes", "buffers", "kernels", "timeline"})
    QTest::newRow(view) << view;
}

void SavedWindowTest::viewsShowWhatWasCompiled() {
  QFETCH(QString, view);
  Window saved;
  QVERIFY(saved.open(saved_));
  QVERIFY(saved.session.shown());
  const std::vector<OpId>& variables = live_->session.documents.document()->variables;
  for (Window* each : {live_.get(), &saved}) {
    each->window.workspace().selection.selectPass(0);
    each->window.workspace().selection.selectOp(variables.at(0));
  }
  const QJsonValue live = live_->drawn(view);
  QVERIFY(!live.toArray().isEmpty() || !live.toObject().isEmpty());
  QCOMPARE(saved.drawn(view), live);
}

// The pictures differ in the names of the files, and the inspectors in the values of the run.
void SavedWindowTest::theGraphIsThatOfTheDocument() {
  Window saved;
  QVERIFY(saved.open(saved_));
  const auto cards = [](Window& of, int pass) {
    of.window.workspace().selection.selectPass(pass);
    of.drawn("graph");
    auto* graph = qobject_cast<GraphView*>(of.window.docks().view("graph"));
    std::map<ItemId, QString> found;
    for (const Card& card : graph->canvas().scene().cards) found[card.id] = card.title;
    return found;
  };
  for (const int pass : {asWritten, 1, 8}) {
    const std::map<ItemId, QString> live = cards(*live_, pass);
    QVERIFY(live.size() > 5);
    QCOMPARE(cards(saved, pass), live);
  }
  const OpId variable = live_->session.documents.document()->variables.at(0);
  saved.window.workspace().selection.selectOp(variable);
  const QString inspected =
      QJsonDocument(saved.drawn("inspector").toArray()).toJson(QJsonDocument::Compact);
  QVERIFY2(inspected.contains("not run: A saved compilation cannot run."), qPrintable(inspected));
}

void SavedWindowTest::isAmongRecentFiles() {
  Window saved;
  QVERIFY(saved.open(saved_));
  QCOMPARE(Settings().recentFiles(), QStringList{saved_});
  QVERIFY(saved.window.windowTitle().startsWith("kept"));
  const std::vector<Diagnostic> messages = saved.window.workspace().messages.messages();
  QVERIFY(std::any_of(messages.begin(), messages.end(), [](const Diagnostic& each) {
    return each.what.starts_with("This is a saved compilation of") &&
           each.where.ends_with("05_logistic_part2.ngraph");
  }));
}

void SavedWindowTest::isDropped() {
  Window saved;
  QMimeData files;
  files.setUrls({QUrl::fromLocalFile(saved_)});
  QDragEnterEvent enter({400, 300}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&saved.window, &enter);
  QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&saved.window, &drop);
  QVERIFY(QTest::qWaitFor([&] { return saved.shows(saved_); }, testing::patience));
}

void SavedWindowTest::commandsGiveTheReason() {
  Window saved;
  QVERIFY(saved.open(saved_));
  Selection& selection = saved.window.workspace().selection;
  selection.selectOp(saved.session.documents.document()->variables.at(0));
  const QString why = saved.session.documents.readOnly();
  QVERIFY(!why.isEmpty());
  for (const char* id : {"run.run", "run.step_op", "run.step_kernel", "run.step_iteration",
                         "run.to_non_finite", "run.restart", "run.reset", "run.breakpoint",
                         "run.to_cursor", "compile.again", "file.export_program", "file.save_as"}) {
    const QAction* action = saved.window.actions()[id];
    QVERIFY2(!action->isEnabled(), id);
    QCOMPARE(whyDisabled(saved.window, *action), why);
  }
  for (const char* id : {"run.run", "run.step_iteration", "run.step_op"})
    QCOMPARE(saved.window.actions()[id]->toolTip(), why);
  // Whoever asks nevertheless gets the same answer, and nothing changes.
  QSignalSpy said(&saved.session.messages, &Messages::message);
  const CompilationRecordPtr before = saved.session.compilations.compilation();
  saved.session.run.run();
  saved.session.compilations.setTransformer("reference");
  saved.session.pipelines.setPassEnabled("fuse", false);
  saved.session.plans.setBatchSize(7);
  saved.session.queries.compareValues(ComparisonChoice());
  saved.session.checkpoints.save(folder_.filePath("a.safetensors"));
  QCOMPARE(said.size(), 6);
  for (const QList<QVariant>& each : said)
    QCOMPARE(QString::fromStdString(each[0].value<Diagnostic>().what), why);
  QCOMPARE(saved.session.pipelines.setPipeline({{}, {"fuse"}}), why);
  QCOMPARE(saved.session.compilations.compilation(), before);
  QCOMPARE(saved.session.run.status().state, RunState::idle);
}

void SavedWindowTest::editsAreRefused() {
  Window saved;
  QVERIFY(saved.open(saved_));
  const EditAnswer answer = saved.editor.apply("y = 1 + 1", {});
  QVERIFY(!answer.good);
  QCOMPARE(answer.text, saved.session.documents.readOnly());
  QVERIFY(!saved.editor.preview("y = 1 + 1").good);
  const OpId op = saved.session.documents.document()->variables.at(0);
  QVERIFY(saved.editor.fields(op).empty());
  QVERIFY(!saved.editor.piece({{op, {}}}).good);
  QVERIFY(!saved.editor.editing());
  QVERIFY(saved.shows(saved_));
}

void SavedWindowTest::documentsReplaceIt() {
  Window both;
  QVERIFY(both.open(saved_));
  QVERIFY(both.open(document));
  QVERIFY(!both.session.shown());
  QVERIFY(both.window.actions()["run.run"]->isEnabled());
  QCOMPARE(both.window.actions()["run.run"]->toolTip(), QString("Run (F5)"));
  QVERIFY(both.session.compilations.transformers().size() > 1);
  both.session.run.stepIteration();
  QTRY_COMPARE(both.session.run.status().lastIteration, 1);
  QVERIFY(both.open(saved_));
  QCOMPARE(both.session.run.status().lastIteration, 0);
  QVERIFY(!both.window.actions()["run.run"]->isEnabled());
  both.window.newDocument();
  QTRY_VERIFY(both.editor.apply("y = 1 + 1", {}).good);
  QTRY_VERIFY(!both.session.shown());
  both.window.open(saved_);  // asks about the edits first
  QVERIFY(both.window.edits().unsaved().isVisible());
  both.editor.discard();
  QVERIFY(both.open(saved_));
  both.window.closeDocument();
  QVERIFY(!both.session.documents.document() && both.window.atStart());
}

void SavedWindowTest::damagedFilesLeaveWhatIsOpen() {
  Window window;
  QVERIFY(window.open(saved_));
  QFile whole(saved_), half(folder_.filePath("half.ngrec"));
  QVERIFY(whole.open(QIODevice::ReadOnly) && half.open(QIODevice::WriteOnly));
  half.write(whole.read(whole.size() / 2));
  half.close();
  QSignalSpy said(&window.session.messages, &Messages::message);
  window.window.open(half.fileName());
  QTRY_VERIFY(!said.isEmpty());
  const auto diagnostic = said.back()[0].value<Diagnostic>();
  QVERIFY(QString::fromStdString(diagnostic.what).contains("half.ngrec"));
  QVERIFY(!diagnostic.where.empty());
  QVERIFY(window.shows(saved_));
}

void SavedWindowTest::anEarlierRequestIsDropped() {
  Window window;
  window.window.open(saved_);
  window.window.open(document);
  QVERIFY(QTest::qWaitFor([&] { return window.shows(document); }, testing::patience));
  testing::settle(300);
  QVERIFY(window.shows(document));
}

// The dialog of File > Capture…: filters, chooses what the filter shows, and accepts.
static void chooseNextCapture(const QString& filter, const QString& path, QStringList& totals) {
  testing::withNextDialog<CaptureDialog>([filter, path, &totals](CaptureDialog& dialog) {
    totals << dialog.total();
    QTest::keyClicks(dialog.findChild<QLineEdit*>(), filter);
    for (auto* each : dialog.findChildren<QPushButton*>())
      if (each->text() == "Choose all shown") QTest::mouseClick(each, Qt::LeftButton);
    totals << dialog.total();
    // A request, since the next dialog opens within accept().
    QMetaObject::invokeMethod(
        &dialog,
        [&dialog, path] {
          testing::saveNextDialogAs(path);
          dialog.accept();
        },
        Qt::QueuedConnection);
  });
}

static QString healthTable(Window& of) {
  of.window.showView("debug");
  return qobject_cast<DebugView*>(of.window.docks().view("debug"))->health().table().asText('\t');
}

// As File > Capture… writes it, after a run that was watched.
void SavedWindowTest::aCaptureShowsItsRun() {
  const QString path = folder_.filePath("all.ngcap");
  Window run;
  new CaptureCommand(run.window, [&run](const QString& file, const std::set<OpId>& tensors) {
    run.engine.capture(file, tensors, "1.2.3");
  });
  QVERIFY(!run.window.actions()["file.capture"]->isEnabled());
  QVERIFY(run.open(document));
  QVERIFY(run.window.actions()["file.capture"]->isEnabled());
  for (const CapturedRow& row : capturedRows(run.window.workspace())) QVERIFY(row.chosen);
  run.session.faults.watchHealth(true);
  run.session.run.setPace(0);
  run.session.run.run();
  QTRY_COMPARE(run.session.run.status().lastIteration, 100);
  QTRY_COMPARE(run.session.run.status().state, RunState::finished);
  QTRY_VERIFY(run.session.faults.health());
  const GraphRecordPtr graph = run.session.documents.document()->graph;
  const auto key = [&](const std::string& name) {
    for (const OpRecord& op : graph->ops)
      if (op.name == name) return op.id;
    return OpId{};
  };
  for (const char* name : {"W", "X", "Y_hat"}) run.session.values.watch(key(name));
  QTRY_VERIFY(run.session.values.value(key("Y_hat")));
  QStringList totals;
  chooseNextCapture("Y_hat", path, totals);
  run.window.actions()["file.capture"]->trigger();
  QCOMPARE(totals.size(), 2);
  QVERIFY2(totals[0].startsWith("3 of ") || totals[0].startsWith("4 of "), qPrintable(totals[0]));
  QVERIFY(totals[1] != totals[0]);
  QTRY_VERIFY(QFile::exists(path));

  Window shown;
  QVERIFY(shown.open(path));
  QVERIFY(shown.session.shown());
  QVERIFY(!shown.window.actions()["file.capture"]->isEnabled());
  for (const char* name : {"W", "Y_hat"}) {
    const TensorRecordPtr value = shown.session.values.value(key(name));
    QVERIFY(value && value->name == name);
    QCOMPARE(value->value.bytes, run.session.values.value(key(name))->value.bytes);
    QCOMPARE(value->iteration, 100);
  }
  QVERIFY(!shown.session.values.value(key("X")));  // was not chosen
  QVERIFY(!shown.session.values.results().empty());
  const RunStatus before = run.session.run.status(), after = shown.session.run.status();
  QCOMPARE(after.lastIteration, 100);
  QCOMPARE(after.totalIterations, before.totalIterations);
  QCOMPARE(after.epoch, before.epoch);
  QCOMPARE(after.batches, before.batches);
  const std::vector<SeriesRecord> curves = run.session.values.series();
  QCOMPARE(shown.session.values.series().size(), curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i)
    QCOMPARE(shown.session.values.series()[i].y, curves[i].y);
  QVERIFY(healthTable(run).count('\n') > 3);
  QCOMPARE(healthTable(shown), healthTable(run));
  const HealthLogPtr health = shown.session.faults.health();
  QVERIFY(health);
  QCOMPARE(health->kept().size(), run.session.faults.health()->kept().size());
  const std::vector<Diagnostic> messages = shown.session.messages.messages();
  QVERIFY(std::any_of(messages.begin(), messages.end(), [](const Diagnostic& each) {
    return each.found.find("ngraph: 1.2.3") != std::string::npos;
  }));
  for (const KernelRecord& kernel : shown.session.compilations.compilation()->kernels)
    if (kernel.kind == KernelKind::generated) QVERIFY(!kernel.assembly.text.empty());
  QVERIFY(shown.open(document));  // which was not run
  QVERIFY(shown.session.values.series().size() < 1 || shown.session.values.series()[0].y.empty());
  QVERIFY(!shown.session.faults.health());
}

// The bar waits for the signal of the live session that the checkpoint is written.
void SavedWindowTest::stateIsSavedBeforeTheDocumentCloses() {
  Window run;
  QVERIFY(run.open(document));
  run.session.run.stepIteration();
  QTRY_COMPARE(run.session.run.status().unsaved(), 1);
  QTRY_COMPARE(run.session.run.status().state, RunState::paused);
  run.window.activateWindow();
  run.window.actions()["file.close"]->trigger();
  auto* save = qobject_cast<QAbstractButton*>(run.window.edits().unsaved().focusWidget());
  QVERIFY(save && save->text() == "Save state and close");
  const QString path = folder_.filePath("closed.safetensors");
  testing::saveNextDialogAs(path);
  QTest::keyClick(save, Qt::Key_Return);
  QTRY_VERIFY(QFile::exists(path));
  QTRY_VERIFY(!run.session.documents.document());
}

// The bar that saves before a command waits for this signal.
void SavedWindowTest::aSavedCheckpointIsReported() {
  Window both;
  QVERIFY(both.open(document));
  QTemporaryDir folder;
  QSignalSpy saved(&both.session.checkpoints, &Checkpoints::saved);
  both.session.checkpoints.save(folder.filePath("a.safetensors"));
  QTRY_COMPARE(saved.size(), 1);
}

NGRAPH_VIEW_TEST(SavedWindowTest)
#include "saved_window_test.moc"
