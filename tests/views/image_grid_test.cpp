// SPDX-License-Identifier: Apache-2.0
// Tests tensors as images: which axes are spread out, pixel to element mapping, colours, very many
// images, recurrences over time, tables of vectors.
#include <QSlider>
#include <QWheelEvent>
#include <cmath>
#include <functional>

#include "engine/records/tensor_record.h"
#include "tests/support/effort.h"
#include "tests/support/view_main.h"
#include "views/core/theme/theme.h"
#include "views/tensors/embedding_table.h"
#include "views/tensors/tensor_pane.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tensors/image_grid.h"
#include "views/widgets/tensors/slice_bar.h"
#include "views/widgets/tensors/tensor_axes.h"

using namespace ng;
using namespace ng::views;

namespace {

// Axes as "C 3, H 4, W 4, N 8"; N is the batch axis, REC the recurrent axis.
TensorRecordPtr makeTensor(const QString& axes, const std::function<double(int)>& value) {
  auto tensor = std::make_shared<TensorRecord>();
  tensor->op = 1;
  Shape shape;
  for (const QString& part : axes.split(", ")) {
    const QStringList words = part.split(' ');
    const std::string name = words[0].toStdString();
    tensor->axes.push_back({name, words[1].toInt(), 0,
                            name == "N"     ? std::optional(AxisRole::batch)
                            : name == "REC" ? std::optional(AxisRole::recurrent)
                                            : std::nullopt});
    shape.push_back(words[1].toInt());
  }
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(static_cast<int>(i));
  tensor->value = Tensor::from(DType::f32, shape, values);
  return tensor;
}

double counting(int i) {
  return i;
}
double fraction(int i) {
  return i % 7 / 7.0;
}
double signedValue(int i) {
  return std::sin(i);
}

QString spreadOf(const TensorRecordPtr& tensor) {
  const auto tiles = imageTiles(TensorSlice(tensor), statistics(tensor->value));
  if (!tiles) return "none";
  const auto name = [&](int axis) { return axis < 0 ? QString("-") : tiles->slice.axisName(axis); };
  return QString("%1x%2 tile %3 line %4 colour %5")
      .arg(name(tiles->down), name(tiles->across), name(tiles->tile), name(tiles->line),
           name(tiles->colour));
}

void hover(QWidget& widget, const QPointF& at) {
  QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &move);
}

}  // namespace

class ImageGridTest : public QObject {
  Q_OBJECT

 private slots:
  void axesDecideWhatIsSpreadOut_data() {
    QTest::addColumn<QString>("axes");
    QTest::addColumn<bool>("natural");
    QTest::addColumn<QString>("spread");
    QTest::newRow("filters of grey")
        << "C 1, T 1, R 3, S 3, K 6" << false << "RxS tile K line - colour -";
    QTest::newRow("filters of colours")
        << "C 3, T 1, R 5, S 5, K 6" << false << "RxS tile K line - colour C";
    QTest::newRow("filters of maps")
        << "C 6, T 1, R 3, S 3, K 12" << false << "RxS tile K line C colour -";
    QTest::newRow("filters, other names")
        << "C 6, D 1, H 3, W 3, K__2 12" << false << "HxW tile K__2 line C colour -";
    QTest::newRow("weights of a picture")
        << "H__NG_SHADOW 6, H 8, W 8" << false << "HxW tile H′ line - colour -";
    QTest::newRow("dense over pictures")
        << "K 10, H 8, W 8" << false << "HxW tile K line - colour -";
    QTest::newRow("feature maps") << "K1 6, D 1, H 8, W 8, N 4" << false
                                  << "HxW tile K1 line - colour -";
    QTest::newRow("grey pictures")
        << "C 1, D 1, H 8, W 8, N 4" << true << "HxW tile N line - colour -";
    QTest::newRow("pictures without channels")
        << "N 4, H 8, W 8" << true << "HxW tile N line - colour -";
    QTest::newRow("coloured pictures")
        << "N 4, C 3, H 8, W 8" << true << "HxW tile N line - colour C";
    QTest::newRow("three feature maps")
        << "N 4, C 3, H 8, W 8" << false << "HxW tile C line - colour -";
    QTest::newRow("one picture") << "H 8, W 8" << true << "none";
    QTest::newRow("no picture") << "K 8, N 8" << true << "none";
  }
  void axesDecideWhatIsSpreadOut() {
    QFETCH(QString, axes);
    QFETCH(bool, natural);
    QTEST(spreadOf(makeTensor(axes, natural ? fraction : signedValue)), "spread");
  }

