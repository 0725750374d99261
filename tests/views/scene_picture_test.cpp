// SPDX-License-Identifier: Apache-2.0
// Tests the cached picture of a scene: after panning it equals a fresh painting, and separately
// painted parts fit their surroundings.
#include <QStandardPaths>
#include <QtTest>

#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/scene_picture.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

constexpr QSize size{700, 450};

struct Shown {
  GraphScene scene;
  Lit lit;
  Viewport view;
  ScenePicture kept;
  int rounded = 0;  // pixels allowed to differ: Qt rounds an aliased line at a clip edge

  // Pans the view and compares the cached picture with a fresh one.
  void step(QPointF pixels) {
    view.panBy(pixels);
    const QImage shifted = kept.picture(scene, lit, view, size, 1).toImage();
    ScenePicture fresh;
    const QImage whole = fresh.picture(scene, lit, view, size, 1).toImage();
    int other = 0;  // differing pixels
    for (int y = 0; y < size.height(); ++y)
      for (int x = 0; x < size.width(); ++x) other += shifted.pixel(x, y) != whole.pixel(x, y);
    QVERIFY2(other <= rounded,
             qPrintable(QString("%1 pixels at scale %2").arg(other).arg(view.scale())));
  }
};

// Thousands of cards, in open groups.
Shown thousands() {
  Shown shown;
  shown.rounded = size.width() * size.height() / 2000;
  const GraphRecordPtr graph = testing::big_graph(4000, true);
  const Grouping grouping({graph}, GroupBy::scope);
  const Placement placement = PassLayout({graph}, grouping).ownPlacement();
  shown.scene = buildScene({graph, nullptr, &placement, &grouping});
  return shown;
}

}  // namespace

class ScenePictureTest : public QObject {
  Q_OBJECT

 private:
  static void panAbout(Shown& shown, double scale) {
    shown.kept.drop();
    shown.view.setScale({}, scale);
    shown.view.centreOn(shown.scene.bounds.center(), size);
    for (const QPointF by : {QPointF(0, 0), QPointF(17, 0), QPointF(-40.3, 12.6), QPointF(0, -90),
                             QPointF(900, 0), QPointF(3, 3)})
      shown.step(by);
  }

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void aShiftedPictureIsTheSamePicture() {
    GraphStage stage;
    Shown shown;
    shown.scene = stage.canvas().scene();
    for (const double scale : {0.3, 0.45, 1.0, 1.7}) panAbout(shown, scale);
  }

  // Thousands of cards in open groups, whose outlines are rectangles when zoomed out.
  void aShiftedPictureOfThousandsIsTheSame() {
    Shown shown = thousands();
    QVERIFY(!shown.scene.frames.empty());
    for (const double scale : {0.02, 0.06, 0.15, 0.3, 0.6}) panAbout(shown, scale);
  }

  void theHoveredCardIsRepainted() {
    GraphStage stage;
    Shown shown;
    shown.scene = stage.canvas().scene();
    shown.view.centreOn(shown.scene.bounds.center(), size);
    shown.step({});
    shown.lit.hovered = 3;
    shown.kept.drop(shown.scene.cards[3].rect.adjusted(-12, -12, 12, 12));
    shown.step({});
  }

  // Without a time budget: first a sketch, then as much as each budget allows, finally the same
  // picture as painted at once.
  void hundredsOfCardsAreASketchFirst() {
    using namespace std::chrono_literals;
    Shown shown = thousands();
    shown.view.setScale({}, 0.4);
    shown.view.centreOn(shown.scene.bounds.center(), size);
    const auto colours = [&](std::chrono::milliseconds time) {
      const QImage image =
          shown.kept.picture(shown.scene, shown.lit, shown.view, size, 1, time).toImage();
      QSet<QRgb> found;
      for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x) found.insert(image.pixel(x, y));
      return found.size();
    };
    QVERIFY(colours(0ms) <= 4);  // backgrounds, borders, cards
    QVERIFY(!shown.kept.finished());
    shown.view.panBy({7, -31});  // the sketch moves too
    int turns = 1;
    for (; !shown.kept.finished() && turns < 10'000; ++turns)
      shown.kept.picture(shown.scene, shown.lit, shown.view, size, 1, 1ms);
    QVERIFY2(turns > 2, qPrintable(QString::number(turns)));
    shown.step({});
    // A new highlight is painted over the existing picture.
    shown.lit.selected = 5;
    shown.kept.drop();
    QVERIFY(colours(0ms) > 100);
    shown.step({});
    // Part of it is scaled while its texts are not painted yet.
    shown.view.setScale({}, 0.45);
    QVERIFY(colours(0ms) > 100);
    QVERIFY(!shown.kept.finished());
    shown.kept.forget();
    QVERIFY(colours(0ms) <= 4);
    shown.step({});
    QVERIFY(shown.kept.finished());
  }

  void aFewCardsArePaintedAtOnce() {
    GraphStage stage;
    Shown shown;
    shown.scene = stage.canvas().scene();
    shown.view.centreOn(shown.scene.bounds.center(), size);
    shown.kept.picture(shown.scene, shown.lit, shown.view, size, 1, std::chrono::milliseconds(0));
    QVERIFY(shown.kept.finished());
  }

  // The pieces the index returns for a view cover the same area there as all pieces.
  void theIndexFindsEveryPieceInView() {
    const GraphRecordPtr graph = testing::big_graph(2000, true);
    const Grouping grouping({graph}, GroupBy::scope);
    const Placement placement = PassLayout({graph}, grouping).ownPlacement();
    const GraphScene scene = buildScene({graph, nullptr, &placement, &grouping});
    const QRectF view(scene.bounds.center(), QSizeF(900, 600));
    std::vector<int> found;
    scene.frameIndex.grid.query(view, found);
    std::size_t within = 0;
    for (std::size_t i = 0; i < scene.frameIndex.pieces.size(); ++i) {
      const auto [outline, piece] = scene.frameIndex.pieces[i];
      const QPainterPath& path = scene.frames[static_cast<std::size_t>(outline)]
                                     .outline.pieces[static_cast<std::size_t>(piece)];
      if (!path.boundingRect().intersects(view)) continue;
      ++within;
      QVERIFY(std::binary_search(found.begin(), found.end(), static_cast<int>(i)));
    }
    QVERIFY(within > 0 && within < scene.frameIndex.pieces.size());
  }
};

NGRAPH_TEST(ScenePictureTest, QApplication)
#include "scene_picture_test.moc"
