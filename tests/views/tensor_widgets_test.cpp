// SPDX-License-Identifier: Apache-2.0
// Tests the value widgets: slices, statistics, number grid, heat map, histogram; logic and pixels.
#include <cmath>

#include "engine/records/tensor_record.h"
#include "tests/support/view_main.h"
#include "views/tensors/element_history.h"
#include "views/widgets/heat_maps/colour_bar.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/tensors/cell_numbers.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/tensors/number_grid.h"

using namespace ng;
using namespace ng::views;

namespace {

TensorRecordPtr makeTensor(const Shape& shape, const std::vector<double>& values) {
  auto tensor = std::make_shared<TensorRecord>();
  tensor->op = 1;
  tensor->name = "W";
  const char* names[] = {"A", "B", "C", "D"};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    tensor->axes.push_back({names[i], shape[i], 0, {}});
  }
  tensor->value = Tensor::from(DType::f32, shape, values);
  return tensor;
}

std::vector<double> counting(int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(i);
  return values;
}

QColor pixel(QWidget& widget, const QPointF& at) {
  return widget.grab().toImage().pixelColor(at.toPoint());
}

void hover(QWidget& widget, const QPointF& at) {
  QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &move);
}

}  // namespace

class TensorWidgetsTest : public QObject {
  Q_OBJECT

 private slots:
  void slicesFollowAxes();
  void transposedSlice();
  void elementsHaveTheDigitsOfTheirType();
  void historyFitsANarrowPanel();
  void statisticsIgnoreNonFiniteValues();
  void statisticsOfManyBlocks();
  void histogramCountsEverything();
  void constantTensorHasOneBin();
  void gridAlignsNumbers();
  void gridPrintsLikeNumPy();
  void longVectorsAreWrapped();
  void heatColoursFollowTheRange();
  void heatPixelKeepsNan();
  void heatMapFindsTheCell();
  void heatMapZoomKeepsTheCellUnderTheCursor();
  void heatMapNumbersStayInTheirCells();
  void cellNumbersAreShort();
  void logarithmicColoursShowSmallNumbers();
  void aShortColourBarLabelsItsEnds();
  void nanCellIsHatched();
  void histogramNamesTheBin();
};

void TensorWidgetsTest::slicesFollowAxes() {
  TensorSlice slice(makeTensor({2, 3, 4}, counting(24)));
  QCOMPARE(slice.rows(), 3);
  QCOMPARE(slice.columns(), 4);
  QCOMPARE(slice.fixedAxes(), (std::vector<int>{0}));
  slice.setIndex(0, 1);
  QCOMPARE(slice.at(2, 3), 23.0);
  slice.setIndex(0, 99);  // clamped
  QCOMPARE(slice.index(0), 1);
  slice.setAxes(0, 2);
  slice.setIndex(1, 2);
  QCOMPARE(slice.at(1, 3), 23.0);
  QCOMPARE(placeText(slice.tensor(), 23), QString("A 1 · B 2 · C 3"));
  const TensorSlice next = slice.of(makeTensor({2, 3, 4}, std::vector<double>(24, 5)));
  QCOMPARE(next.index(1), 2);
  QCOMPARE(next.at(0, 0), 5.0);
  QCOMPARE(TensorSlice(makeTensor({}, {7})).at(0, 0), 7.0);
  QCOMPARE(TensorSlice(makeTensor({5}, counting(5))).rows(), 1);
}

void TensorWidgetsTest::transposedSlice() {
  TensorSlice slice(makeTensor({2, 3}, counting(6)));
  slice.transpose();
  QCOMPARE(slice.rows(), 3);
  QCOMPARE(slice.at(2, 1), 5.0);
  const HeatCells cells = HeatCells::from(slice);
  QCOMPARE(cells.rows, 3);
  QCOMPARE(cells.at(2, 1), 5.0F);
  QCOMPARE(cells.at(0, 1), 3.0F);
}

// Where "iteration 14" has no room, the number has.
void TensorWidgetsTest::historyFitsANarrowPanel() {
  ElementHistory history;
  history.setPoints({{1, 0.5}, {14, 1.0}}, 14);
  history.resize(history.minimumSizeHint());
  const QImage drawn = history.grab().toImage();
  for (int y = 0; y < drawn.height(); ++y) QCOMPARE(drawn.pixel(0, y), drawn.pixel(0, 0));
}

