// SPDX-License-Identifier: Apache-2.0
// Tests two documents compared in the window: the list, the marks in the graph, the ways to start
// a comparison, and that work is asked about and files that do not fit are refused.
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/settings/settings.h"
#include "app/window/opening/opening.h"
#include "engine/documents/open_tensors.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "tests/support/answer_bar.h"
#include "tests/support/compare_window.h"
#include "tests/support/qt_checkout.h"
#include "views/checkpoints/checkpoint_table.h"
#include "views/checkpoints/checkpoints_view.h"
#include "views/checkpoints/stored_values.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

struct Window : CompareWindow {
  // The differences as the Passes view lists them.
  QStringList rules() {
    QStringList all;
    for (const RewriteRecord& each : session.compilations.compilation()->passes[0].rewrites)
      all << QString::fromStdString(each.rule);
    return all;
  }
};

void drop(QWidget& on, const QString& path, Qt::KeyboardModifiers modifiers) {
  QMimeData files;
  files.setUrls({QUrl::fromLocalFile(path)});
  QDragEnterEvent enter({400, 300}, Qt::CopyAction, &files, Qt::LeftButton, modifiers);
  QApplication::sendEvent(&on, &enter);
  QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &files, Qt::LeftButton, modifiers);
  QCoreApplication::sendEvent(&on, &drop);
}

}  // namespace

class CompareFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void differencesAreListedAndMarked();
  void bothAreShownNextToEachOther();
  void aDropWithCtrlCompares();
  void unsavedWorkIsAskedAbout();
  void aComparisonIsReadOnlyAndEnds();
  void capturesCompareTimesAndSizes();
  void otherFilesAreRefused();
  void checkpointsAreComparedInTheirView();
  void aModelIsComparedWithACheckpoint_data();
  void aModelIsComparedWithACheckpoint();
  void theCommandLineCompares();
  void theCommandLineComparesWithACheckpoint();

 private:
  QTemporaryDir folder_;
  QString path(const char* name) const { return folder_.filePath(name); }
  QString first_ = path("first.ngraph"), second_ = path("second.ngraph");
};

void CompareFilesTest::initTestCase() {
  QCOMPARE(writeDocumentsToCompare(first_, second_), QString());
}

void CompareFilesTest::differencesAreListedAndMarked() {
  Window w;
  QVERIFY(w.open(first_));
  QVERIFY(w.window.actions()["file.compare"]->isEnabled());
  w.files().compareShownWith(second_);
  QVERIFY(w.compared(second_));
  const DocumentDifferencePtr difference = w.session.documents.difference();
  for (const char* rule :
       {"op gone is removed", "op added is added", "op w, initial_value: 0 -> 1"})
    QVERIFY2(w.rules().contains(rule), qPrintable(w.rules().join('\n')));
  QVERIFY(w.window.windowTitle().startsWith("first.ngraph ↔ second.ngraph"));
  QCOMPARE(w.window.workspace().selection.pass(), 0);
  const PassRecord& pass = w.session.compilations.compilation()->passes.at(0);
  QCOMPARE(pass.sentence, std::string("first.ngraph -> second.ngraph"));
  QTRY_COMPARE(w.markOf(difference->removed.at(0)), Mark::removed);
  QCOMPARE(w.markOf(difference->added.at(0)), Mark::added);
}

void CompareFilesTest::bothAreShownNextToEachOther() {
  Settings().clearRecentFiles();
  Window w;
  w.files().compare(first_, second_);
  QVERIFY(w.compared(second_));
  QTRY_COMPARE(Settings().recentFiles(), (QStringList{second_, first_}));
  QTRY_VERIFY(w.graph().comparison().active());
  QTRY_VERIFY(w.graph().comparison().other().caption().contains("first.ngraph"));
  QVERIFY(w.graph().canvas().caption().endsWith("second.ngraph"));
  const OpId removed = w.session.documents.difference()->removed.at(0);
  QVERIFY(w.graph().canvas().scene().find(removed) < 0);
  w.graph().comparison().compareWithWritten();
  QTRY_VERIFY(!w.graph().comparison().active());
  QTRY_COMPARE(w.markOf(removed), Mark::removed);
}

void CompareFilesTest::aDropWithCtrlCompares() {
  Window w;
  QVERIFY(w.open(first_));
  drop(w.window, second_, Qt::ControlModifier);
  QVERIFY(w.compared(second_));
  drop(w.window, first_, Qt::NoModifier);
  QTRY_VERIFY(!w.session.documents.difference());
  QCOMPARE(w.session.documents.document()->path, first_.toStdString());
}

