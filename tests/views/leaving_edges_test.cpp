// SPDX-License-Identifier: Apache-2.0
// Tests long edges between groups: where there are many, they are painted at their ends only until
// they are highlighted.
#include <QStandardPaths>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/document_record.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/edge_ends.h"
#include "views/graph/graph_export.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

DocumentRecordPtr sample(const std::string& name) {
  return make_document_record(load_document(testing::source_file("sample_graphs/") + name));
}

// The scene with all groups open.
GraphScene openScene(const DocumentRecordPtr& document, Grouping& grouping) {
  grouping = Grouping({document->graph}, GroupBy::role);
  grouping.openAll();
  const Placement placement = PassLayout({document->graph}, grouping).ownPlacement();
  return buildScene({document->graph, nullptr, &placement, &grouping, nullptr});
}

// Two cards, one below the other, and one faded edge between them.
GraphScene twoCards() {
  GraphScene scene;
  for (const double top : {0.0, 900.0}) {
    Card card;
    card.id = scene.cards.size() + 1;
    card.rect = QRectF(0, top, 148, 40);
    scene.index[card.id] = static_cast<int>(scene.cards.size());
    scene.cards.push_back(card);
  }
  scene.points = {{74, 40}, {74, 300}, {74, 600}, {74, 900}};
  EdgeShape edge;
  edge.to = 1;
  edge.points = 4;
  edge.faded = true;
  scene.edges = {edge};
  scene.in = {{}, {0}};
  scene.out = {{0}, {}};
  scene.bounds = QRectF(0, 0, 148, 940);
  scene.cardGrid = SpatialGrid(scene.bounds, 2);
  scene.edgeGrid = SpatialGrid(scene.bounds, 1);
  for (int i = 0; i < 2; ++i)
    scene.cardGrid.insert(i, scene.cards[static_cast<std::size_t>(i)].rect);
  scene.edgeGrid.insert(0, QRectF(74, 40, 1, 860));
  return scene;
}

// The parts of the edge near which something is painted: "begin middle end".
QString painted(const GraphScene& scene, const Lit& lit) {
  QImage image(148, 940, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  GraphPainter(scene, lit).paint(painter, scene.bounds, 1);
  painter.end();
  QStringList parts;
  for (const auto& [part, y] : {std::pair{"begin", 48}, {"middle", 470}, {"end", 893}}) {
    bool any = false;
    for (int x = 66; x < 82; ++x) any |= qAlpha(image.pixel(x, y)) > 40;
    if (any) parts << part;
  }
  return parts.join(' ');
}

}  // namespace

class LeavingEdgesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void longEdgesOfALargeNetFade() {
    Grouping grouping;
    const GraphScene scene = openScene(sample("14_cifar10_resnet.ngraph"), grouping);
    QVERIFY(scene.cards.size() > 1000);
    std::size_t faded = 0;
    for (const EdgeShape& edge : scene.edges) {
      if (!edge.faded) continue;
      ++faded;
      QVERIFY(!edge.hub);
      const Card &a = scene.cards[static_cast<std::size_t>(edge.from)],
                 &b = scene.cards[static_cast<std::size_t>(edge.to)];
      QVERIFY((b.rect.center() - a.rect.center()).manhattanLength() > 5 * metrics::cardWidth);
      QVERIFY(grouping.around(a.id).back() != grouping.around(b.id).back());
    }
    QVERIFY2(faded >= 100, qPrintable(QString::number(faded)));
    QVERIFY(faded < scene.edges.size() / 2);
  }

  void aSmallGraphHasWholeEdges() {
    Grouping grouping;
    const GraphScene scene = openScene(sample("06_mlp.ngraph"), grouping);
    QVERIFY(scene.edges.size() > 20);
    for (const EdgeShape& edge : scene.edges) QVERIFY(!edge.faded);
  }

  void highlightedEdgesAreWhole() {
    const GraphScene scene = twoCards();
    QCOMPARE(painted(scene, {}), QString("begin end"));
    Lit pointed;
    pointed.hoveredEdge = 0;
    QCOMPARE(painted(scene, pointed), QString("begin middle end"));
    for (const int selected : {0, 1}) {
      Lit lit;
      lit.selected = selected;
      lit.item = scene.cards[static_cast<std::size_t>(selected)].id;
      QCOMPARE(painted(scene, lit), QString("begin middle end"));
    }
    QCOMPARE(painted(scene, exportedLit({})), QString("begin middle end"));
    GraphScene plain = scene;
    plain.edges[0].faded = false;
    QCOMPARE(painted(plain, {}), QString("begin middle end"));
  }

  void pointingAtAnEdgeShowsItWhole() {
    GraphStage stage;
    stage.session.use(sample("14_cifar10_resnet.ngraph"), nullptr);
    stage.settle();
    stage.view.arrangement().setAllOpen(true);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    const auto faded = std::find_if(scene.edges.begin(), scene.edges.end(), [](const EdgeShape& e) {
      return e.faded && e.routed && e.points >= 4;
    });
    QVERIFY(faded != scene.edges.end());
    QVERIFY(stage.view.legend().entries().contains("long edge, whole when selected"));
    const QPointF start = scene.edgePoints(*faded)[0];
    stage.canvas().camera().showArea(QRectF(start - QPointF(300, 200), QSizeF(600, 400)));
    const QPointF at = endsOf(scene.edgePoints(*faded), faded->points, 20).first.last();
    const QRectF seen = stage.canvas().camera().visibleArea();
    const QPoint pixel = ((at - seen.topLeft()) * stage.canvas().camera().scale()).toPoint();
    QMouseEvent move(QEvent::MouseMove, pixel, stage.canvas().mapToGlobal(QPointF(pixel)),
                     Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&stage.canvas(), &move);
    QVERIFY(stage.canvas().lit().hoveredEdge >= 0);
    const EdgeShape& edge = scene.edges[static_cast<std::size_t>(stage.canvas().lit().hoveredEdge)];
    QCOMPARE(edge.from, faded->from);
  }

  void endsHaveTheWantedLength() {
    const QPointF chain[] = {{0, 0}, {0, 10}, {0, 20}, {0, 30}, {0, 40}, {0, 80}, {0, 100}};
    const EdgeEnds ends = endsOf(chain, 7, 40);
    QCOMPARE(ends.first.first(), QPointF(0, 0));
    QVERIFY((ends.first.last() - QPointF(0, 40)).manhattanLength() < 0.5);
    QCOMPARE(ends.last.first(), QPointF(0, 100));
    QVERIFY((ends.last.last() - QPointF(0, 60)).manhattanLength() < 0.5);
    QCOMPARE(endsOf(chain, 7, 1000).first.last(), QPointF(0, 100));  // shorter than wanted
  }
};

NGRAPH_TEST(LeavingEdgesTest, QApplication)
#include "leaving_edges_test.moc"