void TensorWidgetsTest::statisticsIgnoreNonFiniteValues() {
  const auto tensor = makeTensor({2, 3}, {0, 3, std::nan(""), INFINITY, -INFINITY, -3});
  const TensorStatistics s = statistics(tensor->value);
  QCOMPARE(s.count, 6);
  QCOMPARE(s.finite, 3);
  QCOMPARE(s.zeros, 1);
  QCOMPARE(s.nans, 1);
  QCOMPARE(s.plusInfs, 1);
  QCOMPARE(s.minusInfs, 1);
  QCOMPARE(s.firstBad, 2);
  QCOMPARE(s.min, -3.0);
  QCOMPARE(s.maxAt, 1);
  QCOMPARE(s.mean, 0.0);
  QCOMPARE(s.std, std::sqrt(6.0));
  QCOMPARE(s.l2, std::sqrt(18.0));
}

void TensorWidgetsTest::elementsHaveTheDigitsOfTheirType() {
  const auto text = [](DType dtype, double value) {
    auto tensor = std::make_shared<TensorRecord>();
    tensor->axes = {{"N", 1, 0, {}}};
    tensor->value = Tensor::from(dtype, {1}, {&value, 1});
    return TensorSlice(tensor).exactText(0);
  };
  QCOMPARE(text(DType::f64, 1234567890.5), QString("1234567890.5"));
  QCOMPARE(text(DType::f64, 0.123456789012345), QString("0.123456789012345"));
  QCOMPARE(text(DType::f64, 0.1), QString("0.1"));
  QCOMPARE(text(DType::f32, 0.1), QString("0.100000001"));
}