void CompareFilesTest::unsavedWorkIsAskedAbout() {
  Window w;
  QVERIFY(w.open(first_));
  QVERIFY(w.editor.apply("more = w + 7", {}).good);
  w.files().compareShownWith(second_);
  QVERIFY(w.window.edits().unsaved().text().endsWith("before you compare with second.ngraph?"));
  QVERIFY(!w.session.documents.difference());
  QVERIFY(testing::answer(w.window, "Discard and compare"));
  QVERIFY(w.compared(second_));
}

void CompareFilesTest::aComparisonIsReadOnlyAndEnds() {
  Window w;
  w.files().compare(first_, second_);
  QVERIFY(w.compared(second_));
  QVERIFY(w.session.documents.readOnly().startsWith("A comparison can be inspected"));
  QVERIFY(!w.editor.apply("y = 1 + 1", {}).good);
  for (const char* id : {"run.run", "compile.again", "file.capture", "file.save_as"})
    QVERIFY2(!w.window.actions()[id]->isEnabled(), id);
  const QString readOnly = w.session.documents.readOnly();
  for (const char* name : {"tensors", "run"}) {
    const QWidget* view = w.window.docks().view(name);
    const auto invitations = view->findChildren<EmptyState*>();
    QVERIFY(std::any_of(invitations.begin(), invitations.end(), [&](const EmptyState* each) {
      return each->sentence().endsWith(readOnly) && each->findChild<QPushButton*>()->isHidden();
    }));
  }
  QVERIFY(w.open(first_));
  QVERIFY(!w.session.documents.difference());
  QVERIFY(w.window.actions()["run.run"]->isEnabled());
}

// Two captures of one run whose second has slower kernels and larger buffers.
void CompareFilesTest::capturesCompareTimesAndSizes() {
  Window w;
  QVERIFY(w.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph")));
  CompilationRecord record = *w.session.compilations.compilation();
  w.saveCapture(path("a.ngcap"), 1);
  w.saveCapture(path("b.ngcap"), 3);
  w.files().compare(path("a.ngcap"), path("b.ngcap"));
  QVERIFY(w.compared(path("b.ngcap")));
  const DocumentDifferencePtr difference = w.session.documents.difference();
  QVERIFY(difference->added.empty() && difference->removed.empty() && difference->changed.empty());
  QVERIFY(w.rules().filter("buffer " + QString::fromStdString(record.buffers[0].name)).size() == 1);
}

void CompareFilesTest::otherFilesAreRefused() {
  QFile csv(path("values.csv"));
  QVERIFY(csv.open(QIODevice::WriteOnly) && csv.write("op,value\nw,1\n") > 0);
  csv.close();
  QFile bad(path("bad.ngraph"));
  QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("{") > 0);
  bad.close();
  Window w;
  QVERIFY(w.open(first_));
  QSignalSpy said(&w.session.messages, &Messages::message);
  w.files().compareShownWith(csv.fileName());
  QCOMPARE(said.size(), 1);
  QCOMPARE(said[0][0].value<Diagnostic>().what, std::string("These files cannot be compared."));
  w.files().compareShownWith(bad.fileName());
  QTRY_COMPARE(said.size(), 2);
  w.files().compareShownWith(path("none.ngraph"));
  QTRY_COMPARE(said.size(), 3);
  QVERIFY(!w.session.documents.difference());
  QCOMPARE(w.session.documents.document()->path, first_.toStdString());
  w.window.newDocument();
  QVERIFY(w.editor.apply("y = 1 + 1", {}).good);
  w.files().compareShownWith(second_);  // has no file
  QVERIFY(w.window.edits().unsaved().text().isEmpty());
  QCOMPARE(said.back()[0].value<Diagnostic>().action, std::string("Save it first."));
}

