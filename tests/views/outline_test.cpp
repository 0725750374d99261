// SPDX-License-Identifier: Apache-2.0
// Tests the outline: groups and counts, filter, and selection in both directions.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTreeView>
#include <QtTest>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/test_program.h"
#include "views/outline/outline_model.h"
#include "views/outline/outline_view.h"

using namespace ng;
using namespace ng::views;

namespace {

QStringList groupsOf(const OutlineModel& model) {
  QStringList groups;
  for (int row = 0; row < model.rowCount(); ++row) {
    const QModelIndex index = model.index(row, 0);
    groups << QString("%1 %2")
                  .arg(index.data().toString())
                  .arg(index.data(OutlineModel::countRole).toInt());
  }
  return groups;
}

void show(OutlineModel& model, const GraphRecordPtr& graph, const QString& filter = {},
          GroupBy by = GroupBy::role) {
  OpSearch search;
  search.setText(filter);
  model.show(outlineOf(graph, by, search, nullptr), {});
}

struct Stage {
  testing::SampleSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  OutlineView view{workspace};
};

}  // namespace

class OutlineTest : public QObject {
  Q_OBJECT

 private slots:
  void groupsAreInExecutionOrder() {
    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    show(model, testing::sample_document()->graph);
    QCOMPARE(groupsOf(model),
             (QStringList{"input 4", "forward 3", "loss 12", "gradient 2", "update 7"}));
    QCOMPARE(model.shownOps(), 28);
    const QModelIndex dot = model.indexOf(testing::id_dot);
    QCOMPARE(dot.data().toString(), "dot");
    QCOMPARE(dot.data(OutlineModel::detailRole).toString(), "N 128");
    QCOMPARE(dot.parent().data().toString(), "forward");
    QCOMPARE(model.op(dot), testing::id_dot);
    QCOMPARE(model.op(dot.parent()), OpId(0));
  }

  void scopesNest() {
    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    show(model, testing::big_graph(60, true), {}, GroupBy::scope);
    QVERIFY(groupsOf(model).contains("layer4 5"));
    QVERIFY(groupsOf(model).contains("∂ layer4 4"));
    QVERIFY(groupsOf(model).contains("layer × 4 20"));  // the four equal layers
    QVERIFY(groupsOf(model).contains("∂ layer × 4 16"));
    const QModelIndex first = model.indexOf(2).parent();
    QCOMPARE(first.data().toString(), "layer0");
    QCOMPARE(first.parent().data().toString(), "layer × 4");
  }

  void theFilterShowsMatchesOnly() {
    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const GraphRecordPtr graph = testing::sample_document()->graph;
    show(model, graph, "op:multiply role:loss");
    QCOMPARE(groupsOf(model), QStringList{"loss 2"});
    show(model, graph, "axis:C");
    QVERIFY(model.indexOf(testing::id_w).isValid());
    QVERIFY(!model.indexOf(testing::id_b).isValid());
    show(model, graph, "nothing has this name");
    QCOMPARE(model.rowCount(), 0);
    show(model, graph, {});
    QCOMPARE(model.shownOps(), 28);
  }

  // Filters in a background job; of the filters typed meanwhile only the last one applies.
  void aLargeGraphIsListedByAJob() {
    Stage stage;
    auto& [session, selection, jobs, workspace, view] = stage;
    const GraphRecordPtr graph = testing::big_graph(9000, true);
    session.use(graph);
    QVERIFY(!jobs.idle());
    QCOMPARE(view.model().shownOps(), 0);
    QTRY_VERIFY(jobs.idle());
    OutlineModel expected;
    show(expected, graph);
    QCOMPARE(groupsOf(view.model()), groupsOf(expected));
    QCOMPARE(view.model().shownOps(), static_cast<int>(graph->ops.size()));

    view.filter().setText("op:dot");
    view.filter().setText("op:maximum");
    QTRY_VERIFY(jobs.idle());
    show(expected, graph, "op:maximum");
    QVERIFY(expected.shownOps() > 100);
    QCOMPARE(groupsOf(view.model()), groupsOf(expected));

    session.documents.open("sample.ngraph");  // nothing of the large graph remains
    view.filter().clear();
    QCOMPARE(view.model().shownOps(), 28);
  }

  void aSearchForNothingSaysWhy() {
    Stage stage;
    auto& [session, selection, jobs, workspace, view] = stage;
    session.documents.open("sample.ngraph");
    const auto says = [&](const QString& text) {
      const auto labels = view.findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return !label->isHidden() && label->text().startsWith(text);
      });
    };
    view.filter().setText("dot");
    QVERIFY(!says("No op matches"));
    view.filter().setText("no such op");
    QVERIFY(says("No op matches. Esc"));
    view.filter().setText("oops:dot");
    QVERIFY(says("No op matches: 'oops' is not a field"));
  }

  void selectionGoesBothWays() {
    Stage stage;
    auto& [session, selection, jobs, workspace, view] = stage;
    session.documents.open("sample.ngraph");
    selection.selectOp(testing::id_sigmoid);
    QTRY_COMPARE(view.tree().currentIndex().data().toString(), "sigmoid");
    view.tree().setCurrentIndex(view.model().indexOf(testing::id_w));
    QCOMPARE(selection.op(), testing::id_w);
    view.tree().setCurrentIndex(view.model().index(0, 0));  // a group
    QCOMPARE(selection.op(), testing::id_w);
    QSignalSpy revealed(&selection, &Selection::revealed);
    emit view.tree().activated(view.model().indexOf(testing::id_dot));
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(selection.op(), testing::id_dot);
  }

  void passesShowTheirGraphAndMarks() {
    Stage stage;
    auto& [session, selection, jobs, workspace, view] = stage;
    session.documents.open("sample.ngraph");
    QVERIFY(view.model().indexOf(testing::id_deriv_w).isValid());
    selection.selectPass(0);
    QTRY_VERIFY(!view.model().indexOf(testing::id_deriv_w).isValid());
    const QModelIndex made = view.model().indexOf(testing::id_grad_w);
    QCOMPARE(made.data(OutlineModel::markRole).toInt(), static_cast<int>(Mark::added));
  }

  void aFilterKeepsTheSelectedOp() {
    Stage stage;
    auto& [session, selection, jobs, workspace, view] = stage;
    session.documents.open("sample.ngraph");
    selection.selectOp(testing::id_dot);
    view.filter().setText("dot");
    QTRY_COMPARE(view.tree().currentIndex().data().toString(), "dot");
    view.filter().setText("sigmoid");
    QCOMPARE(selection.op(), testing::id_dot);
  }
};

NGRAPH_TEST(OutlineTest, QApplication)
#include "outline_test.moc"
