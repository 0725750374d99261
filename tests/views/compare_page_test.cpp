// SPDX-License-Identifier: Apache-2.0
// Tests comparing the values of a run with another precision, ONNX Runtime and files of values: the
// first op that differs is selected, its elements are listed, the cards are coloured by error.
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTemporaryDir>

#include "app/link/session/engine_session.h"
#include "engine/analysis/compare/onnxruntime/onnxruntime_library.h"
#include "engine/base/error.h"
#include "engine/formats/archives/npz.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/answer_bar.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/debug/compare_page.h"
#include "views/debug/debug_view.h"
#include "views/graph/graph_view.h"
#include "views/graph/highlights/graph_colours.h"
#include "views/roofline/roofline_view.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

class ComparePageTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void precisionsAreCompared();
  void theToleranceIsTheUsers();
  void valuesOfAFileAreCompared();
  void rulesRenameArrays();
  void filesWithoutOpsAreRefused();
  void aCancelledDialogChangesNothing();
  void onnxRuntimeRunsOnnxFilesOnly();
  void onnxRuntimeIsRequired();
  void onnxRuntimeIsCompared();
  void onnxRuntimeIsMeasured();
  void errorsColourTheCards();
  void theOptionCompares();

 private:
  void open(const QString& path);
  void compare();
  OpId op(const std::string& name) const;
  QString saved(const std::vector<std::pair<std::string, Tensor>>& arrays) const;
  Tensor valueOf(const std::string& name);
  ComparePage& page() { return view_->comparePage(); }
  const ComparisonRecord& record() const { return *session_->queries.comparison(); }

  QTemporaryDir folder_;
  std::unique_ptr<EngineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<DebugView> view_;
};