void CompareFilesTest::checkpointsAreComparedInTheirView() {
  Window w;
  QVERIFY(w.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph")));
  for (const char* name : {"a.safetensors", "b.safetensors"}) {
    w.session.run.stepIteration();
    QTRY_VERIFY(w.session.run.status().state == RunState::paused);
    QSignalSpy saved(&w.session.checkpoints, &Checkpoints::saved);
    w.session.checkpoints.save(path(name));
    QTRY_COMPARE(saved.size(), 1);
  }
  QSignalSpy opened(w.window.docks().view("checkpoints"), &ViewBase::opened);
  w.files().compare(path("a.safetensors"), path("b.safetensors"));
  QTRY_VERIFY(!opened.isEmpty() && opened.back()[0].toStringList().size() == 2);
  QCOMPARE(opened.back()[0].toStringList(),
           (QStringList{path("a.safetensors"), path("b.safetensors")}));
  QVERIFY(!w.session.documents.difference());
}

void CompareFilesTest::aModelIsComparedWithACheckpoint_data() {
  QTest::addColumn<QString>("model");
  QTest::newRow("document") << "sample_graphs/06_mlp.ngraph";
  QTest::newRow("ONNX") << "tests/onnx/models/mlp.onnx";
}

// The names of the checkpoint have another prefix; one weight differs.
void CompareFilesTest::aModelIsComparedWithACheckpoint() {
  QFETCH(QString, model);
  const QString first = testing::sourceFile(model), weights = path("weights.npz");
  const auto variables = open_tensors(first.toStdString());
  std::vector<std::pair<std::string, Tensor>> tensors;
  std::string changed;
  for (const CheckpointEntry& entry : variables->contents().entries) {
    Tensor tensor = variables->read(entry.name);
    if (changed.empty() && tensor.size() > 1 && is_float(tensor.dtype)) {
      changed = entry.name;
      tensor.set(0, tensor.at(0) + 1);
    }
    tensors.emplace_back("net." + entry.name, std::move(tensor));
  }
  std::vector<TensorRef> references;
  for (const auto& [name, tensor] : tensors) references.push_back({name, &tensor});
  write_npz(weights.toStdString(), references);
  Window w;
  QVERIFY(w.open(first));
  auto& view = *qobject_cast<CheckpointsView*>(w.window.docks().view("checkpoints"));
  QSignalSpy opened(&view, &ViewBase::opened);
  w.files().compareShownWith(weights);
  QTRY_VERIFY(!opened.isEmpty() && opened.back()[0].toStringList().size() == 2);
  QCOMPARE(opened.back()[0].toStringList(), (QStringList{first, weights}));
  int differing = 0;
  QTRY_VERIFY(w.window.workspace().jobs.idle());
  for (int i = 0; i < view.table().rowCount(); ++i) {
    const CheckpointRow& row = *view.table().row(i);
    if (row.scope) continue;
    QVERIFY2(row.change && row.change->has_difference(), row.full.c_str());
    if (row.change->kind != TensorChange::Kind::changed) continue;
    ++differing;
    QCOMPARE(row.full, changed);
    emit view.view().rowSelected(i);
  }
  QCOMPARE(differing, 1);
  QTRY_VERIFY(view.values().isVisible());
  QTRY_VERIFY(view.values().offers(StoredMode::sideBySide));
}

void CompareFilesTest::theCommandLineComparesWithACheckpoint() {
  const QString weights = path("variables.npz");
  const auto variables = open_tensors(first_.toStdString());
  std::vector<Tensor> tensors;
  std::vector<TensorRef> references;
  for (const CheckpointEntry& entry : variables->contents().entries)
    tensors.push_back(variables->read(entry.name));
  for (std::size_t i = 0; i < tensors.size(); ++i)
    references.push_back({variables->contents().entries[i].name, &tensors[i]});
  write_npz(weights.toStdString(), references);
  Options options;
  options.file = first_;
  options.compare = weights;
  options.json = true;
  Window w;
  Opening opening(w.window, options);
  QSignalSpy done(&opening, &Opening::done);
  opening.start();
  QTRY_COMPARE(done.size(), 1);
  QCOMPARE(done[0][0].toInt(), 0);
  QCOMPARE(w.session.documents.document()->path, first_.toStdString());
  auto& view = *qobject_cast<CheckpointsView*>(w.window.docks().view("checkpoints"));
  QVERIFY(view.isVisible());
  QVERIFY(view.table().row(0)->change);
}

void CompareFilesTest::theCommandLineCompares() {
  Options options;
  options.file = first_;
  options.compare = second_;
  options.json = true;
  options.view = "passes";
  Window w;
  Opening opening(w.window, options);
  QSignalSpy done(&opening, &Opening::done);
  opening.start();
  QTRY_COMPARE(done.size(), 1);
  QCOMPARE(done[0][0].toInt(), 0);
  QVERIFY(w.session.documents.difference());
  QVERIFY(w.rules().contains("op added is added"));
}

NGRAPH_VIEW_TEST(CompareFilesTest)
#include "compare_files_test.moc"
