// SPDX-License-Identifier: Apache-2.0
// Tests the inspector: every link of every op resolves or says why not, and pages follow the
// selection.
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_trace.h"
#include "tests/support/big_graph.h"
#include "tests/support/dead_link.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/inspector/family_bars.h"
#include "views/inspector/header_card.h"
#include "views/inspector/inspector_view.h"
#include "views/inspector/op_page.h"
#include "views/view_table.h"
#include "views/widgets/code/text_diff.h"
#include "views/widgets/link_row.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

const InspectorLink& at(const InspectorLinks& links, LinkKind kind) {
  return links[static_cast<std::size_t>(kind)];
}

}  // namespace

class InspectorTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void noDeadLinks();
  void noDeadLinksWithoutCompilation();
  void linksOfDot();
  void fusedOpLiesInRegisters();
  void removedOpIsTracedToItsSuccessors();
  void removedOpLeadsToAnEquivalentOp();
  void costsOfDot();
  void pageFollowsTheLastSelection();
  void largeTextsAreComparedInAJob();
  void linksLeadSomewhere();
  void valueComesWithTheRun();
  void watchEndsWithThePage();
  void recompileKeepsTheScrollPosition();
  void familiesAreCounted();

 private:
  LinkSource source() const;
  LinkRow* row(const QString& label) const;

  std::unique_ptr<PanelSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<InspectorView> view_;
  DocumentRecordPtr document_;
  CompilationRecordPtr compilation_;
};

void InspectorTest::init() {
  view_.reset();
  session_ = std::make_unique<PanelSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  document_ = session_->documents.document();
  compilation_ = session_->compilations.compilation();
  view_ = std::make_unique<InspectorView>(*workspace_);
  view_->resize(340, 800);
  view_->show();
}