// More blocks than threads, a mean far from 0, non-finite values in the last blocks: equal to two
// plain passes over all elements.
void TensorWidgetsTest::statisticsOfManyBlocks() {
  constexpr std::int64_t size = 700'001;
  for (const DType dtype : {DType::f32, DType::f64}) {
    Tensor tensor(dtype, {size});
    double sum = 0, spread = 0, least = 1e9, most = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      tensor.set(i, 10'000 + static_cast<double>((i * 7919) % 10'007) / 64);
      sum += tensor.at(i);
      least = std::min(least, tensor.at(i)), most = std::max(most, tensor.at(i));
    }
    for (std::int64_t i = 0; i < size; ++i)
      spread += (tensor.at(i) - sum / size) * (tensor.at(i) - sum / size);
    TensorStatistics s = statistics(tensor);
    QCOMPARE(s.finite, size);
    QVERIFY(std::abs(s.mean - sum / size) < 1e-9);
    QVERIFY(std::abs(s.std - std::sqrt(spread / size)) < 1e-9);
    QCOMPARE(s.min, least);
    QCOMPARE(s.minAt, 0);
    QCOMPARE(s.max, most);
    QCOMPARE(tensor.at(s.maxAt), most);
    tensor.set(650'000, std::nan(""));
    tensor.set(690'000, -HUGE_VAL);
    tensor.set(500'000, 0);
    tensor.set(size - 1, -5);
    s = statistics(tensor);
    QCOMPARE(s.firstBad, 650'000);
    QCOMPARE(s.nans, 1);
    QCOMPARE(s.minusInfs, 1);
    QCOMPARE(s.plusInfs, 0);
    QCOMPARE(s.zeros, 1);
    QCOMPARE(s.min, -5.0);
    QCOMPARE(s.minAt, size - 1);
    QCOMPARE(s.finite, size - 2);
  }
}

void TensorWidgetsTest::histogramCountsEverything() {
  const auto tensor = makeTensor({100}, counting(100));
  const TensorStatistics s = statistics(tensor->value);
  const HistogramBins bins = histogramBins(tensor->value, s, 10);
  QCOMPARE(bins.counts, (std::vector<std::int64_t>(10, 10)));
  QCOMPARE(bins.edge(10), 99.0);
}

void TensorWidgetsTest::constantTensorHasOneBin() {
  const auto tensor = makeTensor({4}, {2, 2, 2, 2});
  const HistogramBins bins = histogramBins(tensor->value, statistics(tensor->value), 10);
  QCOMPARE(bins.counts, (std::vector<std::int64_t>{4}));
  const auto none = makeTensor({1}, {std::nan("")});
  QVERIFY(histogramBins(none->value, statistics(none->value), 10).counts.empty());
}

void TensorWidgetsTest::gridAlignsNumbers() {
  const auto tensor = makeTensor({2, 2}, {2.0726, 0.7368, 5.0871, -1.3486});
  NumberGrid grid;
  grid.setSlice(TensorSlice(tensor), statistics(tensor->value));
  QCOMPARE(grid.cellText(0, 0), QString("2.0726"));
  QCOMPARE(grid.cellText(1, 1), QString("-1.3486"));
  const auto zeros = makeTensor({2}, {0, 0});
  grid.setSlice(TensorSlice(zeros), statistics(zeros->value));
  QCOMPARE(grid.cellText(0, 0), QString("0.0"));
  const auto tiny = makeTensor({1}, {1.5e-9});
  grid.setSlice(TensorSlice(tiny), statistics(tiny->value));
  QCOMPARE(grid.cellText(0, 0), QString("1.500e-09"));
}

void TensorWidgetsTest::gridPrintsLikeNumPy() {
  const auto tensor = makeTensor({2, 2}, {2.0726, 0.7368, 5.0871, -1.3486});
  NumberGrid grid;
  TensorSlice slice(tensor);
  slice.transpose();
  grid.setSlice(slice, statistics(tensor->value));
  QCOMPARE(grid.asText(), QString("[[ 2.0726  5.0871]\n [ 0.7368 -1.3486]]\n"));
  const auto row = makeTensor({2}, {1, 2});
  grid.setSlice(TensorSlice(row), statistics(row->value));
  QCOMPARE(grid.asCsv(), QString("1,2\n"));
}

void TensorWidgetsTest::longVectorsAreWrapped() {
  const auto tensor = makeTensor({128}, counting(128));
  NumberGrid grid;
  grid.resize(420, 300);
  grid.show();
  grid.setSlice(TensorSlice(tensor), statistics(tensor->value));
  const QRect first = grid.cellRect(0, 0), fifth = grid.cellRect(0, 5);
  QCOMPARE(fifth.top(), first.bottom() + 1);  // five per line
  QCOMPARE(fifth.left(), first.left());
  QVERIFY(grid.cellRect(0, 4).right() <= grid.viewport()->width());
  hover(*grid.viewport(), fifth.center());
  QCOMPARE(grid.statusText(), QString("A 5 = 5"));
  QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, fifth.center());
  QTest::keyClick(&grid, Qt::Key_Down);
  QCOMPARE(grid.statusText(), QString("A 10 = 10"));
  QTest::keyClick(&grid, Qt::Key_End);
  QCOMPARE(grid.statusText(), QString("A 127 = 127"));
  QVERIFY(grid.viewport()->rect().contains(grid.cellRect(0, 127)));
}

void TensorWidgetsTest::heatColoursFollowTheRange() {
  const auto both = makeTensor({3}, {-2, 0, 1});
  const HeatScale scale = HeatScale::fit(statistics(both->value));
  QVERIFY(scale.aboutZero);
  QCOMPARE(scale.low, -2.0);
  QCOMPARE(scale.high, 2.0);
  const QColor white = QColor::fromRgb(scale.colour(0));
  QVERIFY(white.lightness() > 240);
  QVERIFY(QColor::fromRgb(scale.colour(2)).red() > QColor::fromRgb(scale.colour(2)).blue());
  QVERIFY(QColor::fromRgb(scale.colour(-2)).blue() > QColor::fromRgb(scale.colour(-2)).red());
  const auto positive = makeTensor({2}, {1, 3});
  QVERIFY(!HeatScale::fit(statistics(positive->value)).aboutZero);
  QCOMPARE(scale.colour(INFINITY), scale.colour(99));
}

void TensorWidgetsTest::heatPixelKeepsNan() {
  std::vector<double> values(100, 1.0);
  values[57] = std::nan("");
  const auto tensor = makeTensor({10, 10}, values);
  const HeatCells cells = HeatCells::from(TensorSlice(tensor));
  const QImage image = heatImage(cells, {0, 0, 10, 10}, {2, 2}, {0, 1, false});
  QCOMPARE(QColor(image.pixel(1, 1)), Theme::current().colours().nan);
  QVERIFY(QColor(image.pixel(0, 0)) != Theme::current().colours().nan);
}

void TensorWidgetsTest::heatMapFindsTheCell() {
  const auto tensor = makeTensor({3, 5}, counting(15));
  HeatMap map;
  map.resize(500, 300);
  map.setSlice(TensorSlice(tensor), statistics(tensor->value));
  const QRectF cell = map.cellRect(2, 3);
  QCOMPARE(map.cellAt(cell.center()), (std::optional(std::pair(2, 3))));
  QVERIFY(!map.cellAt(QPointF(1, 1)));
  hover(map, cell.center());
  QCOMPARE(map.statusText(), QString("A 2 · B 3 = 13"));
  QVERIFY(pixel(map, map.cellRect(0, 0).center() + QPointF(20, -12)) !=
          pixel(map, map.cellRect(2, 4).center() + QPointF(20, -12)));
}

void TensorWidgetsTest::heatMapZoomKeepsTheCellUnderTheCursor() {
  const auto tensor = makeTensor({100, 100}, counting(10000));
  HeatMap map;
  map.resize(500, 300);
  map.setSlice(TensorSlice(tensor), statistics(tensor->value));
  const QPointF at = map.cellRect(40, 60).center();
  QWheelEvent wheel(at, map.mapToGlobal(at), {}, {0, 960}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&map, &wheel);
  QCOMPARE(map.cellAt(at), (std::optional(std::pair(40, 60))));
  QVERIFY(map.cellRect(0, 0).width() > 8);
  map.fitView();
  QVERIFY(map.cellRect(99, 99).right() <= map.mapRect().right() + 1);
}

// A number is shown complete with fewer digits or not at all, never without its sign.
void TensorWidgetsTest::heatMapNumbersStayInTheirCells() {
  std::vector<double> values = counting(64);
  for (double& value : values) value = -0.001981 * (value + 1);
  const auto tensor = makeTensor({8, 8}, values);
  const QFontMetrics font(Theme::current().monoFont());
  HeatMap map;
  for (const int width : {300, 420, 560, 1200}) {
    map.resize(width, 500);
    map.setSlice(TensorSlice(tensor), statistics(tensor->value));
    const int digits = map.numberDigits();
    for (const double value : values)
      if (digits > 0)
        QVERIFY(font.horizontalAdvance(cellText(value, digits)) < map.cellRect(0, 0).width());
    if (width == 300) QCOMPARE(digits, 0);
    if (width == 1200) QCOMPARE(digits, 4);
  }
}

void TensorWidgetsTest::cellNumbersAreShort() {
  QCOMPARE(cellText(-0.001981, 4), QString("-0.001981"));
  QCOMPARE(cellText(-0.001981, 2), QString("-2e-3"));
  QCOMPARE(cellText(0.5, 2), QString("0.5"));
  QCOMPARE(cellText(123456, 4), QString("1.235e5"));
  QCOMPARE(cellText(0, 2), QString("0"));
}

void TensorWidgetsTest::logarithmicColoursShowSmallNumbers() {
  const auto tensor = makeTensor({4}, {-1, 0, 0.01, 1});
  HeatMap map;
  map.setSlice(TensorSlice(tensor), statistics(tensor->value));
  const auto lightness = [&](double value) {
    return QColor::fromRgb(map.scale().colour(value)).lightness();
  };
  const int even = lightness(0) - lightness(0.01);
  map.setLogarithmic(true);
  QVERIFY(lightness(0) - lightness(0.01) > 10 * std::max(1, even));
  for (const double value : {-1.0, -0.3, 0.0, 0.002, 1.0})
    QVERIFY(std::abs(map.scale().at(map.scale().part(value)) - value) < 1e-12);
  const HeatColours colours(map.scale());
  QCOMPARE(colours(0), map.scale().colour(0));
  HeatScale positive{1e-6, 1, false, true};
  QVERIFY(std::abs(positive.part(1e-3) - 0.5) < 1e-9);
  map.fitScale();
  QVERIFY(map.scale().logarithmic);  // until it is switched off
}

void TensorWidgetsTest::aShortColourBarLabelsItsEnds() {
  const auto labels = [](const HeatScale& scale, double height) {
    QStringList all;
    for (const AxisTick& tick : colourBarTicks(scale, height)) all << tick.label;
    return all;
  };
  QCOMPARE(labels({-0.2, 0.2, true}, 30), QStringList({"0.2", "-0.2", "0.0"}));
  QCOMPARE(labels({-0.2, 0.2, true}, 24), QStringList({"0.2", "-0.2"}));
  QVERIFY(labels({-1, 1, true, true}, 200).contains("0.01"));
}

void TensorWidgetsTest::nanCellIsHatched() {
  const auto tensor = makeTensor({1, 2}, {std::nan(""), 1});
  HeatMap map;
  map.resize(400, 200);
  map.setSlice(TensorSlice(tensor), statistics(tensor->value));
  const QImage image = map.grab().toImage();
  const QRect cell = map.cellRect(0, 0).toAlignedRect().adjusted(2, 2, -2, -2);
  const QColor nan = Theme::current().colours().nan;
  int magenta = 0, other = 0;
  for (int x = cell.left(); x < cell.right(); ++x) {
    const QColor colour = image.pixelColor(x, cell.center().y());
    (std::abs(colour.hue() - nan.hue()) < 12 && colour.saturation() > 120 ? magenta : other)++;
  }
  QVERIFY(magenta > 3);
  QVERIFY(other > 3);
}

void TensorWidgetsTest::histogramNamesTheBin() {
  const auto tensor = makeTensor({100}, counting(100));
  const TensorStatistics s = statistics(tensor->value);
  Histogram histogram;
  histogram.resize(400, 200);
  histogram.setData(histogramBins(tensor->value, s, 10), s);
  QCOMPARE(histogram.statusText(), QString("100 values"));
  hover(histogram, histogram.plotRect().topLeft() + QPointF(2, 2));
  QCOMPARE(histogram.statusText(), QString("0 … 9.9: 10 of 100"));
}

NGRAPH_VIEW_TEST(TensorWidgetsTest)
#include "tensor_widgets_test.moc"
