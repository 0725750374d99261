// SPDX-License-Identifier: Apache-2.0
// Tests the axis bar: a tensor's axes move to rows, columns, facets or a fixed index by mouse, keys
// and menu; the shown slice follows, and the placement is remembered by op name.
#include "views/widgets/tensors/axis_bar.h"

#include <QMenu>
#include <QSlider>

#include "engine/records/tensor_record.h"
#include "tests/support/view_main.h"
#include "views/tensors/tensor_pane.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/tensors/axis_chip.h"
#include "views/widgets/tensors/image_grid.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"

using namespace ng;
using namespace ng::views;

namespace {

// Elements count up from `first`: element (k, h, w) is first + 12 k + 4 h + w.
TensorRecordPtr cube(const char* name, double first = 0) {
  auto tensor = std::make_shared<TensorRecord>();
  tensor->op = 77;
  tensor->name = name;
  tensor->axes = {{"A", 2, 0, {}}, {"B", 3, 0, {}}, {"D", 4, 0, {}}};
  std::vector<double> values;
  for (int i = 0; i < 24; ++i) values.push_back(first + i);
  tensor->value = Tensor::from(DType::f32, {2, 3, 4}, values);
  return tensor;
}

class Shown {
 public:
  Shown() {
    pane.resize(640, 400);
    pane.show();
    pane.setTensor(cube("W"));
    pane.setModes(TensorMode::numbers);
  }
  AxisBar& bar() { return pane.sliceBar().axes(); }
  double cell(int row, int column) { return pane.numbers().cellText(row, column).toDouble(); }
  void drag(int axis, const QPoint& to) {
    AxisChip& chip = bar().chip(axis);
    const QPoint grip = chip.rect().center();
    const auto send = [&](QEvent::Type type, const QPoint& at, Qt::MouseButtons held) {
      QMouseEvent event(type, at, chip.mapToGlobal(at),
                        type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held,
                        Qt::NoModifier);
      QCoreApplication::sendEvent(&chip, &event);
    };
    send(QEvent::MouseButtonPress, grip, Qt::LeftButton);
    send(QEvent::MouseMove, chip.mapFrom(&bar(), to), Qt::LeftButton);
    QVERIFY(chip.isDragged());
    send(QEvent::MouseButtonRelease, grip, Qt::NoButton);
  }

  TensorPane pane;
};

}  // namespace

class AxisBarTest : public QObject {
  Q_OBJECT

 private slots:
  void axesAreSwapped() {
    const AxisPlaces at{1, 2, {}};
    QCOMPARE(moved(at, 0, AxisPlace::facets), (AxisPlaces{1, 2, {0}}));
    // Axis 1 becomes fixed at an index.
    QCOMPARE(moved(at, 0, AxisPlace::rows), (AxisPlaces{0, 2, {}}));
    QCOMPARE(moved(at, 1, AxisPlace::columns), (AxisPlaces{2, 1, {}}));
    QCOMPARE(moved(at, 1, AxisPlace::index), (AxisPlaces{-1, 2, {}}));
    QCOMPARE(moved({-1, -1, {0, 1}}, 2, AxisPlace::facets), (AxisPlaces{-1, -1, {1, 2}}));
    QCOMPARE(swapped({0, 1, {2}}, 2, 0), (AxisPlaces{2, 1, {0}}));
    QVERIFY(!axisPlacesFrom(toJson(AxisPlaces{0, 0, {}}), 3));
    QVERIFY(!axisPlacesFrom(toJson(AxisPlaces{0, 3, {}}), 3));
    QCOMPARE(*axisPlacesFrom(toJson(AxisPlaces{2, -1, {0, 1}}), 3), (AxisPlaces{2, -1, {0, 1}}));
  }

  void aChipIsDraggedToAnotherPlace() {
    Shown shown;
    QCOMPARE(shown.cell(2, 3), 11.0);
    shown.drag(0, shown.bar().zone(AxisPlace::rows).center());  // A to rows, B fixed at an index
    QCOMPARE(shown.bar().places(), (AxisPlaces{0, 2, {}}));
    QCOMPARE(shown.cell(1, 3), 15.0);
    QCOMPARE(shown.bar().description()["index"].toArray(), (QJsonArray{"B 3"}));
    shown.pane.sliceBar().findChildren<QSlider*>().back()->setValue(2);  // B
    QCOMPARE(shown.cell(1, 3), 23.0);
  }

  void aChipIsDraggedOnToAnother() {
    Shown shown;
    shown.drag(1, shown.bar().chip(2).geometry().center());
    QCOMPARE(shown.bar().places(), (AxisPlaces{2, 1, {}}));
    QCOMPARE(shown.cell(3, 2), 11.0);
  }

  void aSecondFacetIsDroppedNextToTheFirst() {
    Shown shown;
    QTest::keyClick(&shown.bar().chip(0), Qt::Key_Left);
    const QRect facets = shown.bar().zone(AxisPlace::facets);
    shown.drag(1, {facets.right() - 16, facets.center().y()});
    QCOMPARE(shown.bar().places(), (AxisPlaces{-1, 2, {0, 1}}));
    QCOMPARE(shown.bar().description()["facets"].toArray(), (QJsonArray{"A 2", "B 3"}));
    shown.pane.setModes(TensorMode::heatMap);
    const ImageTiles tiles = *shown.pane.facets().tiles();
    QCOMPARE(tiles.lines(), 2);
    QCOMPARE(tiles.tiles(), 3);
    QCOMPARE(tiles.flat(1, 2, 0, 3), 23);
  }

