// SPDX-License-Identifier: Apache-2.0
// Tests that the overview of the graph pans without jumps.
#include "views/graph/canvas/minimap.h"

#include <cmath>

#include "tests/support/graph_stage.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

double distance(QPointF a, QPointF b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y());
}

}  // namespace

class MinimapTest : public QObject {
  Q_OBJECT

 private slots:
  // Dragging moves the view with the cursor, a click far away pans in steps, and neither the view
  // nor the overview jumps at its border.
  void theOverviewPansSmoothly() {
    GraphStage stage;
    GraphCanvas& canvas = stage.canvas();
    auto* map = canvas.findChild<Minimap*>();
    canvas.camera().zoomBy(4);
    QTRY_VERIFY(map->isVisible());
    const double scale = canvas.camera().scale();
    const QRectF all = canvas.scene().bounds;
    canvas.camera().centreOn(QRectF(all.center(), QSizeF()));
    testing::settle(100);
    const auto centre = [&] { return canvas.camera().visibleArea().center(); };
    double longest = 0;
    QPointF last = centre();
    const auto moved = connect(&canvas.camera(), &GraphCamera::moved, this, [&] {
      longest = std::max(longest, distance(centre(), last) * scale);
      last = centre();
    });
    // A press within the frame but off its centre moves nothing.
    const QPoint middle(map->width() / 2, map->height() / 2);
    const QPointF before = centre();
    QTest::mousePress(map, Qt::LeftButton, {}, middle + QPoint(4, 3));
    QVERIFY(distance(centre(), before) < 1e-6);
    const QRect place = map->geometry();
    for (int x = 4; x < map->width(); x += 2) QTest::mouseMove(map, middle + QPoint(x, 3));
    QTRY_VERIFY(std::abs(centre().x() - all.right()) < 1);
    QCOMPARE(map->geometry(), place);  // the corner does not change under the cursor
    QCOMPARE(canvas.camera().scale(), scale);
    QTest::mouseRelease(map, Qt::LeftButton, {}, middle + QPoint(map->width(), 3));
    longest = 0;
    const double way = distance(centre(), all.topLeft()) * scale;
    QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(1, 1));
    QTRY_VERIFY(distance(centre(), all.topLeft()) < 1);
    QVERIFY2(longest < 0.4 * way, qPrintable(QString("%1 of %2").arg(longest).arg(way)));
    disconnect(moved);
  }

  void aSmallCanvasIsNotCovered() {
    GraphStage stage;
    stage.canvas().camera().zoomBy(4);
    const auto* map = stage.canvas().findChild<Minimap*>();
    QTRY_VERIFY(map->isVisible());
    stage.view.resize(980, 280);
    QTRY_VERIFY(map->isHidden());
    stage.view.resize(980, 668);
    QTRY_VERIFY(map->isVisible());
  }
};

NGRAPH_VIEW_TEST(MinimapTest)
#include "minimap_test.moc"
