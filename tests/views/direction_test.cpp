// SPDX-License-Identifier: Apache-2.0
// Tests the left-to-right direction: rows become columns, keys follow the drawn direction, nothing
// visible in one direction is missing in the other, and the choice is saved.
#include <QStandardPaths>
#include <QtTest>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_changes.h"
#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"
#include "tests/support/graph_stage.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/graph_export.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

class DirectionTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void ctrlKTurnsTheGraphAndBack() {
    GraphStage stage;
    const auto centre = [&](OpId op) { return stage.canvas().cardRect(op).center(); };
    QVERIFY(centre(testing::id_dot).y() < centre(testing::id_add).y());
    const std::size_t cards = stage.canvas().scene().cards.size();
    const auto reads = [&] {  // edges, plus chips that replace edges
      std::size_t count = stage.canvas().scene().edges.size();
      for (const auto& [source, readers] : stage.canvas().scene().farReaders)
        count += readers.size();
      return count;
    };
    const std::size_t edges = reads();
    QStringList words;
    QObject::connect(&stage.view, &GraphView::echoed, &stage.view,
                     [&](const QString&, const QStringList& said) { words = said; });
    QTest::keyClick(&stage.canvas(), Qt::Key_K, Qt::ControlModifier);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    QCOMPARE(words, (QStringList{"--direction", "right"}));
    QCOMPARE(scene.cards.size(), cards);
    QCOMPARE(reads(), edges);
    QVERIFY(centre(testing::id_dot).x() < centre(testing::id_add).x());
    QVERIFY(centre(testing::id_add).x() < centre(testing::id_sigmoid).x());
    QVERIFY(scene.bounds.width() > scene.bounds.height());
    QVERIFY(stage.canvas().camera().everythingFits());
    QCOMPARE(testing::overlappingCards(scene), QString());
    QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
    QCOMPARE(stage.canvas().description()["direction"].toString(), "right");
    for (const EdgeShape& edge : scene.edges) {  // edges leave and arrive at the vertical sides
      const QRectF from = scene.cards[static_cast<std::size_t>(edge.from)].rect;
      const QRectF to = scene.cards[static_cast<std::size_t>(edge.to)].rect;
      if (std::abs(from.center().x() - to.center().x()) < 1) continue;  // in the same column
      const bool forwards = from.center().x() < to.center().x();
      const double begin = scene.edgePoints(edge)[0].x();
      const double end = scene.edgePoints(edge)[edge.points - 1].x();
      QVERIFY(std::abs(begin - (forwards ? from.right() : from.left())) < 1);
      QVERIFY(std::abs(end - (forwards ? to.left() : to.right())) < 1);
    }
    QTest::keyClick(&stage.canvas(), Qt::Key_K, Qt::ControlModifier);
    stage.settle();
    QCOMPARE(words, (QStringList{"--direction", "down"}));
    QVERIFY(centre(testing::id_dot).y() < centre(testing::id_add).y());
  }

  void arrowsFollowWhatIsDrawn() {
    GraphStage stage;
    stage.view.arrangement().setDirection(Direction::right);
    stage.settle();
    stage.click(testing::id_add);
    QVERIFY(stage.canvas().walk(Qt::Key_Right));
    QCOMPARE(stage.canvas().selected(), ItemId{testing::id_sigmoid});
    QVERIFY(stage.canvas().walk(Qt::Key_Left));
    QCOMPARE(stage.canvas().selected(), ItemId{testing::id_add});
    // Every op can be reached from every other one.
    const std::set<ItemId> seen = stage.walked(testing::id_add);
    QVERIFY2(seen.size() >= 24, qPrintable(QString::number(seen.size())));
  }

  void passesAndComparisonsAreTurnedToo() {
    GraphStage stage;
    stage.view.arrangement().setDirection(Direction::right);
    stage.settle();
    const auto place = [&] {
      const GraphScene& scene = stage.canvas().scene();
      return scene.cards[static_cast<std::size_t>(scene.find(testing::id_dot))].rect;
    };
    const QRectF before = place();
    stage.selection.selectPass(5);
    stage.settle();
    QCOMPARE(place(), before);
    QCOMPARE(testing::cardPassedByAnEdge(stage.canvas().scene()), QString());
    for (const Hull& hull : stage.canvas().scene().hulls)
      for (const int card : hull.cards)
        QVERIFY(hull.outline.contains(
            stage.canvas().scene().cards[static_cast<std::size_t>(card)].rect.center()));
    QVERIFY(!stage.canvas().scene().hulls.empty());
    stage.view.comparison().compareWithWritten();
    stage.settle();
    QVERIFY(stage.view.comparison().active());
    QCOMPARE(stage.view.comparison().other().scene().direction, Direction::right);
    const QImage image = sceneImage(stage.canvas().scene(), Lit(), 1, {});
    QVERIFY(image.width() > image.height());
  }

  // A pane may be fitted again when it is resized; both still show the same area.
  void bothPanesShowOneAreaAfterAResize() {
    GraphStage stage;
    stage.selection.selectPass(5);
    stage.settle();
    GraphComparison& comparison = stage.view.comparison();
    comparison.compareWithWritten();
    stage.settle();
    for (const QList<int>& sizes : {QList<int>{1, 3}, QList<int>{3, 1}, QList<int>{1, 1}}) {
      comparison.setSizes({sizes[0] * 100, sizes[1] * 100});
      stage.settle();
      const QRectF a = comparison.other().camera().visibleArea();
      const QRectF b = stage.canvas().camera().visibleArea();
      QVERIFY(QLineF(a.center(), b.center()).length() < 1e-6 * b.height());
      QVERIFY(a.adjusted(-1, -1, 1, 1).contains(b));
    }
  }

  // The written graph is not compared with itself; A shows removed ops, and the legend lists that
  // mark.
  void aComparisonShowsDifferences() {
    GraphStage stage;
    QCOMPARE(stage.selection.pass(), asWritten);
    stage.view.comparison().compareWithWritten();
    stage.settle();
    const std::vector<PassRecord>& passes = stage.session.compilations.compilation()->passes;
    const int first = stage.selection.pass();
    QVERIFY(first >= 0 && stage.view.comparison().active());
    const PassRecord& pass = passes[static_cast<std::size_t>(first)];
    QVERIFY(pass.added.size() + pass.removed.size() + pass.modified.size() > 0);
    QCOMPARE(stage.view.comparison().other().caption(), QString("A   input graph"));
    QCOMPARE(stage.canvas().caption(), QString("B   after %1, the first pass that changes it")
                                           .arg(QString::fromStdString(pass.name)));
    stage.selection.selectPass(asWritten);
    stage.settle();
    QCOMPARE(stage.canvas().caption(),
             QString("B   input graph: the same as A, ] shows the next pass"));
    QVERIFY(!stage.view.legend().entries().contains("removed"));
    for (std::size_t i = 0; i < passes.size(); ++i) {
      stage.selection.selectPass(static_cast<int>(i));
      stage.settle();
      const auto gone =
          joined_passes(*stage.session.compilations.compilation(), -1, static_cast<int>(i)).removed;
      QCOMPARE(stage.view.legend().entries().contains("removed"), !gone.empty());
    }
    stage.view.comparison().compareWithWritten();
    stage.settle();
    QVERIFY(!stage.view.comparison().active() && stage.canvas().caption().isEmpty());
  }

  void directionIsSavedWithTheDocument() {
    GraphStage stage;
    stage.view.arrangement().setDirection(Direction::right);
    stage.settle();
    GraphStage again;
    again.view.restoreState(stage.view.savedState());
    again.settle();
    QCOMPARE(again.view.arrangement().direction(), Direction::right);
    QCOMPARE(again.canvas().scene().direction, Direction::right);
    bool checked = false;
    for (const QAction* action : again.view.actions())
      if (action->text() == "Left to right") checked = action->isChecked();
    QVERIFY(checked);
  }

  void devicesGroupWhereOpsNameThem() {
    GraphStage stage;
    const auto action = [&] {
      for (QAction* each : stage.view.actions())
        if (each->text() == "Group by device") return each;
      return static_cast<QAction*>(nullptr);
    };
    QVERIFY(action() && !action()->isEnabled());
    QVERIFY(action()->toolTip().contains("No op names a device"));
    QVERIFY(stage.view.arrange({{"group", "device"}}).contains("No op names a device"));
    auto graph = std::make_shared<GraphRecord>(*testing::sample_document()->graph);
    OpId alone = 0;
    for (std::size_t i = 0; i < graph->ops.size(); ++i) {
      OpRecord& op = graph->ops.edit(i);
      if (op.id == testing::id_dot) op.metadata = {{"device", "gpu"}, {"device_id", "1"}};
      if (op.id == testing::id_add || op.id == testing::id_w) op.metadata = {{"device", "cpu"}};
      if (op.id == testing::id_sigmoid) op.origins = {testing::id_add};  // made by a pass
      if (op.metadata.empty() && op.id != testing::id_sigmoid) alone = op.id;
    }
    stage.session.use(graph);
    stage.settle();
    QVERIFY(action()->isEnabled());
    action()->trigger();
    stage.settle();
    QStringList titles;
    for (const Group& group : stage.view.grouping().groups())
      titles << QString::fromStdString(group.title);
    titles.sort();
    QCOMPARE(titles, (QStringList{"cpu", "gpu 1"}));
    QCOMPARE(stage.view.grouping().around(testing::id_sigmoid).front()->title, "cpu");
    QVERIFY(stage.view.grouping().around(alone).empty());
    stage.view.arrangement().setOpen(stage.group("device:cpu"), false);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    QCOMPARE(scene.find(testing::id_add), -1);
    QCOMPARE(scene.cards[static_cast<std::size_t>(scene.find(stage.group("device:cpu")))].count, 3);
    QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
  }

  void groupsAreNamedAsInTheMenu() {
    GraphStage stage;
    QStringList words;
    QObject::connect(&stage.view, &GraphView::echoed, &stage.view,
                     [&](const QString&, const QStringList& said) { words = said; });
    QCOMPARE(stage.view.arrange({{"group", "role"}, {"open", QJsonArray{"loss"}}}), QString());
    stage.settle();
    QJsonObject grouping = stage.canvas().description()["grouping"].toObject();
    QCOMPARE(grouping["by"].toString(), "role");
    QCOMPARE(grouping["open"].toArray(), QJsonArray{"loss"});
    QVERIFY(grouping["closed"].toArray().contains("gradient"));
    QVERIFY(stage.canvas().scene().find(stage.group("gradient")) >= 0);
    QVERIFY(stage.canvas().scene().find(testing::id_loss) >= 0);
    stage.view.arrangement().setOpen(stage.group("gradient"), true);
    QCOMPARE(words.mid(0, 2), (QStringList{"--group", "role"}));
    QCOMPARE(words.count("--open"), 2);
    QVERIFY(words.contains("gradient") && words.contains("loss"));
    stage.view.arrangement().setAllOpen(true);
    QCOMPARE(words, (QStringList{"--group", "role", "--open", "all"}));
    stage.view.arrangement().setGroupBy(GroupBy::none);
    QCOMPARE(words, (QStringList{"--group", "none"}));
    stage.settle();
    QCOMPARE(stage.canvas().description()["grouping"].toObject()["by"].toString(), "none");
    QVERIFY(stage.view.arrange({{"group", "role"}, {"open", QJsonArray{"nothing"}}})
                .contains("Unknown group nothing"));
    QCOMPARE(stage.view.grouping().by(), GroupBy::none);  // the grouping did not change
  }
};

NGRAPH_TEST(DirectionTest, QApplication)
#include "direction_test.moc"