  void aCancelledDragChangesNothing() {
    Shown shown;
    AxisChip& chip = shown.bar().chip(0);
    const QRect before = chip.geometry();
    QTest::mousePress(&chip, Qt::LeftButton, {}, chip.rect().center());
    QMouseEvent move(QEvent::MouseMove, QPointF(-200, 5), chip.mapToGlobal(QPointF(-200, 5)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&chip, &move);
    QVERIFY(chip.geometry() != before);
    QTest::keyClick(&chip, Qt::Key_Escape);
    QCOMPARE(chip.geometry(), before);
    QCOMPARE(shown.bar().places(), (AxisPlaces{1, 2, {}}));
  }

  void keysAndTheMenuMoveAChip() {
    Shown shown;
    AxisChip& chip = shown.bar().chip(0);
    QTest::keyClick(&chip, Qt::Key_Left);  // from a fixed index to facets
    QCOMPARE(shown.bar().places(), (AxisPlaces{1, 2, {0}}));
    QTest::keyClick(&chip, Qt::Key_Left);  // to columns; D moves to the facets
    QCOMPARE(shown.bar().places(), (AxisPlaces{1, 0, {2}}));
    QCOMPARE(shown.cell(2, 1), 20.0);
    emit chip.customContextMenuRequested({2, 2});
    auto* menu = shown.bar().findChild<QMenu*>();
    QVERIFY(menu);
    QCOMPARE(menu->actions().size(), 4);
    QCOMPARE(menu->actions()[3]->text(), "A 2 in index");
    QVERIFY(menu->actions()[1]->isChecked());
    menu->actions()[3]->trigger();
    QCOMPARE(shown.bar().places(), (AxisPlaces{1, -1, {2}}));
    menu->close();
  }

  void facetsOfTheHeatMapAreSideBySide() {
    Shown shown;
    shown.pane.setModes(TensorMode::heatMap);
    QVERIFY(shown.pane.heatMap().isVisible());
    QTest::keyClick(&shown.bar().chip(0), Qt::Key_Left);
    QVERIFY(!shown.pane.heatMap().isVisible());
    QVERIFY(shown.pane.facets().isVisible());
    const ImageTiles tiles = *shown.pane.facets().tiles();
    QCOMPARE(tiles.tiles(), 2);
    QCOMPARE(tiles.height(), 3);
    QCOMPARE(tiles.width(), 4);
    QCOMPARE(tiles.flat(0, 1, 2, 3), 23);
    QCOMPARE(shown.pane.facets().statusText(), "2 pictures");
    const QRectF second = shown.pane.facets().tileRect(0, 1);
    const auto place = shown.pane.facets().placeAt(second.center());
    QVERIFY(place && place->tile == 1);
    shown.pane.setTensor(cube("W", 100));  // the next value
    QVERIFY(shown.pane.facets().isVisible());
    QTest::keyClick(&shown.bar().chip(0), Qt::Key_Right);
    QVERIFY(shown.pane.heatMap().isVisible());
  }

  void picturesFollow() {
    Shown shown;
    auto picture = std::make_shared<TensorRecord>(*cube("F"));
    picture->axes = {{"K", 2, 0, {}}, {"H", 3, 0, {}}, {"W", 4, 0, {}}};
    picture->op = 78;
    shown.pane.setTensor(picture);
    shown.pane.setModes(TensorMode::images);
    QCOMPARE(shown.bar().places(), (AxisPlaces{1, 2, {0}}));  // placed by their roles
    shown.drag(0, shown.bar().zone(AxisPlace::rows).center());
    QCOMPARE(shown.bar().places(), (AxisPlaces{0, 2, {1}}));
    const ImageTiles tiles = *shown.pane.images().tiles();
    QCOMPARE(tiles.tiles(), 3);
    QCOMPARE(tiles.height(), 2);
    QCOMPARE(tiles.flat(0, 2, 1, 3), 23);
  }

  void placesAreRememberedByName() {
    Shown shown;
    QTest::keyClick(&shown.bar().chip(0), Qt::Key_Left);
    QTest::keyClick(&shown.bar().chip(1), Qt::Key_Right);  // B to columns, D to rows
    const AxisPlaces places{2, 1, {0}};
    QCOMPARE(shown.bar().places(), places);
    auto other = std::make_shared<TensorRecord>(*cube("b"));
    other->op = 78;
    shown.pane.setTensor(other);
    QCOMPARE(shown.bar().places(), (AxisPlaces{1, 2, {}}));
    shown.pane.setTensor(cube("W"));
    QCOMPARE(shown.bar().places(), places);
    Shown again;  // the document is opened again
    again.pane.remember(AxisMemory::from(shown.pane.axisMemory().toJson()));
    QCOMPARE(again.bar().places(), places);
    QCOMPARE(again.cell(3, 2), 11.0);
  }

  void allChipsStayInANarrowPane() {
    AxisBar bar;
    bar.resize(360, bar.sizeHint().height());
    bar.show();
    bar.setAxes({"a_long_name_of_an_axis 100", "another_long_name 20", "H 3", "W 3", "N 64"},
                {2, 3, {0, 1}});
    QVERIFY(bar.chip(4).geometry().right() < bar.width());
  }
};

NGRAPH_VIEW_TEST(AxisBarTest)
#include "axis_bar_test.moc"
