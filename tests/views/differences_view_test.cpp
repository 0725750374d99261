// SPDX-License-Identifier: Apache-2.0
// Tests the Differences view of a comparison: its rows, what they select, and its JSON. The ways to
// start a comparison are tested by compare_files_test.
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/window/opening/opening.h"
#include "app/window/window_description.h"
#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/compare_window.h"
#include "tests/support/qt_checkout.h"
#include "views/differences/differences_view.h"
#include "views/differences/element_panes.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

struct Window : CompareWindow {
  DifferencesView& view() {
    return *qobject_cast<DifferencesView*>(window.docks().view("differences"));
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
  void bothTimelinesAreShown();
  void elementsAreShownSideBySide();
  void blocksFilterTheDifferences();
  void disabledPassesAreNotMeasured();
  void theCommandLineCompares();

 private:
  QTemporaryDir folder_;
  QString path(const char* name) const { return folder_.filePath(name); }
  QString first_ = path("first.ngraph"), second_ = path("second.ngraph");
};

void DifferencesViewTest::initTestCase() {
  QCOMPARE(writeDocumentsToCompare(first_, second_), QString());
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
  for (const char* row : {"−\top\t\tgone\t", "+\top\t\tadded\t", "~\top\t\tw\tinitial_value\t0\t1"})
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
  QVERIFY(w.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph")));
  CompilationRecord record = *w.session.compilations.compilation();
  w.saveCapture(path("a.ngcap"), 1);
  w.saveCapture(path("b.ngcap"), 3);
  w.files().compare(path("a.ngcap"), path("b.ngcap"));
  QVERIFY(w.compared(path("b.ngcap")));
  const DocumentDifferencePtr difference = w.session.documents.difference();
  QVERIFY(difference->added.empty() && difference->removed.empty() && difference->changed.empty());
  const QString table = w.view().table()->asText('\t');
  QVERIFY(table.contains("~\tbuffer\t\t" + QString::fromStdString(record.buffers[0].name)));
  const auto row = std::find_if(difference->changes.begin(), difference->changes.end(),
                                [](const Change& each) { return each.of == ChangeOf::buffer; });
  emit w.view().table()->rowSelected(static_cast<int>(row - difference->changes.begin()));
  QCOMPARE(w.window.workspace().selection.state().buffer, QString::fromStdString(row->name));
  const OpTimes& times = difference->times.at(0);
  emit w.view().table(DifferencesView::times)->rowSelected(0);
  QCOMPARE(w.window.workspace().selection.op(), times.op);
  QVERIFY(times.op != 0);
}

void DifferencesViewTest::bothTimelinesAreShown() {
  Window w;
  QVERIFY(w.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph")));
  w.saveCapture(path("a.ngcap"), 1);
  w.saveCapture(path("b.ngcap"), 3);
  w.files().compare(path("a.ngcap"), path("b.ngcap"));
  QVERIFY(w.compared(path("b.ngcap")));
  const QString times = w.view().table(DifferencesView::times)->asText('\t');
  const OpTimes& first = w.session.documents.difference()->times.at(0);
  QStringList kernels;
  for (const std::string& kernel : first.kernels) kernels << QString::fromStdString(kernel);
  const QString both = kernels.join(", ");
  QVERIFY2(times.startsWith("Op") && times.contains("\t3\t" + both + '\t' + both),
           qPrintable(times));
  QVERIFY(!w.view().table(DifferencesView::blocks)->asText('\t').isEmpty());
  auto& timeline = *qobject_cast<TimelineView*>(w.window.docks().view("timeline"));
  QCOMPARE(timeline.sources().title(0), QString("b.ngcap"));
  QCOMPARE(timeline.sources().comparing(), std::optional(1));
  QCOMPARE(timeline.sources().title(1), QString("a.ngcap"));
  QVERIFY(timeline.sources().other() != timeline.sources().shown());
  QVERIFY(w.open(first_));
  QCOMPARE(timeline.sources().count(), 1);
  QVERIFY(!timeline.sources().comparing());
}

// The maps point at one element together.
void DifferencesViewTest::elementsAreShownSideBySide() {
  const auto save = [](const QString& to, std::initializer_list<double> values) {
    Document made;
    const Op w = variable({make_axis(4, "N")}, Tensor(values)).named("w");
    made.ops = {w};
    made.computations = {computation({w + 1.0}, {}).named("f")};
    save_document(made, to.toStdString());
  };
  save(path("one.ngraph"), {1, 2, 3, 4});
  save(path("other.ngraph"), {1, 2, 3, 6});
  Window w;
  w.files().compare(path("one.ngraph"), path("other.ngraph"));
  QVERIFY(w.compared(path("other.ngraph")));
  QCOMPARE(w.view().rows(), 1);
  ElementPanes& panes = w.view().elements();
  QVERIFY(panes.isHidden());
  emit w.view().table()->rowSelected(0);
  QTRY_VERIFY(panes.isVisible());
  QVERIFY2(panes.words().contains("1 of 4 elements differ"), qPrintable(panes.words()));
  HeatMap &a = panes.maps().map(0), &b = panes.maps().map(1), &change = panes.maps().map(2);
  QCOMPARE(a.scale().low, 1.);
  QCOMPARE(a.scale().high, 6.);
  QVERIFY(a.scale() == b.scale());
  QTRY_VERIFY(a.cellRect(0, 3).width() > 4);
  const QPointF at = a.cellRect(0, 3).center();
  QMouseEvent move(QEvent::MouseMove, at, a.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
  QCoreApplication::sendEvent(&a, &move);
  QVERIFY2(a.statusText().contains("= 4"), qPrintable(a.statusText()));
  QVERIFY2(b.statusText().contains("= 6"), qPrintable(b.statusText()));
  QVERIFY2(change.statusText().contains("= 2"), qPrintable(change.statusText()));
}

void DifferencesViewTest::blocksFilterTheDifferences() {
  Window w;
  w.files().compare(first_, second_);
  QVERIFY(w.compared(second_));
  const QString blocks = w.view().table(DifferencesView::blocks)->asText('\t');
  QVERIFY2(blocks.contains("(no scope)"), qPrintable(blocks));
  QCOMPARE(w.view().arrange({{"difference", "added"}}), QString());
  const OpRecord* chosen =
      w.session.documents.difference()->after->find(w.window.workspace().selection.op());
  QVERIFY(chosen && chosen->name == "added");
  QVERIFY(w.view().arrange({{"difference", "nobody"}}).contains("nobody"));
}

// The engine would have to compile for that, which a comparison cannot.
void DifferencesViewTest::disabledPassesAreNotMeasured() {
  Window w;
  QVERIFY(w.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph")));
  w.saveCapture(path("all.ngcap"), 1);
  w.saveCapture(path("unfused.ngcap"), 1, "fuse");
  QStringList said;
  connect(&w.window.workspace().messages, &Messages::message, this,
          [&said](const Diagnostic& each) { said << QString::fromStdString(each.what); });
  w.files().compare(path("all.ngcap"), path("unfused.ngcap"));
  QVERIFY(w.compared(path("unfused.ngcap")));
  QVERIFY(!w.session.pipelines.pipeline().full());
  QVERIFY2(said.filter("can be inspected").isEmpty(), qPrintable(said.join('\n')));
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
  QTRY_COMPARE(done.size(), 1);
  QCOMPARE(done[0][0].toInt(), 0);
  const QByteArray text =
      QJsonDocument(describeWindow(w.window, "differences")).toJson(QJsonDocument::Compact);
  QVERIFY2(text.contains("added") && text.contains("initial_value"), text.constData());
}

NGRAPH_VIEW_TEST(DifferencesViewTest)
#include "differences_view_test.moc"