  void everyPixelIsItsElement() {
    const TensorRecordPtr tensor = makeTensor("C 2, T 1, R 3, S 4, K 5", signedValue);
    const auto tiles = imageTiles(TensorSlice(tensor), statistics(tensor->value));
    const HeatScale scale{-1, 1, true};
    const QImage atlas = tileAtlas(*tiles, 5, 5, scale);
    QCOMPARE(atlas.size(), QSize(5 * 4, 2 * 3));
    for (int c = 0; c < 2; ++c)
      for (int r = 0; r < 3; ++r)
        for (int s = 0; s < 4; ++s)
          for (int k = 0; k < 5; ++k) {
            const int flat = ((c * 3 + r) * 4 + s) * 5 + k;
            QCOMPARE(tiles->flat(c, k, r, s), flat);
            const QRgb expected = HeatColours(scale)(tensor->value.at(flat));
            QCOMPARE(atlas.pixel(k * 4 + s, c * 3 + r), expected);
          }
  }

  void coloursAreRedGreenBlue() {
    const TensorRecordPtr tensor =
        makeTensor("N 2, C 3, H 3, W 3", [](int i) { return i / 9 % 3 == 1; });
    const auto tiles = imageTiles(TensorSlice(tensor), statistics(tensor->value));
    const QImage atlas = tileAtlas(*tiles, 2, 2, HeatScale());
    for (int x = 0; x < 6; ++x) QCOMPARE(atlas.pixel(x, 1), qRgb(0, 255, 0));
  }

  void theCursorFindsTheElement() {
    const TensorRecordPtr tensor = makeTensor("K 10, H 8, W 8", counting);
    ImageGrid grid;
    grid.resize(600, 300);
    grid.show();
    grid.setTiles(*imageTiles(TensorSlice(tensor), statistics(tensor->value)),
                  statistics(tensor->value));
    QCOMPARE(grid.statusText(), "10 pictures");
    const QRectF tile = grid.tileRect(0, 7);
    QVERIFY(grid.mapRect().contains(tile));
    const QPointF at = tile.topLeft() + QPointF(5.5, 2.5) * grid.scale();
    hover(grid, at);
    QCOMPARE(grid.statusText(), "K 7 · H 2 · W 5 = " + QString::number(7 * 64 + 2 * 8 + 5));
    const QPointF inside = tile.topLeft() + QPointF(5.5, 1.5) * grid.scale();
    QCOMPARE(grid.grab().toImage().pixelColor(inside.toPoint()),
             QColor(HeatColours(HeatScale::fit(statistics(tensor->value)))(461)));
    QVERIFY(!grid.placeAt(tile.topLeft() - QPointF(1, 1)));  // the gap between tiles
  }

  void theWheelKeepsTheElementUnderTheCursor() {
    const TensorRecordPtr tensor = makeTensor("K 10, H 8, W 8", counting);
    ImageGrid grid;
    grid.resize(600, 300);
    grid.show();
    grid.setTiles(*imageTiles(TensorSlice(tensor), statistics(tensor->value)),
                  statistics(tensor->value));
    const double before = grid.scale();
    const QPointF at = grid.tileRect(0, 0).center();
    const auto place = grid.placeAt(at);
    QWheelEvent wheel(at, grid.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&grid, &wheel);
    QVERIFY(grid.scale() > before);
    QVERIFY(grid.placeAt(at) == place);
    grid.fitView();
    QCOMPARE(grid.scale(), before);
  }

  void theNumberOfPicturesIsLimited() {
    const TensorRecordPtr tensor = makeTensor("N 100000, H 8, W 8", fraction);
    ImageGrid grid;
    grid.resize(600, 300);
    grid.show();
    grid.setTiles(*imageTiles(TensorSlice(tensor), statistics(tensor->value)),
                  statistics(tensor->value));
    QCOMPARE(grid.shownTiles(), 65536);
    QCOMPARE(grid.statusText(), "the first 65,536 of 100,000 pictures");
  }

