// SPDX-License-Identifier: Apache-2.0
// Tests the Differences view of a comparison: its rows, what they select, and its JSON. The ways to
// start a comparison are tested by compare_files_test.
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/drafts/draft_editor.h"
#include "app/saved/saved_session.h"
#include "app/window/commands/compare_files.h"
#include "app/window/main_window.h"
#include "app/window/opening.h"
#include "app/window/window_description.h"
#include "engine/analysis/document_difference.h"
#include "engine/formats/documents/capture_file.h"
#include "tests/support/view_main.h"
#include "views/differences/differences_view.h"
#include "views/graph/graph_view.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

namespace {

constexpr int patience = 30'000;

struct Window {
  EngineSession engine;
  SavedSession session{engine};
  DraftEditor editor{engine, session.documents, QString()};
  MainWindow window{session, {}, nullptr, &editor};

  Window() {
    window.resize(1600, 1000);
    window.show();
  }
  CompareFiles& files() { return CompareFiles::of(window); }
  DifferencesView& view() {
    return *qobject_cast<DifferencesView*>(window.docks().view("differences"));
  }
  GraphView& graph() { return *qobject_cast<GraphView*>(window.docks().view("graph")); }
  bool open(const QString& path) {
    window.open(path);
    return QTest::qWaitFor(
        [&] {
          const DocumentRecordPtr shown = session.documents.document();
          return shown && shown->path == path.toStdString() && session.compilations.compilation() &&
                 !session.compilations.compileProgress().busy;
        },
        patience);
  }
  // Waits for a comparison that is drawn.
  bool compared(const QString& second) {
    return QTest::qWaitFor(
        [&] {
          const DocumentDifferencePtr shown = session.documents.difference();
          return shown && shown->second == second.toStdString() && window.workspace().jobs.idle() &&
                 !graph().busy();
        },
        patience);
  }
  Mark markOf(OpKey op) {
    const GraphScene& scene = graph().canvas().scene();
    const int at = scene.find(op);
    if (at < 0) return Mark::none;
    const Card& card = scene.cards[static_cast<std::size_t>(at)];
    for (const Chip& chip : card.chips)  // a variable with one reader is shown on its reader
      if (chip.op == op) return chip.mark;
    return card.mark;
  }
};

}  // namespace

class DifferencesViewTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void differencesAreListedAndMarked();
  void rowsSelectTheirOps();
  void anotherDocumentEmptiesIt();
  void capturesCompareTimesAndSizes();
  void theCommandLineCompares();

 private:
  QTemporaryDir folder_;
  QString path(const char* name) const { return folder_.filePath(name); }
  QString first_ = path("first.ngraph"), second_ = path("second.ngraph");
};

// The second document has another initial value, one op more and one op less.
void DifferencesViewTest::initTestCase() {
  QVERIFY(QFile::copy(QString(NGRAPH_SOURCE_DIR) + "/sample_graphs/01_x_plus_one.ngraph", first_));
  EngineSession engine;
  DraftEditor editor(engine, QString());
  engine.documents.open(first_);
  QTRY_VERIFY_WITH_TIMEOUT(engine.compilations.compilation() != nullptr, patience);
  for (const char* line : {"w = variable(axes=(C: 4), initial_value=0)", "gone = w * 2"})
    QVERIFY2(editor.apply(line, {}).good, line);
  QVERIFY(editor.save(first_).good);
  for (const char* line : {"remove(gone)", "added = w + 3", "set(w, initial_value=1)"})
    QVERIFY2(editor.apply(line, {}).good, line);
  QVERIFY(editor.save(second_).good);
}

void DifferencesViewTest::differencesAreListedAndMarked() {
  Window w;
  QVERIFY(w.view().rows() == 0);
  QVERIFY(w.open(first_));
  QVERIFY(w.window.actions()["file.compare"]->isEnabled());
  w.files().compareShownWith(second_);
  QVERIFY(w.compared(second_));
  const DocumentDifferencePtr difference = w.session.documents.difference();
  const QString table = w.view().table()->asText('\t');
  for (const char* row : {"−\top\tgone\t", "+\top\tadded\t", "~\top\tw\tinitial_value\t0\t1"})
    QVERIFY2(table.contains(row), qPrintable(table));
  QVERIFY2(w.view().summary().startsWith("A first.ngraph, B second.ngraph · "),
           qPrintable(w.view().summary()));
  QVERIFY(w.window.windowTitle().startsWith("first.ngraph ↔ second.ngraph"));
  QVERIFY(w.view().isVisible());
  QTRY_COMPARE(w.markOf(difference->removed.at(0)), Mark::removed);
  QCOMPARE(w.markOf(difference->added.at(0)), Mark::added);
  QCOMPARE(w.markOf(difference->changed.at(0)), Mark::changed);
  const QJsonObject described = describeWindow(w.window, "differences");
  QVERIFY(QJsonDocument(described).toJson().contains("initial_value"));
}