void InspectorTest::isInTheViewTable() {
  const View* row = findView("inspector");
  QVERIFY(row);
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

LinkSource InspectorTest::source() const {
  LinkSource source;
  source.document = document_.get();
  source.compilation = compilation_.get();
  source.run = session_->run.status().state;
  source.hasValue = [this](OpId op) { return session_->values.value(op) != nullptr; };
  return source;
}

LinkRow* InspectorTest::row(const QString& label) const {
  for (LinkRow* row : view_->findChildren<LinkRow*>()) {
    if (row->label() == label && row->isVisible()) return row;
  }
  return nullptr;
}

void InspectorTest::noDeadLinks() {
  int checked = 0;
  for (const bool afterRun : {false, true}) {
    if (afterRun) session_->run.run();
    std::vector<GraphRecordPtr> graphs{document_->graph};
    for (const PassRecord& pass : compilation_->passes)
      graphs.insert(graphs.end(), {pass.before, pass.after});
    for (const GraphRecordPtr& graph : graphs) {
      for (const OpRecord& op : graph->ops) {
        for (const InspectorLink& link : inspectorLinks(source(), op.id)) {
          const QString problem = dead_link(link, compilation_.get());
          QVERIFY2(problem.isEmpty(),
                   qPrintable(QString("%1 of %2: %3").arg(link.label, op.name.c_str(), problem)));
          ++checked;
        }
      }
    }
  }
  QVERIFY(checked > 1000);
}

void InspectorTest::noDeadLinksWithoutCompilation() {
  LinkSource bare = source();
  bare.compilation = nullptr;
  bare.hasValue = {};
  for (const OpRecord& op : document_->graph->ops) {
    for (const InspectorLink& link : inspectorLinks(bare, op.id)) {
      QVERIFY(dead_link(link, nullptr).isEmpty());
      QCOMPARE(link.resolved, link.kind == LinkKind::madeAt);
    }
  }
  for (const InspectorLink& link : inspectorLinks(bare, 9999))
    QVERIFY(dead_link(link, nullptr).isEmpty());
}

void InspectorTest::linksOfDot() {
  session_->run.run();
  const InspectorLinks links = inspectorLinks(source(), id_dot);
  QCOMPARE(at(links, LinkKind::madeAt).text, QString("logistic.cpp:16"));
  QCOMPARE(at(links, LinkKind::kernel).kernel, QString("dot_0"));
  QCOMPARE(at(links, LinkKind::kernel).detail, QString("32 %"));
  QCOMPARE(at(links, LinkKind::buffer).text, QString("t0 @0"));
  QCOMPARE(at(links, LinkKind::buffer).detail, QString("512 B"));
  QVERIFY(at(links, LinkKind::value).resolved);
}

void InspectorTest::fusedOpLiesInRegisters() {
  const InspectorLinks links = inspectorLinks(source(), id_sigmoid);
  QCOMPARE(at(links, LinkKind::kernel).kernel, QString("k0"));
  QVERIFY(!at(links, LinkKind::buffer).resolved);
  QCOMPARE(at(links, LinkKind::buffer).text, QString("in registers only: k0 never stores it"));
  QCOMPARE(at(links, LinkKind::value).text, QString("not run yet: press F5"));
  QVERIFY(at(links, LinkKind::passes).resolved);  // fuse moved it into k0
}

void InspectorTest::removedOpIsTracedToItsSuccessors() {
  QVERIFY(removed_by(*compilation_, id_deriv_w) == &compilation_->passes[0]);
  QVERIFY(!removed_by(*compilation_, id_dot));
  const InspectorLinks links = inspectorLinks(source(), id_deriv_w);
  QCOMPARE(at(links, LinkKind::passes).text, QString("expand_deriv"));
  QVERIFY(at(links, LinkKind::kernel).resolved);
  QVERIFY(at(links, LinkKind::kernel).text.contains(" as "));
  // Removed without successors: folded into a constant that no kernel computes.
  const InspectorLinks folded = inspectorLinks(source(), 35);
  QVERIFY(!at(folded, LinkKind::kernel).resolved);
  QCOMPARE(at(folded, LinkKind::kernel).text, QString("removed by simplify"));
}

// Like Y_hat of logistic regression: removed together with its readers; the loss recomputes it.
void InspectorTest::removedOpLeadsToAnEquivalentOp() {
  constexpr OpId gone = 900;
  const OpRecord inside = *compilation_->final_graph()->find(id_sigmoid);
  const auto writtenAs = [&](const char* op) {
    CompilationRecord changed = *compilation_;
    auto written = std::make_shared<GraphRecord>(*changed.passes[0].before);
    OpRecord twin = inside;
    twin.id = gone;
    twin.op = op;
    twin.name = "Y_hat";
    twin.kernel = 0;
    twin.origins = {gone};
    written->ops.push_back(twin);
    changed.passes[0].before = written;
    changed.passes[0].removed.push_back(gone);
    return changed;
  };
  const CompilationRecord same = writtenAs("sigmoid"), another = writtenAs("tanh");
  LinkSource linked = source();
  linked.compilation = &same;
  const InspectorLinks links = inspectorLinks(linked, gone);
  QVERIFY(at(links, LinkKind::kernel).resolved);
  QCOMPARE(at(links, LinkKind::kernel).kernel, QString("k0"));
  QCOMPARE(at(links, LinkKind::kernel).text, QString("k0 as %1").arg(inside.name.c_str()));
  QCOMPARE(at(links, LinkKind::value).text, QString("not run yet: press F5"));
  const GraphRecordPtr written = same.as_written();
  QCOMPARE(computed_by(same, *written, same.kernel("k0")->ops), (std::vector<OpId>{gone}));
  QVERIFY(computed_by(same, *written, same.kernel("k1")->ops).empty());
  QCOMPARE(same.kernel_of(gone), same.kernel("k0"));
  QVERIFY(!another.kernel_of(gone));
  linked.compilation = &another;  // a different op on the same operand
  QVERIFY(!at(inspectorLinks(linked, gone), LinkKind::kernel).resolved);
}

void InspectorTest::costsOfDot() {
  const OpRecord* dot = findOp(source(), id_dot);
  QCOMPARE(signatureText(*dot, document_->graph.get()), QString("(W, X) → N 128"));
  const std::vector<Tile> tiles = costTiles(dot->flops, dot->bytes);
  QCOMPARE(tiles[0].value, QString("1,024"));
  QCOMPARE(tiles[1].value, QString("2,576"));
  QCOMPARE(tiles[2].value, QString("0.40"));
}

void InspectorTest::pageFollowsTheLastSelection() {
  using Subject = InspectorView::Subject;
  QCOMPARE(view_->subject(), Subject::document);
  selection_->selectOp(id_dot);
  QTRY_COMPARE(view_->subject(), Subject::op);
  selection_->selectPass(5);
  QTRY_COMPARE(view_->subject(), Subject::pass);
  selection_->selectKernel("k0");
  QTRY_COMPARE(view_->subject(), Subject::kernel);
  selection_->selectBuffer("t0");
  QTRY_COMPARE(view_->subject(), Subject::buffer);
  selection_->selectOp(id_add);
  QTRY_COMPARE(view_->subject(), Subject::op);
  selection_->clear();
  QTRY_COMPARE(view_->subject(), Subject::pass);
  selection_->selectPass(asWritten);
  QTRY_COMPARE(view_->subject(), Subject::document);
}

void InspectorTest::largeTextsAreComparedInAJob() {
  auto large = std::make_shared<CompilationRecord>(*compilation_);
  PassRecord& pass = large->passes[0];
  pass.before = pass.after = testing::big_graph(6000);
  pass.changed = true;
  pass.text_before = LazyText([] { return std::string("a\nb\nc\n"); });
  pass.text_after = LazyText([] { return std::string("a\nB\nc\nd\n"); });
  session_->use(document_, large);
  selection_->selectPass(0);
  const auto diff = [this] { return view_->findChild<TextDiff*>(); };
  QTRY_VERIFY(diff() && diff()->isVisible());
  QCOMPARE(diff()->changes().removed, 1);
  QCOMPARE(diff()->changes().added, 2);
  const QList<QLabel*> labels = view_->findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(),
                      [](const QLabel* each) { return each->text() == "−1 +2 lines"; }));
  selection_->selectPass(1);  // the page may be destroyed before the job ends
  selection_->selectPass(0);
  QTRY_VERIFY(diff() && diff()->isVisible());
}

