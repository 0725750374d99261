// SPDX-License-Identifier: Apache-2.0
// Tests the graph canvas and its view: what is shown, clicks, keys, wheel, pass marks, groups,
// search, export. A click must never move the view.
#include <QFile>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/effort.h"
#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/minimap.h"
#include "views/graph/graph_export.h"
#include "views/graph/scene/hub_edges.h"
#include "views/inspector/inspector_view.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

void wheel(QWidget& widget, QPointF at, int degrees) {
  QWheelEvent event(at, widget.mapToGlobal(at), {}, QPoint(0, degrees), Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&widget, &event);
}

double distance(QPointF a, QPointF b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y());
}

}  // namespace

class CanvasTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void opensFittedWithAxesOnCards() {
    GraphStage stage;
    QCOMPARE(stage.canvas().scene().cards.size(), 27u);
    QCOMPARE(stage.canvas().visibleItems().size(), 27u);
    QVERIFY(stage.canvas().camera().everythingFits());
    QVERIFY(!stage.canvas().findChild<Minimap*>()->isVisible());
    const Card& x = stage.canvas().scene().cards[static_cast<std::size_t>(
        stage.canvas().scene().find(testing::id_x))];
    QCOMPARE(x.title, "X");
    QCOMPARE(x.kind, "placeholder");
    QCOMPARE(x.detail, "C 4 · N 128");
    QVERIFY(stage.view.crumbs().passText().contains("input graph"));
    QVERIFY(stage.canvas().accessibleName().contains("27"));
  }

  void aClickSelectsAndMovesNothing() {
    GraphStage stage;
    stage.canvas().camera().oneToOne();
    stage.canvas().reveal(testing::id_dot);
    const QRectF before = stage.canvas().camera().visibleArea();
    stage.click(testing::id_dot);
    QCOMPARE(stage.selection.op(), testing::id_dot);
    QCOMPARE(stage.canvas().selected(), testing::id_dot);
    QCOMPARE(stage.canvas().camera().visibleArea(), before);
    QVERIFY(stage.canvas().accessibleDescription().contains("N 128"));
    stage.selection.selectOp(testing::id_assign_w);  // selected from outside the canvas
    stage.settle();
    QCOMPARE(stage.canvas().selected(), testing::id_assign_w);
    QCOMPARE(stage.canvas().camera().visibleArea(), before);
    stage.canvas().camera().fit();
    QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, QPoint(3, 3));
    stage.settle();
    QCOMPARE(stage.selection.op(), OpId(0));
  }

  void wheelZoomsAtTheCursorAndDragPans() {
    GraphStage stage;
    const QPointF at = stage.canvas().cardRect(testing::id_sigmoid).center();
    const double scale = stage.canvas().camera().scale();
    wheel(stage.canvas(), at, 360);
    QVERIFY(stage.canvas().camera().scale() > scale * 1.5);
    QVERIFY(distance(stage.canvas().cardRect(testing::id_sigmoid).center(), at) < 0.5);
    QVERIFY(stage.canvas().findChild<Minimap*>()->isVisible());
    const QPoint start(500, 300);
    QTest::mousePress(&stage.canvas(), Qt::LeftButton, {}, start);
    QTest::mouseMove(&stage.canvas(), start + QPoint(20, 10));
    QTest::mouseMove(&stage.canvas(), start + QPoint(60, -30));
    QTest::mouseRelease(&stage.canvas(), Qt::LeftButton, {}, start + QPoint(60, -30));
    QVERIFY(distance(stage.canvas().cardRect(testing::id_sigmoid).center(), at + QPointF(60, -30)) <
            0.5);
    QCOMPARE(stage.selection.op(), OpId(0));  // a drag does not select
    QTest::keyClick(&stage.canvas(), Qt::Key_Home);
    QVERIFY(stage.canvas().camera().everythingFits());
  }

  void stepsThroughPassesKeepCardsAtTheirPixels() {
    GraphStage stage;
    const CompilationRecordPtr record = stage.session.compilations.compilation();
    for (std::size_t i = 0; i < record->passes.size(); ++i) {
      std::map<ItemId, QRectF> before;
      for (const Card& card : stage.canvas().scene().cards)
        if (!card.ghost) before[card.id] = stage.canvas().cardRect(card.id);
      stage.canvas().camera().oneToOne();
      stage.canvas().goTo(testing::id_sigmoid);
      for (auto& [id, rect] : before) rect = stage.canvas().cardRect(id);
      stage.selection.selectPass(static_cast<int>(i));
      stage.settle();
      for (const auto& [id, rect] : before) QCOMPARE(stage.canvas().cardRect(id), rect);
    }
  }

  void marksAreThoseOfThePass() {
    GraphStage stage;
    stage.selection.selectPass(0);
    stage.settle();
    const PassRecord& pass = stage.session.compilations.compilation()->passes[0];
    QCOMPARE(stage.marked(Mark::added), static_cast<int>(pass.added.size()));
    QCOMPARE(stage.marked(Mark::removed), static_cast<int>(pass.removed.size()));
    QCOMPARE(stage.marked(Mark::changed), static_cast<int>(pass.modified.size()));
    const GraphScene& scene = stage.canvas().scene();
    QVERIFY(scene.cards[static_cast<std::size_t>(scene.find(testing::id_deriv_w))].ghost);
    QVERIFY(stage.view.crumbs().passText().contains("1/7 expand_deriv: −2 +6"));
    QVERIFY(stage.view.legend().entries().contains("removed"));
    stage.selection.selectPass(3);  // a pass that changed nothing
    stage.settle();
    QVERIFY(!stage.canvas().scene().diff);
    QVERIFY(stage.view.crumbs().passText().contains("no change"));
  }

  void fusedOpsAreHullsWithTheirKernelsName() {
    GraphStage stage;
    stage.selection.selectPass(6);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    QCOMPARE(scene.find(testing::id_k0), -1);
    QCOMPARE(scene.hulls.size(), 2u);
    for (const Hull& hull : scene.hulls) {
      for (const int card : hull.cards)
        QVERIFY(hull.outline.path().contains(scene.cards[static_cast<std::size_t>(card)].rect));
      for (const Card& card : scene.cards)
        QVERIFY2(card.kernel == hull.kernel || !hull.outline.path().intersects(card.rect),
                 qPrintable(card.title + " in " + hull.name));
    }
    // A click on the hull outside its cards selects the kernel.
    const QRectF label = scene.hulls[1].labels.front();
    const QPointF origin = stage.canvas().cardRect(testing::id_x).topLeft();
    const QRectF x = scene.cards[static_cast<std::size_t>(scene.find(testing::id_x))].rect;
    const QPointF at = origin + (label.center() - x.topLeft()) * stage.canvas().camera().scale();
    QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, at.toPoint());
    stage.settle();
    QCOMPARE(stage.selection.state().kernel, scene.hulls[1].name);
    QCOMPARE(stage.canvas().lit().kernel, scene.hulls[1].kernel);
  }

  void groupsCloseAndOpenInPlace() {
    GraphStage stage;
    const ItemId loss = stage.group("loss");
    const OpId first = stage.view.grouping().find(loss)->ops.front();
    const QRectF before = stage.canvas().cardRect(first);
    stage.view.arrangement().setOpen(loss, false);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    const Card& card = scene.cards[static_cast<std::size_t>(scene.find(loss))];
    QCOMPARE(card.title, "loss");
    QCOMPARE(card.kind, "12 ops");
    QVERIFY(card.detail.contains("FLOP"));
    QVERIFY(distance(stage.canvas().cardRect(loss).center(), before.center()) <= 1);
    const QRectF closed = stage.canvas().cardRect(loss);
    QTest::mouseDClick(&stage.canvas(), Qt::LeftButton, {}, stage.centre(loss));
    stage.settle();
    QCOMPARE(stage.canvas().scene().find(loss), -1);
    QVERIFY(distance(stage.canvas().cardRect(first).center(), closed.center()) <= 1);
    stage.view.arrangement().setAllOpen(false);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), 5u);
    // Inside a closed group: the group's card gets the selection ring.
    stage.selection.selectOp(testing::id_dot);
    stage.settle();
    QCOMPARE(stage.canvas().selected(), stage.group("forward"));
  }

  void aClosedGroupIsSelectedAsOne() {
    GraphStage stage;
    const ItemId loss = stage.group("loss");
    const std::vector<OpId> inside = stage.view.grouping().find(loss)->ops;
    stage.view.arrangement().setOpen(loss, false);
    stage.settle();
    QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, stage.centre(loss));
    stage.settle();
    QVERIFY(stage.selection.state().group);
    QCOMPARE(stage.selection.state().group->title, QString("loss"));
    QCOMPARE(stage.selection.state().group->ops, inside);
    InspectorView inspector(stage.workspace);
    inspector.show();
    stage.settle();
    QCOMPARE(inspector.subject(), InspectorView::Subject::group);
    stage.selection.selectOp(inside.front());  // an op outside any group
    stage.settle();
    QVERIFY(!stage.selection.state().group);
    QCOMPARE(inspector.subject(), InspectorView::Subject::op);
    stage.view.arrangement().setOpen(loss, true);
    stage.settle();
    for (QAction* action : stage.view.actions())
      if (action->shortcut() == QKeySequence("Shift+Return")) action->trigger();  // closes it again
    stage.settle();
    QVERIFY(stage.canvas().scene().find(loss) >= 0);
  }

  void arrowKeysWalkAlongEdges() {
    GraphStage stage;
    stage.click(testing::id_w);
    QTest::keyClick(&stage.canvas(), Qt::Key_Down);
    stage.settle();
    QCOMPARE(stage.selection.op(), testing::id_dot);
    QTest::keyClick(&stage.canvas(), Qt::Key_Down);
    stage.settle();
    QCOMPARE(stage.selection.op(), testing::id_add);
    // Every op can be reached from every other one.
    const std::set<ItemId> seen = stage.walked(testing::id_add);
    QVERIFY2(seen.size() >= 24, qPrintable(QString::number(seen.size())));
  }

  void anEdgeIsFollowedToItsFarEnd() {
    GraphStage stage;
    const GraphScene& scene = stage.canvas().scene();
    int edge = -1;
    for (std::size_t i = 0; i < scene.edges.size(); ++i)
      if (scene.cards[static_cast<std::size_t>(scene.edges[i].from)].id == testing::id_loss)
        edge = static_cast<int>(i);
    QVERIFY(edge >= 0);
    stage.canvas().goTo(testing::id_loss);
    stage.click(testing::id_loss);
    stage.canvas().followEdge(edge);
    stage.settle();
    const ItemId end =
        scene.cards[static_cast<std::size_t>(scene.edges[static_cast<std::size_t>(edge)].to)].id;
    QCOMPARE(stage.selection.op(), end);
    QVERIFY(stage.canvas().rect().contains(stage.centre(end)));
  }

  // An op with 60 readers is drawn with tags instead of 60 curves; the curves appear on selection.
  void aHubIsDrawnByTags() {
    GraphRecord graph = *testing::big_graph(200);
    const OpId hub = std::find_if(graph.ops.begin(), graph.ops.end(), [](const OpRecord& op) {
                       return !op.operands.empty();
                     })->id;
    for (std::size_t i = 100; i < 160; ++i) graph.ops.edit(i).operands.push_back({hub, 0, {}});
    GraphStage stage;
    stage.session.use(std::make_shared<GraphRecord>(graph));
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    const int card = scene.find(hub);
    QVERIFY(card >= 0);
    int tags = 0;
    for (const EdgeShape& edge : scene.edges) {
      QCOMPARE(edge.hub, edge.from == card);
      tags += edge.hub;
      QVERIFY(edge.points >= 4);
    }
    QVERIFY2(tags >= 60, qPrintable(QString::number(tags)));
    stage.canvas().camera().fit();
    const QImage before = stage.canvas().grab().toImage();
    stage.canvas().select(hub);
    const QImage after = stage.canvas().grab().toImage();
    int changed = 0;
    for (int y = 0; y < before.height(); ++y)
      for (int x = 0; x < before.width(); ++x) changed += before.pixel(x, y) != after.pixel(x, y);
    QVERIFY2(changed > 2000, qPrintable(QString::number(changed)));
  }

  // An edge across hundreds of rows is drawn as a tag with the source's name.
  void aVeryLongEdgeIsATag() {
    GraphScene scene;
    for (const int row : {0, 250, 251}) {
      Card card;
      card.row = row;
      scene.cards.push_back(card);
    }
    for (const int to : {1, 2}) {
      EdgeShape edge;
      edge.to = to;
      scene.edges.push_back(edge);
    }
    markHubs(scene);
    QVERIFY(!scene.edges[0].hub);
    QVERIFY(scene.edges[1].hub && scene.edges[1].tagAtReader);
  }

  void revealGoesThereAndBackReturns() {
    GraphStage stage;
    stage.canvas().goTo(testing::id_w);
    stage.click(testing::id_w);
    const QRectF before = stage.canvas().camera().visibleArea();
    stage.selection.selectOp(testing::id_loss);
    stage.settle();
    stage.selection.reveal(Facet::op);
    QVERIFY(distance(stage.canvas().cardRect(testing::id_loss).center(),
                     QRectF(stage.canvas().rect()).center()) < 1);
    stage.selection.back();
    stage.settle();
    QCOMPARE(stage.selection.op(), testing::id_w);
    QVERIFY(distance(stage.canvas().camera().visibleArea().center(), before.center()) < 1);
  }

  void legibleCardsAreNotMoved() {
    GraphStage stage;
    stage.canvas().camera().fit();
    QVERIFY(stage.canvas().camera().scale() >= 0.56);
    const QRectF before = stage.canvas().camera().visibleArea();
    stage.selection.selectOp(testing::id_loss);
    stage.selection.reveal(Facet::op);
    QCOMPARE(stage.canvas().camera().visibleArea(), before);
    stage.canvas().camera().zoomBy(0.1);
    stage.selection.reveal(Facet::op);
    QVERIFY(stage.canvas().camera().scale() >= 0.56);
  }

  // Nodes of an imported model have the colour of a family, other closed groups are grey.
  void theLegendNamesTheFamiliesOfModelNodes() {
    GraphScene scene;
    scene.cards.resize(3);
    scene.cards[0].family = Family::state;
    for (const int group : {1, 2}) scene.cards[static_cast<std::size_t>(group)].group = true;
    scene.cards[1].family = Family::dense;
    scene.cards[1].node = true;
    scene.cards[2].family = Family::view;
    LegendStrip legend;
    legend.show(scene, ColourBy::family);
    QCOMPARE(legend.entries(), QStringList({"state", "dense"}));
  }

  void heatColoursByCost() {
    GraphStage stage;
    stage.view.colours().choose(ColourBy::flops);
    const auto& heat = stage.canvas().lit().heat;
    const GraphScene& scene = stage.canvas().scene();
    QCOMPARE(heat[static_cast<std::size_t>(scene.find(testing::id_dot))], 1.0f);
    QVERIFY(heat[static_cast<std::size_t>(scene.find(testing::id_x))] < 0);
    QCOMPARE(stage.view.legend().entries().front(), "FLOP per card");
  }

  void tooltipsSayShapeCostAndValue() {
    GraphStage stage;
    const GraphScene& scene = stage.canvas().scene();
    const QString tip =
        stage.canvas().cardTip(scene.cards[static_cast<std::size_t>(scene.find(testing::id_dot))]);
    QVERIFY2(tip.contains("N 128, float32") && tip.contains("1,024 FLOP"), qPrintable(tip));
    QVERIFY(stage.canvas().edgeTip(scene.edges.front()).contains("→"));
  }

  void theOverviewAvoidsTheSelectedCard() {
    GraphStage stage;
    GraphCanvas& canvas = stage.canvas();
    const auto* map = canvas.findChild<Minimap*>();
    canvas.camera().oneToOne();
    QVERIFY(map->isVisible());
    const QSizeF size = canvas.camera().visibleArea().size();
    for (const QPointF corner : {QPointF(1, 1), QPointF(0, 1), QPointF(1, 0), QPointF(0, 0)}) {
      const QRectF card =
          canvas.scene().cards[static_cast<std::size_t>(canvas.scene().find(testing::id_dot))].rect;
      // Scrolls the card into this corner.
      const QPointF inset((1 - 2 * corner.x()) * -100, (1 - 2 * corner.y()) * -70);
      const QPointF at = card.center() + inset;
      canvas.camera().showArea(
          QRectF(at - QPointF(corner.x() * size.width(), corner.y() * size.height()), size));
      canvas.select(0);
      canvas.select(testing::id_dot);
      QVERIFY(canvas.rect().contains(canvas.cardRect(testing::id_dot).center().toPoint()));
      QVERIFY(!canvas.cardRect(testing::id_dot).intersects(map->geometry()));
    }
  }

  void exportsAllThreeKinds() {
    GraphStage stage;
    QTemporaryDir folder;
    for (const char* name : {"g.svg", "g.pdf", "g.png"}) {
      QVERIFY(stage.view.exporter().exportTo(folder.filePath(name)));
      QTRY_VERIFY(stage.jobs.idle());
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray bytes = file.readAll();
      QVERIFY(bytes.size() > 3000);
      if (QByteArray(name) == "g.svg") QVERIFY(bytes.contains("sigmoid") && bytes.contains("C 4"));
    }
    QVERIFY(!stage.view.exporter().exportTo(folder.filePath("g.bmp")));
    QVERIFY(stage.view.exporter().exportTo("/nowhere/g.svg"));
    QTRY_VERIFY(stage.view.crumbs().noticeText().contains("/nowhere/g.svg"));
    QString why;
    QVERIFY(!exportScene(stage.canvas().scene(), {}, "/nowhere/g.svg", why));
    QVERIFY(why.contains("/nowhere/g.svg"));
  }

  void aPictureIsPaintedInBothThemes() {
    GraphStage stage;
    for (const bool dark : {false, true}) {
      Theme::current().setDark(dark);
      const QImage image = stage.canvas().grab().toImage();
      QCOMPARE(image.pixelColor(2, 2), Theme::current().colours().canvas);
      const QRectF card = stage.canvas().cardRect(testing::id_sigmoid);
      QCOMPARE(image.pixelColor((card.bottomRight() - QPointF(12, 6)).toPoint()),
               Theme::current().colours().card);
      const QPointF stripe(card.left() + 2 * stage.canvas().camera().scale(), card.center().y());
      QCOMPARE(image.pixelColor(stripe.toPoint()), Theme::current().family(Family::elementwise));
    }
    Theme::current().setDark(false);
  }

  void thumbnailsShowTheGraph() {
    const QImage image = graphPicture(testing::sample_document()->graph, {240, 120}, 1);
    QCOMPARE(image.size(), QSize(240, 120));
    std::set<QRgb> colours;
    for (int y = 0; y < 120; ++y)
      for (int x = 0; x < 240; ++x) colours.insert(image.pixel(x, y));
    QVERIFY(colours.size() > 20);
    QCOMPARE(graphPicture(std::make_shared<GraphRecord>(), {64, 64}, 1).size(), QSize(64, 64));
  }

  void aHangingLayoutKeepsOurOwn() {
    QTemporaryDir folder;
    QFile helper(folder.filePath("helper"));
    QVERIFY(helper.open(QIODevice::WriteOnly));
    helper.write("#!/bin/sh\nexec sleep 1000\n");
    helper.close();
    helper.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    GraphStage stage;
    stage.view.arrangement().placer().client().setProgram(helper.fileName());
    stage.view.arrangement().placer().client().setDeadline(50);
    stage.view.arrangement().setAllOpen(false);
    QCOMPARE(stage.canvas().scene().cards.size(), 5u);  // at once, with our own layout
    QTRY_VERIFY(stage.view.findChild<CrumbStrip*>()->noticeText().contains("simple layout"));
    QCOMPARE(stage.canvas().scene().cards.size(), 5u);
  }

  void tenThousandOpsPanSmoothly() {
    const GraphRecordPtr graph = testing::big_graph(10'000);
    const Grouping grouping({graph}, GroupBy::role);
    const Placement placement = PassLayout({graph}, grouping).ownPlacement();
    GraphCanvas canvas;
    canvas.resize(1600, 1000);
    canvas.show();
    canvas.setScene(
        std::make_shared<GraphScene>(buildScene({graph, nullptr, &placement, &grouping})));
    QImage image(canvas.size(), QImage::Format_RGB32);
    for (const double scale : {0.01, 0.1, 0.5, 1.0}) {
      canvas.goTo(5000);
      canvas.camera().zoomBy(scale / canvas.camera().scale());
      const testing::Effort effort;
      canvas.render(&image);
      QVERIFY2(effort.within(250), "hang guard");
    }
    QVERIFY(canvas.visibleItems().size() < 400);
  }

  void largeDocumentsOpenOffTheGuiThread() {
    Jobs jobs;
    Selection selection;
    testing::SampleSession session;
    session.use(testing::big_graph(3000));
    Workspace workspace{session, selection, jobs};
    GraphView view(workspace);
    view.resize(980, 668);
    view.show();
    QVERIFY(view.canvas().scene().cards.empty());
    QTRY_COMPARE(view.canvas().scene().cards.size(),
                 view.graph()->ops.size() - 1);  // the broadcast is folded
    selection.selectOp(1000);
    selection.reveal(Facet::op);
    QVERIFY(!view.canvas().cardRect(1000).isEmpty());
  }

  void emptyWithoutADocument() {
    Jobs jobs;
    Selection selection;
    testing::SampleSession session;
    Workspace workspace{session, selection, jobs};
    GraphView view(workspace);
    view.resize(600, 400);
    view.show();
    QVERIFY(!view.canvas().isVisible());
    for (QAction* action : view.actions()) QVERIFY(!action->text().isEmpty());
    view.finder().next(1);
    view.arrangement().setAllOpen(false);
    view.canvas().camera().fit();
    QVERIFY(view.canvas().visibleItems().empty());
  }
};

NGRAPH_TEST(CanvasTest, QApplication)
#include "canvas_test.moc"
