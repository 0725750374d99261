// SPDX-License-Identifier: Apache-2.0
// Tests the view after opening a group or choosing a grouping, and the menu for both.
#include <QMenu>
#include <QStandardPaths>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

class GraphGroupsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void anOpenedGroupIsBroughtIntoView() {
    GraphStage stage;
    const ItemId loss = stage.group("loss");
    const auto opened = [&] {
      QRectF all;
      for (const OpId op : stage.view.grouping().find(loss)->ops)
        if (const int card = stage.canvas().scene().find(op); card >= 0)
          all |= stage.canvas().scene().cards[static_cast<std::size_t>(card)].rect;
      return all;
    };
    const auto openAtTheEdge = [&] {
      stage.view.arrangement().setAllOpen(false);
      stage.settle();
      stage.canvas().goTo(loss);
      const QRectF area = stage.canvas().camera().visibleArea();
      stage.canvas().camera().showArea(area.translated(area.width() * 0.4, -area.height() * 0.4));
      stage.view.arrangement().setOpen(loss, true);
      stage.settle();
    };
    openAtTheEdge();
    QVERIFY(!opened().isEmpty());
    QVERIFY(stage.canvas().camera().visibleArea().contains(opened()));
    QVERIFY(stage.canvas().camera().scale() >= 0.56);
    stage.view.resize(360, 300);  // too small for the whole graph
    openAtTheEdge();
    QCOMPARE(stage.canvas().camera().scale(), 0.56);
    const QRectF seen = stage.canvas().camera().visibleArea(), all = opened();
    QVERIFY(!seen.contains(all));
    QVERIFY(seen.top() <= all.top() && seen.bottom() > all.top() + seen.height() / 2);
  }

  void aKernelIsHighlightedAsAnOp() {
    GraphStage stage;
    stage.selection.selectPass(
        static_cast<int>(stage.session.compilations.compilation()->passes.size()) - 1);
    stage.settle();
    QVERIFY(!stage.canvas().scene().hulls.empty());
    const OpId kernel = stage.canvas().scene().hulls.front().kernel;
    stage.selection.selectOp(kernel);
    stage.selection.reveal(Facet::op);
    stage.settle();
    QCOMPARE(stage.canvas().lit().kernel, kernel);
    stage.selection.clear();
    stage.settle();
    QCOMPARE(stage.canvas().lit().kernel, OpId{0});
  }

  void anOpenedOptimizerIsFullyVisible() {
    GraphStage stage;
    const std::string file = testing::source_file("sample_graphs/13_cifar10_conv.ngraph");
    stage.session.use(make_document_record(load_document(file)), nullptr);
    stage.settle();
    const auto& groups = stage.view.grouping().groups();
    const auto found = std::find_if(groups.begin(), groups.end(), [](const Group& each) {
      return each.title == "GradientDescentMomentum";
    });
    QVERIFY(found != groups.end());
    const ItemId id = found->id;
    QVERIFY(!stage.view.grouping().isOpen(id));
    stage.view.arrangement().setOpen(id, true);
    stage.settle();
    const QRectF seen = stage.canvas().camera().visibleArea();
    bool framed = false;
    for (const Frame& frame : stage.canvas().scene().frames)
      if (frame.group == id) framed = seen.contains(frame.outline.bounds);
    QVERIFY(framed);
    QVERIFY(stage.canvas().camera().scale() >= 0.56);
    QVERIFY2(stage.canvas().visibleItems().size() >= 15,
             qPrintable(QString::number(stage.canvas().visibleItems().size())));
  }

  void aChosenGroupingIsFullyVisible() {
    GraphStage stage;
    stage.canvas().goTo(testing::id_dot);
    stage.canvas().camera().zoomBy(3);
    stage.view.arrangement().setGroupBy(GroupBy::scope);
    stage.settle();
    QVERIFY(stage.canvas().camera().everythingFits());
    stage.view.arrangement().setGroupBy(GroupBy::role);
    stage.view.arrangement().setAllOpen(true);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), 27u);
    stage.view.arrangement().setGroupBy(GroupBy::role);  // chosen again: its groups close
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), 5u);
  }

  // In a large graph only as many groups open as keep the view legible, for every grouping.
  void chosenGroupsAreLegible() {
    GraphStage stage;
    stage.session.use(testing::big_graph(1500, true));
    stage.settle();
    const double opened = stage.canvas().camera().scale();
    for (const GroupBy by : {GroupBy::role, GroupBy::scope}) {
      stage.view.arrangement().setGroupBy(GroupBy::none);
      stage.settle();
      QVERIFY(stage.canvas().scene().cards.size() > 1000);
      stage.view.arrangement().setGroupBy(by);
      stage.settle();
      QCOMPARE(stage.view.grouping().by(), by);
      QVERIFY(stage.canvas().scene().cards.size() < 300);
      QVERIFY2(stage.canvas().camera().scale() > 0.99 * std::min(opened, 0.56),
               qPrintable(QString::number(stage.canvas().camera().scale())));
      QVERIFY(stage.canvas().camera().everythingFits());
    }
  }

  // Groups of a compilation are found in a background job: groups the user opens meanwhile stay
  // open, and ops made by the compilation are in closed groups.
  void aGroupMayOpenWhileOthersAreFound() {
    GraphStage stage;
    const GraphRecordPtr written = testing::big_graph(9000, true);
    stage.session.use(written);
    stage.settle();
    stage.view.arrangement().setGroupBy(GroupBy::scope);
    stage.view.arrangement().setAllOpen(false);
    stage.settle();
    auto made = std::make_shared<GraphRecord>(*written);
    for (int i = 0; i < 30; ++i) {
      OpRecord op = written->ops.back();
      op.id = 1'000'000 + static_cast<OpId>(i);
      op.name = "made_" + std::to_string(i);
      op.scope = "made/by/a_pass";
      op.operands = {{written->ops.back().id, 0, "x"}};
      made->ops.push_back(op);
    }
    auto compilation = std::make_shared<CompilationRecord>();
    PassRecord pass;
    pass.name = "adds";
    pass.before = written, pass.after = made;
    compilation->passes.push_back(pass);
    const DocumentRecordPtr document = stage.session.documents.document();
    const ItemId opened = stage.view.grouping().groups().front().id;
    stage.session.use(document, compilation);
    stage.view.arrangement().setOpen(opened, true);
    stage.settle();
    QVERIFY(stage.view.grouping().isOpen(opened));
    int added = 0;
    for (const Group& group : stage.view.grouping().groups()) {
      const bool ofThePass =
          std::find(group.ops.begin(), group.ops.end(), 1'000'000u) != group.ops.end();
      added += ofThePass;
      if (ofThePass) QVERIFY(!stage.view.grouping().isOpen(group.id));
    }
    QVERIFY(added > 0);
  }

  void theGroupsMenuHasAllAndTicksOne() {
    GraphStage stage;
    QMenu* menu = nullptr;
    for (QAction* action : stage.view.findChildren<QAction*>())
      if (action->text() == "Groups") menu = action->menu();
    QVERIFY(menu);
    QStringList texts, ticked;
    for (QAction* action : menu->actions()) {
      texts << action->text();
      if (action->isChecked() && !action->isIconVisibleInMenu()) ticked << action->text();
    }
    QCOMPARE(texts[0], "Open all groups");
    QCOMPARE(texts[1], "Close all groups");
    QCOMPARE(ticked, QStringList("Group by role"));
  }
};

NGRAPH_TEST(GraphGroupsTest, QApplication)
#include "graph_groups_test.moc"