void InspectorTest::linksLeadSomewhere() {
  selection_->selectOp(id_dot);
  QTRY_VERIFY(row("buffer"));
  QSignalSpy revealed(selection_.get(), &Selection::revealed);
  emit row("buffer")->followed();
  QCOMPARE(selection_->state().buffer, QString("t0"));
  QCOMPARE(revealed.size(), 1);
  selection_->selectOp(id_add);
  QTRY_VERIFY(row("kernel"));
  emit row("kernel")->followed();
  QCOMPARE(selection_->state().kernel, QString("k0"));
  QCOMPARE(revealed.size(), 2);
  selection_->selectOp(id_dot);
  QTRY_VERIFY(row("x"));
  emit row("x")->followed();  // the producer W
  QCOMPARE(selection_->op(), id_w);
}

void InspectorTest::valueComesWithTheRun() {
  selection_->selectOp(id_w);
  QTRY_VERIFY(row("value"));
  QVERIFY(!row("value")->resolved());
  session_->run.run();
  QVERIFY(row("value")->resolved());
  const QString first = row("value")->text();
  session_->run.showIteration(37);
  QVERIFY(row("value, iteration 37"));
  QVERIFY(row("value, iteration 37")->text() != first);
}

void InspectorTest::watchEndsWithThePage() {
  selection_->selectOp(id_dot);
  QTRY_COMPARE(session_->values.watched(), (std::vector<OpId>{id_dot}));
  selection_->selectOp(id_add);
  QTRY_COMPARE(session_->values.watched(), (std::vector<OpId>{id_add}));
  view_.reset();
  QVERIFY(session_->values.watched().empty());
}

void InspectorTest::recompileKeepsTheScrollPosition() {
  view_->resize(340, 240);
  selection_->selectKernel("k0");
  QTRY_COMPARE(view_->subject(), InspectorView::Subject::kernel);
  QScrollBar* bar = nullptr;
  for (auto* column : view_->findChildren<SectionColumn*>()) {
    if (column->isVisible()) bar = column->verticalScrollBar();
  }
  QVERIFY(bar);
  QTRY_VERIFY(bar->maximum() > 100);
  bar->setValue(90);
  emit session_->compilations.compilationChanged();
  QCOMPARE(bar->value(), 90);
  selection_->selectKernel("k1");
  QTRY_COMPARE(bar->value(), 0);
}

void InspectorTest::familiesAreCounted() {
  const auto counts = countFamilies(*document_->graph);
  int total = 0;
  for (const int count : counts) total += count;
  QCOMPARE(total, static_cast<int>(document_->graph->ops.size()));
  QCOMPARE(counts[static_cast<std::size_t>(Family::dense)], 1);
}

NGRAPH_VIEW_TEST(InspectorTest)
#include "inspector_test.moc"
