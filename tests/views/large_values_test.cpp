// SPDX-License-Identifier: Apache-2.0
// Tests a tensor of 10^9 elements computed on demand: scrolling and painting request only visible
// elements.
#include <QElapsedTimer>
#include <QScrollBar>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "engine/records/tensor_record.h"
#include "tests/support/view_main.h"
#include "views/core/theme/theme.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/tensors/number_grid.h"

using namespace ng;
using namespace ng::views;

namespace {

constexpr std::int64_t rows = 50'000, columns = 20'000;

class Billion {
 public:
  Billion() {
    auto tensor = std::make_shared<TensorRecord>();
    tensor->op = 1;
    tensor->name = "W";
    tensor->axes = {{"A", rows, 0, {}}, {"B", columns, 0, {}}};
    tensor->value.shape = {rows, columns};
    slice = TensorSlice(tensor, [this](std::int64_t flat) {
      ++asked;
      return static_cast<double>(flat % 1'000'000);
    });
    statistics.count = statistics.finite = rows * columns;
    statistics.max = 999'999;
  }
  TensorSlice slice;
  TensorStatistics statistics;
  std::int64_t asked = 0;
};

}  // namespace

class LargeValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void theGridRequestsVisibleCellsOnly() {
    Billion all;
    NumberGrid grid;
    grid.resize(600, 400);
    grid.show();
    grid.setSlice(all.slice, all.statistics);
    QCOMPARE(all.asked, 0);
    grid.grab();
    const std::int64_t page = all.asked;
    QVERIFY2(page > 50 && page < 400, qPrintable(QString::number(page)));
    QCOMPARE(grid.verticalScrollBar()->maximum() + grid.verticalScrollBar()->pageStep(), rows);
    QCOMPARE(grid.horizontalScrollBar()->maximum() + grid.horizontalScrollBar()->pageStep(),
             columns);
    all.asked = 0;
    QElapsedTimer clock;
    clock.start();
    constexpr int pages = 100;
    for (int i = 1; i <= pages; ++i) {
      grid.verticalScrollBar()->setValue(static_cast<int>(rows / pages * i));
      grid.horizontalScrollBar()->setValue(static_cast<int>(columns / pages * i));
      grid.grab();
    }
    qInfo("%.2f ms a page", static_cast<double>(clock.elapsed()) / pages);
    QVERIFY2(all.asked <= pages * page, qPrintable(QString::number(all.asked)));
    grid.showCell(rows - 1, columns - 1);
    QVERIFY(grid.viewport()->rect().contains(grid.cellRect(rows - 1, columns - 1).center()));
    QCOMPARE(grid.statusText(), "A 49999 · B 19999 = 999999");
  }

  void theMapTakesASampleOfEachPixel() {
    Billion all;
    HeatMap map;
    map.resize(600, 400);
    map.show();
    map.setSlice(all.slice, all.statistics);
    QCOMPARE(all.asked, 0);
    map.grab();
    const QSizeF size = map.mapRect().size();
    const auto most = static_cast<std::int64_t>(size.width() * size.height()) * HeatCells::sample *
                      HeatCells::sample;
    QVERIFY2(all.asked > 0 && all.asked <= most, qPrintable(QString::number(all.asked)));
    QVERIFY2(map.statusText().contains("the mean of a sample of"), qPrintable(map.statusText()));
    QCOMPARE(map.description()["rows"].toDouble(), 50'000.0);
    const int index = QFontMetrics(Theme::current().captionFont()).horizontalAdvance("50,000");
    QVERIFY(map.mapRect().left() >= index + 22);  // the axis name is not cut off
    all.asked = 0;
    map.grab();  // caches the image
    QCOMPARE(all.asked, 0);
  }

  // Each pixel is the mean of its sample, cell by cell where the sample has no more elements.
  void aSampleKeepsThePicture() {
    Billion all;
    TensorSlice slice = all.slice;
    const HeatCells cells = HeatCells::from(slice);
    QVERIFY(cells.sampled());
    const HeatScale scale{0, 999'999, false};
    const QImage near = heatImage(cells, QRectF(3, 2, 4, 2), {4, 2}, scale);
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 4; ++x)
        QCOMPARE(near.pixel(x, y), HeatColours(scale)(slice.at(y + 2, x + 3)));
    const QImage far = heatImage(cells, QRectF(0, 0, 8, 1), {1, 1}, scale);
    QCOMPARE(far.pixel(0, 0), HeatColours(scale)((0 + 2 + 4 + 6) / 4.0));
  }

  // One NaN among 2.4e7 elements, at a position that the sample skips.
  void aLoneNanIsMarked() {
    auto tensor = std::make_shared<TensorRecord>();
    tensor->op = 1;
    tensor->name = "W";
    tensor->axes = {{"A", 6000, 0, {}}, {"B", 4000, 0, {}}};
    tensor->value = Tensor(DType::f32, {6000, 4000});
    tensor->value.set(1234 * 4000 + 567, std::nan(""));
    tensor->value.set(1234 * 4000 + 569, INFINITY);
    const TensorStatistics s = statistics(tensor->value);
    QCOMPARE(s.nonFinite->size(), std::size_t(1));
    QCOMPARE(s.firstBad, 1234 * 4000 + 567);
    HeatMap map;
    map.resize(500, 500);
    map.show();
    map.setSlice(TensorSlice(tensor), s);
    QCOMPARE(map.marks(), (std::vector<HeatMark>{{1234, 567}, {1234, 569}}));
    const QImage image = map.grab().toImage();
    const QPoint at = map.cellRect(1234, 567).center().toPoint();
    const QColor nan = Theme::current().colours().nan;
    int near = 0;
    for (int y = -8; y <= 8; ++y)
      for (int x = -8; x <= 8; ++x) near += image.pixelColor(at + QPoint(x, y)).rgb() == nan.rgb();
    QVERIFY2(near > 10, qPrintable(QString::number(near)));
    QCOMPARE(map.description()["marks"].toInt(), 2);
  }

  // A slice shows only its own marks.
  void marksAreThoseOfTheSlice() {
    auto tensor = std::make_shared<TensorRecord>();
    tensor->axes = {{"C", 3, 0, {}}, {"A", 100, 0, {}}, {"B", 50, 0, {}}};
    tensor->value = Tensor(DType::f32, {3, 100, 50});
    tensor->value.set((2 * 100 + 7) * 50 + 9, std::nan(""));
    TensorSlice slice(tensor);
    slice.setAxes(1, 2);
    const TensorStatistics s = statistics(tensor->value);
    QVERIFY(heatMarks(slice, s).empty());
    slice.setIndex(0, 2);
    QCOMPARE(heatMarks(slice, s), (std::vector<HeatMark>{{7, 9}}));
  }

  void statisticsAreCancelled() {
    const Tensor many(DType::f32, {1 << 22});
    std::atomic<int> asked = 0;
    const TensorStatistics s = statistics(many, [&asked] { return ++asked < 3; });
    QCOMPARE(s.finite, 0);
    QVERIFY2(asked < 40, qPrintable(QString::number(asked)));
  }

  // Bins counted in blocks by many threads equal bins counted one element at a time.
  void binsAreExact() {
    Tensor many(DType::f32, {(1 << 19) + 77});
    std::uint32_t seed = 1;
    for (std::int64_t i = 0; i < many.size(); ++i) {
      seed = seed * 1664525u + 1013904223u;
      many.set(i, i % 1009 == 5 ? std::nan("") : i % 997 == 3 ? INFINITY : (seed >> 8) * 1e-6 - 3);
    }
    const TensorStatistics s = statistics(many);
    const HistogramBins bins = histogramBins(many, s, 48);
    std::vector<std::int64_t> counts(48);
    for (std::int64_t i = 0; i < many.size(); ++i) {
      const double value = many.at(i);
      if (!std::isfinite(value)) continue;
      const auto bin = static_cast<std::int64_t>((value - s.min) * (48 / (s.max - s.min)));
      ++counts[static_cast<std::size_t>(std::clamp<std::int64_t>(bin, 0, 47))];
    }
    QCOMPARE(bins.counts, counts);
  }
};

NGRAPH_VIEW_TEST(LargeValuesTest)
#include "large_values_test.moc"
