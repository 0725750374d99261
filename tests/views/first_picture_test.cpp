// SPDX-License-Identifier: Apache-2.0
// Tests incremental routing: thousands of cards are shown before their edges are routed; the first
// scene is final near the viewport and rough elsewhere, and the complete scene follows.
#include <QStandardPaths>
#include <QtTest>
#include <algorithm>
#include <set>

#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/graph_stage.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/scene/scene_outlines.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

struct Made {
  GraphRecordPtr graph;
  Grouping grouping;
  Placement placement;

  explicit Made(int ops)
      : graph(testing::big_graph(ops, true)),
        grouping({graph}, GroupBy::scope),
        placement(PassLayout({graph}, grouping).ownPlacement()) {}
  GraphScene scene(std::optional<QRectF> near = std::nullopt) const {
    return buildScene(
        {graph, nullptr, &placement, &grouping, nullptr, nullptr, nullptr, true, near});
  }
};

std::size_t unrouted(const GraphScene& scene) {
  return static_cast<std::size_t>(std::count_if(
      scene.edges.begin(), scene.edges.end(), [](const EdgeShape& edge) { return !edge.routed; }));
}

// Closes a small group in view, in a graph of 9,000 ops with all groups open.
Group closeASmallGroup(GraphStage& stage) {
  stage.session.use(testing::big_graph(9000, true));
  stage.settle();
  stage.view.arrangement().setGroupBy(GroupBy::scope);
  stage.view.arrangement().setAllOpen(true);
  stage.settle();
  const Group group =
      *std::find_if(stage.view.grouping().groups().begin(), stage.view.grouping().groups().end(),
                    [](const Group& each) { return each.ops.size() > 5 && each.ops.size() < 60; });
  stage.canvas().goTo(group.ops.front());
  stage.view.arrangement().setOpen(group.id, false);
  return group;
}

}  // namespace

class FirstPictureTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void nearbyEdgesAreRoutedFirst() {
    const Made made(1500);
    const GraphScene whole = made.scene();
    QCOMPARE(unrouted(whole), 0u);
    const QRectF near = whole.cards[700].rect.adjusted(-300, -300, 300, 300);
    const GraphScene rough = made.scene(near);
    QVERIFY(rough.cards.size() < whole.cards.size() / 4);
    int here = 0, edges = 0;
    for (std::size_t i = 0; i < whole.cards.size(); ++i) {
      const Card& card = whole.cards[i];
      QVERIFY(rough.bounds.contains(card.rect));
      if (!card.rect.intersects(near)) continue;
      ++here;
      const int same = rough.find(card.id);
      QVERIFY(same >= 0);
      const auto at = static_cast<std::size_t>(same);
      QCOMPARE(rough.cards[at].rect, card.rect);
      QCOMPARE(rough.cards[at].title, card.title);
      QCOMPARE(rough.cards[at].chips.size(), card.chips.size());
      QCOMPARE(rough.in[at].size(), whole.in[i].size());
      QCOMPARE(rough.out[at].size(), whole.out[i].size());
      for (const int e : rough.in[at]) {
        QVERIFY(rough.edges[static_cast<std::size_t>(e)].routed);
        ++edges;
      }
    }
    QVERIFY2(here > 5 && edges > 5, qPrintable(QString("%1, %2").arg(here).arg(edges)));
    QVERIFY2(testing::cardPassedByAnEdge(whole).isEmpty(),
             qPrintable(testing::cardPassedByAnEdge(whole)));
  }

  // Zoomed out, all cards are present and edges are straight lines.
  void zoomedOutEdgesAreLinesFirst() {
    const Made made(1500);
    const GraphScene whole = made.scene(), rough = made.scene(QRectF());
    QCOMPARE(rough.cards.size(), whole.cards.size());
    QCOMPARE(rough.edges.size(), whole.edges.size());
    for (const EdgeShape& edge : rough.edges) {
      QCOMPARE(edge.routed, edge.hub);
      const QRectF& from = rough.cards[static_cast<std::size_t>(edge.from)].rect;
      const QRectF& to = rough.cards[static_cast<std::size_t>(edge.to)].rect;
      QVERIFY(from.adjusted(-1, -1, 1, 1).contains(rough.edgePoints(edge)[0]));
      QVERIFY(to.adjusted(-1, -1, 1, 1).contains(rough.edgePoints(edge)[edge.points - 1]));
    }
  }

  // An edge without a route is painted only when zoomed out and cannot be match.
  void anUnroutedEdgeIsNotHit() {
    const Made made(1500);
    const GraphScene whole = made.scene(), rough = made.scene(QRectF());
    int matches = 0, roughMatches = 0;
    for (const EdgeShape& edge : whole.edges) {
      if (edge.hub) continue;
      const QPointF middle = whole.edgePoints(edge)[edge.points / 6 * 3];
      matches += whole.edgeAt(middle, 2) >= 0;
      const int found = rough.edgeAt(middle, 2);
      roughMatches += found >= 0 && !rough.edges[static_cast<std::size_t>(found)].hub;
    }
    QVERIFY(matches > 1000);
    QCOMPARE(roughMatches, 0);
  }

  void outlinesAreRoughFirst() {
    const Made made(1500);
    const GraphScene whole = made.scene(), rough = made.scene(QRectF());
    QCOMPARE(rough.frames.size(), whole.frames.size());
    QVERIFY(rough.frames.size() > 20);
    for (std::size_t i = 0; i < rough.frames.size(); ++i) {
      QCOMPARE(rough.frames[i].cards, whole.frames[i].cards);
      QCOMPARE(rough.frames[i].labels.size(), whole.frames[i].labels.size());
      QCOMPARE(rough.frames[i].labels.front(), whole.frames[i].labels.front());
      for (const int card : rough.frames[i].cards)
        QVERIFY(rough.frames[i].outline.contains(
            rough.cards[static_cast<std::size_t>(card)].rect.center()));
    }
  }

  // An outline that repeats is computed once and translated to the other places.
  void cachedOutlinesEqualNewOnes() {
    const GraphScene scene = Made(1500).scene();
    std::set<std::size_t> sizes;
    for (const Frame& frame : scene.frames) {
      if (frame.cards.size() > 80) continue;
      const Outline alone = Outliner(scene).around(frame.cards, 10, frame.title).outline;
      Outliner used(scene);
      for (const Frame& other : scene.frames)
        if (other.cards.size() <= 80) used.around(other.cards, 10, other.title);
      const Outline again = used.around(frame.cards, 10, frame.title).outline;
      QCOMPARE(again.pieces.size(), 1u);
      QCOMPARE(again.pieces[0].elementCount(), alone.pieces[0].elementCount());
      for (int i = 0; i < alone.pieces[0].elementCount(); ++i) {
        QVERIFY(std::abs(alone.pieces[0].elementAt(i).x - again.pieces[0].elementAt(i).x) < 0.1);
        QVERIFY(std::abs(alone.pieces[0].elementAt(i).y - again.pieces[0].elementAt(i).y) < 0.1);
      }
      sizes.insert(frame.cards.size());
      if (sizes.size() > 4) break;
    }
    QVERIFY(sizes.size() > 1);
  }

  void theCompleteSceneFollows() {
    GraphStage stage;
    stage.session.use(testing::big_graph(9000, true));
    stage.settle();
    stage.view.arrangement().setGroupBy(GroupBy::scope);
    stage.view.arrangement().setAllOpen(false);
    stage.settle();
    const std::size_t closed = stage.canvas().scene().cards.size();
    QVERIFY(closed < 4000);
    QCOMPARE(unrouted(stage.canvas().scene()), 0u);

    stage.view.arrangement().setAllOpen(true);
    QTRY_VERIFY(stage.canvas().scene().cards.size() > 4000);
    const ScenePtr first = stage.canvas().sharedScene();
    QVERIFY(unrouted(*first) > 1000);
    QVERIFY(stage.view.busy());
    QTRY_VERIFY(stage.canvas().sharedScene() != first);
    const GraphScene& whole = stage.canvas().scene();
    QVERIFY(!stage.view.busy());
    QCOMPARE(unrouted(whole), 0u);
    QCOMPARE(whole.cards.size(), first->cards.size());
    const GraphScene expected =
        buildScene({stage.view.graph(), nullptr,
                    stage.view.arrangement().placer().placement().get(), &stage.view.grouping()});
    QCOMPARE(whole.points.size(), expected.points.size());
    QVERIFY(whole.points == expected.points);
    QCOMPARE(whole.bounds, expected.bounds);
  }

  // At high zoom the content in view does not move while the rest is routed.
  void closeUpNothingMoves() {
    GraphStage stage;
    const Group group = closeASmallGroup(stage);
    QTRY_VERIFY(stage.canvas().scene().find(group.id) >= 0);
    const ScenePtr first = stage.canvas().sharedScene();
    QVERIFY(first->cards.size() < 1000);
    const QRectF at = stage.canvas().cardRect(group.id);
    QVERIFY(QRectF(stage.canvas().rect()).intersects(at));
    for (const int e : first->in[static_cast<std::size_t>(first->find(group.id))])
      QVERIFY(first->edges[static_cast<std::size_t>(e)].routed);
    QTRY_VERIFY(stage.canvas().sharedScene() != first);
    QCOMPARE(stage.canvas().cardRect(group.id), at);
    QVERIFY(stage.canvas().scene().cards.size() > 4000);
  }

  // When a group opens, its first scene contains everything in view, and the view does not move
  // again.
  void anOpenedGroupIsSeenAtOnce() {
    GraphStage stage;
    const Group group = closeASmallGroup(stage);
    stage.settle();
    stage.view.arrangement().setOpen(group.id, true);
    QTRY_VERIFY(stage.canvas().scene().find(group.id) < 0);
    const ScenePtr first = stage.canvas().sharedScene();
    QVERIFY(first->cards.size() < 2000);
    const std::vector<ItemId> seen = stage.canvas().visibleItems();
    const QRectF area = stage.canvas().camera().visibleArea();
    QVERIFY(std::find(seen.begin(), seen.end(), group.ops.front()) != seen.end());
    stage.settle();
    QVERIFY(stage.canvas().sharedScene() != first);
    QVERIFY(stage.canvas().scene().cards.size() > 4000);
    QCOMPARE(stage.canvas().camera().visibleArea(), area);
    const std::vector<ItemId> all = stage.canvas().visibleItems();
    QCOMPARE(std::set<ItemId>(seen.begin(), seen.end()), std::set<ItemId>(all.begin(), all.end()));
  }
};

NGRAPH_TEST(FirstPictureTest, QApplication)
#include "first_picture_test.moc"
