// SPDX-License-Identifier: Apache-2.0
// Tests the axes view and highlighting one axis across the graph.
#include "views/axes/axes_view.h"

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/graph/graph_view.h"
#include "views/graph/scene/axis_lit.h"
#include "views/view_table.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

constexpr OpId id_sum = 18;  // over N, in the sample

}  // namespace

class AxesViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void axesOfTheGraphAreListed();
  void clickSelectsTheAxis();
  void usesListEveryOpsAction();
  void opIsFollowedBothWays();
  void passIsFollowed();
  void stepsThroughTheOps();
  void graphIsColoured();
  void aLargeGraphIsTracedByAJob();
  void emptyWithoutDocument();

 private:
  int row(const QString& axis) const { return view_->model()->row(axis); }

  std::unique_ptr<SampleSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<AxesView> view_;
};

void AxesViewTest::init() {
  view_.reset();
  session_ = std::make_unique<SampleSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  view_ = std::make_unique<AxesView>(*workspace_);
  view_->resize(1400, 420);
  view_->show();
}

void AxesViewTest::isInTheViewTable() {
  const View* row = findView("axes");
  QVERIFY(row);
  QVERIFY(row->shows.testFlag(Facet::axis));
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void AxesViewTest::axesOfTheGraphAreListed() {
  QVERIFY(view_->model());
  QCOMPARE(view_->axes().shownRows(), static_cast<int>(view_->model()->axes.size()));
  QVERIFY(row("N") >= 0);
  QCOMPARE(view_->axis(), -1);
  QVERIFY(view_->header().contains("Click an axis"));
  view_->axes().setFilter("no such axis");
  QCOMPARE(view_->axes().shownRows(), 0);
}

void AxesViewTest::clickSelectsTheAxis() {
  TableView& table = view_->axes();
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                    table.visualRect(table.model()->index(row("N"), 0)).center());
  QCOMPARE(selection_->state().axis, QString("N"));
  QTRY_COMPARE(view_->axis(), row("N"));
  QVERIFY2(view_->header().startsWith("N 128"), qPrintable(view_->header()));
  QVERIFY(view_->uses().shownRows() > 3);
}

void AxesViewTest::usesListEveryOpsAction() {
  selection_->selectAxis("N");
  QTRY_COMPARE(view_->axis(), row("N"));
  const AxisFacts& facts = view_->model()->axes[static_cast<std::size_t>(view_->axis())];
  const auto made = facts.doing(AxisEffect::makes), reduced = facts.doing(AxisEffect::reduces);
  QVERIFY(std::find(made.begin(), made.end(), id_x) != made.end());
  QVERIFY(std::find(reduced.begin(), reduced.end(), id_sum) != reduced.end());
  view_->uses().setFilter("reduces");
  QCOMPARE(view_->uses().shownRows(), static_cast<int>(reduced.size()));
}

void AxesViewTest::opIsFollowedBothWays() {
  selection_->selectAxis("N");
  QTRY_COMPARE(view_->axis(), row("N"));
  selection_->selectOp(id_sigmoid);
  QTRY_VERIFY(view_->uses().currentSourceRow() >= 0);
  TableView& uses = view_->uses();
  QTest::mouseClick(uses.viewport(), Qt::LeftButton, {},
                    uses.visualRect(uses.model()->index(0, 0)).center());
  QCOMPARE(view_->model()->opName(selection_->op()), uses.model()->index(0, 0).data().toString());
}

void AxesViewTest::passIsFollowed() {
  const AxisModelPtr written = view_->model();
  const int last = static_cast<int>(session_->compilations.compilation()->passes.size()) - 1;
  selection_->selectPass(last);
  QTRY_VERIFY(view_->model() != written);
  QCOMPARE(view_->model()->graph, session_->compilations.compilation()->final_graph());
}

void AxesViewTest::stepsThroughTheOps() {
  selection_->selectAxis("N");
  QTRY_COMPARE(view_->axis(), row("N"));
  std::optional<Facet> revealed;
  connect(selection_.get(), &Selection::revealed, this, [&](Facet facet) { revealed = facet; });
  view_->step(1);
  const OpId first = selection_->op();
  QVERIFY(first != 0);
  QCOMPARE(revealed, std::optional(Facet::op));
  view_->step(1);
  QVERIFY(selection_->op() != first);
  view_->step(-1);
  QCOMPARE(selection_->op(), first);
}

void AxesViewTest::graphIsColoured() {
  GraphView graph(*workspace_);
  graph.resize(900, 600);
  graph.show();
  graph.arrangement().setAllOpen(true);
  QTRY_VERIFY(graph.canvas().scene().find(id_sigmoid) >= 0);
  const GraphScene& scene = graph.canvas().scene();
  QVERIFY(graph.canvas().lit().axis.empty());
  const QImage before = graph.canvas().grab().toImage();
  selection_->selectAxis("N");
  QTRY_VERIFY(!graph.canvas().lit().axis.empty());
  const AxisLit& lit = graph.canvas().lit().axis;
  const auto at = [&](OpId op) { return static_cast<std::size_t>(scene.find(op)); };
  QVERIFY(lit.cards[at(id_x)]);
  QVERIFY(lit.cards[at(id_sigmoid)]);
  QVERIFY(!lit.cards[at(id_w)]);
  QCOMPARE(lit.tags[at(id_x)], QString("makes"));
  QCOMPARE(lit.tags[at(id_sum)], QString("reduces"));
  QCOMPARE(lit.tags[at(id_sigmoid)], QString());
  bool carried = false;
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    const bool from = lit.cards[static_cast<std::size_t>(scene.edges[i].from)];
    const bool to = lit.cards[static_cast<std::size_t>(scene.edges[i].to)];
    if (lit.edges[i]) QVERIFY(from && to);
    carried |= static_cast<bool>(lit.edges[i]);
  }
  QVERIFY(carried);
  QVERIFY(graph.canvas().grab().toImage() != before);
  QVERIFY(graph.legend().entries().contains("axis N (Esc clears)"));
  selection_->clear();
  QTRY_VERIFY(graph.canvas().lit().axis.empty());
}

void AxesViewTest::aLargeGraphIsTracedByAJob() {
  const GraphRecordPtr graph = testing::big_graph(9000, true);
  session_->use(graph);
  QVERIFY(!jobs_->idle());
  QVERIFY(!view_->model());  // the previous document's model was dropped
  QTRY_VERIFY(jobs_->idle());
  const AxisModelPtr expected = AxisModel::of(graph, nullptr);
  QCOMPARE(view_->model()->axes.size(), expected->axes.size());
  QVERIFY(!expected->axes.empty());
  QCOMPARE(view_->axes().model()->rowCount(), static_cast<int>(expected->axes.size()));
  for (std::size_t i = 0; i < expected->axes.size(); ++i)
    QCOMPARE(view_->model()->axes[i].uses.size(), expected->axes[i].uses.size());
  session_->documents.close();
  QVERIFY(!view_->model());
}

void AxesViewTest::emptyWithoutDocument() {
  session_->documents.close();
  emit session_->documents.documentChanged();
  QVERIFY(!view_->model());
  view_->step(1);
  QVERIFY(!view_->grab().isNull());
}

NGRAPH_VIEW_TEST(AxesViewTest)
#include "axes_view_test.moc"