  void aMillionElementsStayFluid() {
    const TensorRecordPtr tensor = makeTensor("N 1000, C 3, H 18, W 18", fraction);
    ImageGrid grid;
    grid.resize(900, 500);
    grid.show();
    const auto tiles = imageTiles(TensorSlice(tensor), statistics(tensor->value));
    const TensorStatistics s = statistics(tensor->value);
    const testing::Effort effort;
    for (int i = 0; i < 10; ++i) {
      grid.setTiles(*tiles, s);
      grid.grab();
    }
    qInfo("%.1f ms a frame", 1e3 * effort.seconds() / 10);
    QVERIFY(effort.within(10'000));  // hang guard
  }

  void thePaneChoosesByAxes_data() {
    QTest::addColumn<QString>("axes");
    QTest::addColumn<int>("vectors");
    QTest::addColumn<int>("mode");
    QTest::newRow("filters") << "C 1, T 1, R 3, S 3, K 6" << -1 << int(TensorMode::images);
    QTest::newRow("two by two") << "W 2, H 2, N 128" << -1 << int(TensorMode::heatMap);
    QTest::newRow("states") << "REC 20, F 5, N 50" << -1 << int(TensorMode::heatMap);
    QTest::newRow("few states") << "F 5, REC 20" << -1 << int(TensorMode::heatMap);
    QTest::newRow("embedding") << "V 50, F 8" << 0 << int(TensorMode::table);
    QTest::newRow("matrix") << "V 50, F 8" << -1 << int(TensorMode::heatMap);
  }
  void thePaneChoosesByAxes() {
    QFETCH(QString, axes);
    QFETCH(int, vectors);
    QFETCH(int, mode);
    const TensorRecordPtr tensor = makeTensor(axes, signedValue);
    TensorPane pane;
    pane.resize(420, 300);
    pane.show();
    pane.setTensor(tensor, statistics(tensor->value),
                   vectors >= 0 ? std::optional(vectors) : std::nullopt);
    QCOMPARE(int(pane.modes()), mode);
    QCOMPARE(pane.offers(TensorMode::table), vectors >= 0);
    QVERIFY(!pane.picture().isNull());
  }

  void timeRunsAcrossAndUnitsDown() {
    for (const char* axes : {"REC 20, F 5, N 50", "F 5, REC 20, N 50", "F 5, N 50, REC 20"}) {
      const TensorSlice slice(makeTensor(axes, signedValue));
      QCOMPARE(slice.axisName(slice.columnAxis()), "REC");
      QCOMPARE(slice.axisName(slice.rowAxis()), "F");
      QCOMPARE(slice.fixedAxes().size(), 1u);
      QCOMPARE(slice.axisName(slice.fixedAxes()[0]), "N");
    }
  }

  void featureMapsOfAnotherSample() {
    const TensorRecordPtr tensor = makeTensor("K 2, D 1, H 4, W 4, N 3", counting);
    TensorPane pane;
    pane.resize(420, 300);
    pane.show();
    pane.setTensor(tensor, statistics(tensor->value));
    // Deletes the previous bar's widgets.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const auto sliders = pane.sliceBar().findChildren<QSlider*>();
    QCOMPARE(sliders.size(), 1);  // N; D has length 1
    QCOMPARE(sliders.front()->maximum(), 2);
    sliders.front()->setValue(2);
    QCOMPARE(pane.images().tiles()->flat(0, 0, 0, 0), 2);
  }

  void vectorsAreSortedByTheirNorm() {
    const TensorRecordPtr tensor =
        makeTensor("F 2, V 4", [](int i) { return (i % 4 == 2 ? 9 : 1) + i / 4; });
    EmbeddingTable table;
    table.resize(500, 300);
    table.show();
    TensorSlice vectors(tensor);
    vectors.setAxes(1, 0);
    table.setSlice(vectors, statistics(tensor->value));
    QCOMPARE(table.table().model()->rowCount(), 4);
    table.table().sortByColumn(1, Qt::DescendingOrder);
    QCOMPARE(table.table().model()->index(0, 0).data().toString(), "2");
    QCOMPARE(table.table().model()->index(0, 1).data().toString(), valueText(std::sqrt(181.0)));
    QVERIFY(table.asText(u',').startsWith("Row,Norm,Mean,Min,Max"));
    QVERIFY(!table.grab().isNull());
  }
};

NGRAPH_VIEW_TEST(ImageGridTest)
#include "image_grid_test.moc"