void DifferencesViewTest::rowsSelectTheirOps() {
  Window w;
  w.files().compare(first_, second_);
  QVERIFY(w.compared(second_));
  const std::vector<Change>& changes = w.session.documents.difference()->changes;
  for (std::size_t row = 0; row < changes.size(); ++row) {
    if (changes[row].of != ChangeOf::op) continue;
    emit w.view().table()->rowSelected(static_cast<int>(row));
    QCOMPARE(w.window.workspace().selection.op(), changes[row].op);
  }
}

void DifferencesViewTest::anotherDocumentEmptiesIt() {
  Window w;
  w.files().compare(first_, second_);
  QVERIFY(w.compared(second_));
  QVERIFY(w.view().rows() > 0);
  QVERIFY(w.open(first_));
  QCOMPARE(w.view().rows(), 0);
}

// Two captures of one run whose second has slower kernels and larger buffers.
void DifferencesViewTest::capturesCompareTimesAndSizes() {
  Window w;
  QVERIFY(w.open(QString(NGRAPH_SOURCE_DIR) + "/sample_graphs/05_logistic_part2.ngraph"));
  CompilationRecord record = *w.session.compilations.compilation();
  const auto save = [&](const QString& to, double factor) {
    CompilationRecord changed = record;
    for (KernelRecord& kernel : changed.kernels) kernel.microseconds = 8 * factor;
    changed.buffers[0].bytes *= static_cast<std::int64_t>(factor);
    const DocumentRecordPtr document = w.session.documents.document();
    Capture capture;
    capture.compilation = std::make_shared<SavedCompilation>(
        SavedCompilation{document,
                         std::vector<CallCostRecord>(document->computations.size()),
                         std::make_shared<CompilationRecord>(changed),
                         {}});
    save_capture(capture, to.toStdString());
  };
  save(path("a.ngcap"), 1);
  save(path("b.ngcap"), 3);
  w.files().compare(path("a.ngcap"), path("b.ngcap"));
  QVERIFY(w.compared(path("b.ngcap")));
  const DocumentDifferencePtr difference = w.session.documents.difference();
  QVERIFY(difference->added.empty() && difference->removed.empty() && difference->changed.empty());
  const QString name = QString::fromStdString(record.kernels[0].name);
  const QString table = w.view().table()->asText('\t');
  QVERIFY2(table.contains("~\tkernel\t" + name + "\ttime in µs\t8\t24\t3"), qPrintable(table));
  QVERIFY(table.contains("~\tbuffer\t" + QString::fromStdString(record.buffers[0].name)));
  const auto row = std::find_if(difference->changes.begin(), difference->changes.end(),
                                [](const Change& each) { return each.of == ChangeOf::kernel; });
  emit w.view().table()->rowSelected(static_cast<int>(row - difference->changes.begin()));
  QCOMPARE(w.window.workspace().selection.state().kernel, QString::fromStdString(row->name));
}

void DifferencesViewTest::theCommandLineCompares() {
  Options options;
  options.file = first_;
  options.compare = second_;
  options.json = true;
  options.view = "differences";
  Window w;
  Opening opening(w.window, options);
  QSignalSpy done(&opening, &Opening::done);
  opening.start();
  QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, patience);
  QCOMPARE(done[0][0].toInt(), 0);
  const QByteArray text =
      QJsonDocument(describeWindow(w.window, "differences")).toJson(QJsonDocument::Compact);
  QVERIFY2(text.contains("added") && text.contains("initial_value"), text.constData());
}

NGRAPH_VIEW_TEST(DifferencesViewTest)
#include "differences_view_test.moc"