namespace {

const QString lenet = "tests/onnx/models/lenet.onnx",
              logistic = "sample_graphs/05_logistic_part2.ngraph";

ComparisonChoice withOnnxRuntime() {
  ComparisonChoice choice;
  choice.left = "cpu";
  choice.with = ComparedWith::onnxruntime;
  return choice;
}

bool hasOnnxRuntime() {
  try {
    open_onnxruntime();
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void ComparePageTest::init() {
  session_ = std::make_unique<EngineSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  view_ = std::make_unique<DebugView>(*workspace_);
}

void ComparePageTest::cleanup() {
  view_.reset();
  session_.reset();
}

void ComparePageTest::open(const QString& path) {
  const QString file = testing::sourceFile(path);
  session_->documents.open(file);
  QTRY_VERIFY(session_->documents.document() &&
              session_->documents.document()->path == file.toStdString());
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
}

void ComparePageTest::compare() {
  const ComparisonRecordPtr before = session_->queries.comparison();
  page().compare();
  QVERIFY(session_->queries.querying());
  QTRY_VERIFY(!session_->queries.querying());
  QVERIFY(session_->queries.comparison() != before);
}

OpId ComparePageTest::op(const std::string& name) const {
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.name == name) return each.id;
  return 0;
}

QString ComparePageTest::saved(const std::vector<std::pair<std::string, Tensor>>& arrays) const {
  std::vector<TensorRef> refs;
  for (const auto& [name, value] : arrays) refs.push_back({name, &value});
  const QString path = folder_.filePath("values.npz");
  write_npz(path.toStdString(), refs);
  return path;
}

// In the shown iteration.
Tensor ComparePageTest::valueOf(const std::string& name) {
  const OpId key = op(name);
  session_->values.watch(key);
  [&] { QTRY_VERIFY(session_->values.value(key)); }();
  return session_->values.value(key)->value;
}

void ComparePageTest::precisionsAreCompared() {
  open(logistic);
  QVERIFY(page().fields().choose("bf16"));
  page().fields().rtol()->setText("1e-6");
  compare();
  QCOMPARE(record().right, std::string("cpu in bfloat16"));
  const OpDifference* first = record().first_divergence();
  QVERIFY(first != nullptr && first->own);
  QCOMPARE(selection_->state().op, first->op);
  QVERIFY2(page().text().startsWith("First divergence: " + QString::fromStdString(first->name)),
           qPrintable(page().text()));
  QVERIFY(page().text().contains("cpu against cpu in bfloat16, within 1e-06"));
  QCOMPARE(page().ops().model()->rowCount(),
           static_cast<int>(record().ops.size() + record().results.size()));
  const int listed = page().elements().model()->rowCount();
  QCOMPARE(listed, static_cast<int>(first->elements.size()));
  QVERIFY(listed > 0 && listed <= 100);
  QCOMPARE(first->elements[0].left, first->left);
  QVERIFY(!first->elements[0].place.empty());
  const QFontMetrics letters = page().elements().fontMetrics();
  QVERIFY(page().elements().columnWidth(0) >=
          letters.horizontalAdvance("K 28, H 11, W 3") + 2 * metrics::grid);
}

// Empty: the usual one of the kind of comparison.
void ComparePageTest::theToleranceIsTheUsers() {
  open(logistic);
  QVERIFY(page().fields().choose("reference"));
  compare();
  QCOMPARE(record().rtol, 1e-5);
  QVERIFY(page().fields().choose("bf16"));
  compare();
  QCOMPARE(record().rtol, 0.0625);  // 8 times 2^-7
  page().fields().rtol()->setText("0.5");
  compare();
  QCOMPARE(record().rtol, 0.5);
}

void ComparePageTest::valuesOfAFileAreCompared() {
  open(lenet);
  session_->run.stepIteration();
  QTRY_COMPARE(session_->run.status().iteration, 1);
  const Tensor right = valueOf("relu1");
  Tensor wrong = valueOf("pool1");
  wrong.set(5, wrong.at(5) + 2);
  const QString path = saved({{"relu1", right}, {"pool1", wrong}, {"stranger", right}});
  QVERIFY(page().fields().choose(path));
  QVERIFY(page().fields().right()->currentText().startsWith("values"));
  QStringList words;
  connect(&page(), &ComparePage::started, this, [&words](const QStringList& w) { words = w; });
  compare();
  QCOMPARE(words, (QStringList{"--left", "cpu", "--right", path}));
  QCOMPARE(record().ops.size(), std::size_t(2));
  QVERIFY(record().ops[0].agrees);
  QCOMPARE(selection_->state().op, op("pool1"));
  QCOMPARE(record().ops[1].elements.size(), std::size_t(1));
  QCOMPARE(record().ops[1].elements[0].element, 5);
  const std::vector<Diagnostic>& said = session_->messages.messages();
  QVERIFY(std::any_of(said.begin(), said.end(), [](const Diagnostic& each) {
    return each.what == "1 of 3 arrays have the name of no op" &&
           each.found.find("stranger") != std::string::npos;
  }));
}

void ComparePageTest::rulesRenameArrays() {
  open(lenet);
  session_->run.stepIteration();
  QTRY_COMPARE(session_->run.status().iteration, 1);
  QVERIFY(page().fields().choose(saved({{"net.relu1", valueOf("relu1")}})));
  QVERIFY(page().fields().renames()->isVisibleTo(&page()));
  page().fields().renames()->setText("net.*=*");
  compare();
  QCOMPARE(record().ops.size(), std::size_t(1));
  QVERIFY(record().ops[0].agrees);
  QVERIFY(page().fields().choose("reference"));
  QVERIFY(!page().fields().renames()->isVisibleTo(&page()));
}

void ComparePageTest::filesWithoutOpsAreRefused() {
  open(lenet);
  QVERIFY(!page().fields().choose("nowhere.npz"));
  QVERIFY(page().fields().choose(saved({{"stranger", Tensor(DType::f32, {3})}})));
  page().compare();
  QTRY_VERIFY(!session_->queries.querying());
  QVERIFY(!session_->queries.comparison());
  QVERIFY(session_->messages.messages().back().what.find("no value of") == 0);
}

void ComparePageTest::aCancelledDialogChangesNothing() {
  open(logistic);
  QComboBox* box = page().fields().right();
  QCOMPARE(box->currentText(), QString("reference"));
  testing::withNextDialog<QFileDialog>([](QFileDialog& dialog) { dialog.reject(); });
  box->setCurrentIndex(box->count() - 1);
  emit box->activated(box->count() - 1);
  QCOMPARE(box->currentText(), QString("reference"));
}

void ComparePageTest::onnxRuntimeRunsOnnxFilesOnly() {
  const auto listed = [this] {
    QComboBox* box = page().fields().right();
    return qobject_cast<QStandardItemModel*>(box->model())->item(box->findText("ONNX Runtime"));
  };
  open(logistic);
  QVERIFY(!listed()->isEnabled());
  QVERIFY(listed()->toolTip().contains("runs .onnx files only"));
  QVERIFY(!page().fields().choose("onnxruntime"));
  open(lenet);
  QTRY_VERIFY(listed()->isEnabled());
  QVERIFY(page().fields().choose("onnxruntime"));
  session_->queries.compareValues(withOnnxRuntime());
  QTRY_VERIFY(!session_->queries.querying());
  open(logistic);
  QTRY_VERIFY(!listed()->isEnabled());
  QVERIFY(page().fields().choice().with == ComparedWith::transformer);
  QCOMPARE(page().fields().choice().right, std::string("reference"));
  session_->queries.compareValues(withOnnxRuntime());
  QTRY_VERIFY(!session_->queries.querying());
  QCOMPARE(session_->messages.messages().back().what,
           std::string("ONNX Runtime runs ONNX models only"));
}

void ComparePageTest::onnxRuntimeIsRequired() {
  const QByteArray before = qgetenv("NGRAPH_ONNXRUNTIME");
  qputenv("NGRAPH_ONNXRUNTIME", "/nowhere/libonnxruntime.so");
  open(lenet);
  QVERIFY(page().fields().choose("onnxruntime"));
  page().compare();
  QTRY_VERIFY(!session_->queries.querying());
  QVERIFY(!session_->queries.comparison());
  const Diagnostic said = session_->messages.messages().back();
  QVERIFY2(said.action.find("pip install onnxruntime") != std::string::npos,
           to_string(said).c_str());
  session_->queries.measurePeer();
  QTRY_VERIFY(!session_->queries.querying());
  QVERIFY(!session_->queries.peer());
  before.isEmpty() ? qunsetenv("NGRAPH_ONNXRUNTIME") : qputenv("NGRAPH_ONNXRUNTIME", before);
}

void ComparePageTest::onnxRuntimeIsCompared() {
  if (!hasOnnxRuntime()) QSKIP("no ONNX Runtime");
  open(lenet);
  QVERIFY(page().fields().choose("onnxruntime"));
  compare();
  QVERIFY(record().right.starts_with("onnxruntime 1."));
  QCOMPARE(record().ops.size(), std::size_t(8));
  QVERIFY2(page().text().startsWith("All agree: 8 ops"), qPrintable(page().text()));
}

// Its calls are lanes below those of the run, its nodes are dots of the roofline.
void ComparePageTest::onnxRuntimeIsMeasured() {
  if (!hasOnnxRuntime()) QSKIP("no ONNX Runtime");
  TimelineView timeline(*workspace_);
  RooflineView roofline(*workspace_);
  open(logistic);
  QCOMPARE(timeline.arrange({{"measure-onnxruntime", true}}),
           QString("ONNX Runtime runs .onnx files only"));
  open(lenet);
  QCOMPARE(timeline.arrange({{"measure-onnxruntime", true}}), QString());
  QCOMPARE(timeline.arrange({{"measure-onnxruntime", true}}), QString());  // asked once
  QTRY_VERIFY(session_->queries.peer() != nullptr);
  const PeerRecord& peer = *session_->queries.peer();
  QCOMPARE(peer.call_times.size(), std::size_t(peer.calls));
  const TimelinePtr other = timeline.sources().other();
  QVERIFY(other && other->lanes().size() == 1 && other->lanes()[0].rows.size() >= 2);
  QCOMPARE(other->title, peer.program + " " + peer.version);
  QCOMPARE(other->lanes()[0].rows[0].size(), std::size_t(10));  // calls
  roofline.show();
  QTRY_VERIFY(roofline.plot().other().has_value());
  QVERIFY(roofline.plot().other()->dots.size() >= 3);
}

void ComparePageTest::errorsColourTheCards() {
  GraphView graph(*workspace_);
  graph.resize(1200, 800);
  graph.show();
  open(logistic);
  QTRY_VERIFY(!graph.busy() && !graph.canvas().scene().cards.empty());
  QCOMPARE(graph.colours().shownBy(), ColourBy::family);
  QVERIFY(page().fields().choose("bf16"));
  compare();
  QCOMPARE(graph.colours().shownBy(), ColourBy::error);
  graph.colours().choose(ColourBy::family);
  emit session_->queries.queryChanged();  // the same comparison
  QCOMPARE(graph.colours().shownBy(), ColourBy::family);
}

void ComparePageTest::theOptionCompares() {
  open(logistic);
  QCOMPARE(view_->arrange({{"compare-values", "f16"}}), QString());
  QVERIFY(session_->queries.querying());
  QCOMPARE(view_->arrange({{"compare-values", "f16"}}), QString());  // asked once
  QTRY_VERIFY(session_->queries.comparison() != nullptr);
  QCOMPARE(record().right, std::string("cpu in float16"));
  QVERIFY(view_->arrange({{"compare-values", "q8"}}).contains("cannot compare with \"q8\""));
}

NGRAPH_VIEW_TEST(ComparePageTest)
#include "compare_page_test.moc"
