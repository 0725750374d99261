// SPDX-License-Identifier: Apache-2.0
// A tensor of 10^9 elements that are computed when they are asked for: scrolling and painting ask
// for what is visible only.
#include <QElapsedTimer>
#include <QScrollBar>

#include "tests/support/view_main.h"
#include "views/core/theme.h"
#include "views/widgets/heat_map.h"
#include "views/widgets/number_grid.h"

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
    tensor->axes = {{"A", rows, 0, ""}, {"B", columns, 0, ""}};
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
  void theGridAsksForWhatIsVisible() {
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
    QCOMPARE(map.drawn()["rows"].toDouble(), 50'000.0);
    const int index = QFontMetrics(Theme::current().captionFont()).horizontalAdvance("50,000");
    QVERIFY(map.mapRect().left() >= index + 22);  // beside the name of the axis, not cut off
    all.asked = 0;
    map.grab();  // the picture is kept
    QCOMPARE(all.asked, 0);
  }

  // Each pixel is the mean of its sample, cell by cell where it has no more.
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
};

NGRAPH_VIEW_TEST(LargeValuesTest)
#include "large_values_test.moc"
