// SPDX-License-Identifier: Apache-2.0
// Tests PNG export of graphs too large for one image in memory: the requested size, the same pixels
// as a small image, and a complete file or none.
#include <QDir>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/png_bands.h"
#include "views/graph/graph_export.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

QSize sizeInHeader(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray head = file.read(24);
  if (!head.startsWith("\x89PNG\r\n\x1a\n") || head.mid(12, 4) != "IHDR") return {};
  return {qFromBigEndian<int>(head.constData() + 16), qFromBigEndian<int>(head.constData() + 20)};
}

}  // namespace

class PngBandsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPixelIsKept() {
    const QSize size(8199, 1030);  // two tiles, three bands; the last ones are partial
    const auto colour = [](int x, int y) {
      return qRgb(x % 256, y % 256, (x / 256 + y / 256) * 7);
    };
    const QString path = folder_.filePath("pattern.png");
    QVERIFY(writePngBands(path, size, [&](QImage& tile, QPoint at) {
      for (int y = 0; y < tile.height(); ++y)
        for (int x = 0; x < tile.width(); ++x) tile.setPixel(x, y, colour(at.x() + x, at.y() + y));
    }));
    const QImage read(path);
    QCOMPARE(read.size(), size);
    for (int y = 0; y < size.height(); ++y)
      for (int x = 0; x < size.width(); ++x)
        if (read.pixel(x, y) != colour(x, y))
          QFAIL(qPrintable(QString("pixel %1, %2").arg(x).arg(y)));
  }

  void wideGraphsAreNotShrunk() {
    GraphStage stage;
    const GraphScene& scene = stage.canvas().scene();
    const QRectF card = stage.canvas().scene().cards.front().rect;
    // 34,000 pixels: beyond QPainter's range. The card is at the right end.
    const QRectF part(card.right() - 840, card.top(), 850, 5);
    const QString path = folder_.filePath("wide.png");
    QString why;
    QVERIFY2(exportScene(scene, {}, path, why, 40, part), qPrintable(why));
    QCOMPARE(sizeInHeader(path), QSize(34'000, 200));
    const QImage read(path);
    const QRectF end(card.right() - 90, card.top(), 100, 5);
    const QImage small = sceneImage(scene, {}, 40, end);
    QCOMPARE(small.size(), QSize(4'000, 200));
    int differ = 0;
    for (int y = 0; y < 200; ++y)
      for (int x = 0; x < 4'000; ++x) differ += read.pixel(30'000 + x, y) != small.pixel(x, y);
    QVERIFY2(differ < 800, qPrintable(QString::number(differ)));  // 0.1 %: the edges of a tile
    QVERIFY(small.pixel(10, 100) != small.pixel(3'990, 100));     // card and canvas
  }

  void aCancelledOrFailedPictureLeavesNothing() {
    GraphStage stage;
    QTemporaryDir empty;
    const ScenePtr scene = stage.canvas().sharedScene();
    std::atomic<bool> began{false}, written{true};
    const JobId job = stage.jobs.start("picture", [&](JobContext& context) -> Jobs::Done {
      written = writePngBands(
          empty.filePath("g.png"), {2'000, 100'000},
          [&](QImage& tile, QPoint) {
            tile.fill(Qt::white);
            began = true;
            while (!context.cancelled()) QThread::msleep(1);
          },
          &context);
      return {};
    });
    QTRY_VERIFY(began);
    stage.jobs.cancel(job);
    QTRY_VERIFY(!written);
    QVERIFY(QDir(empty.path()).isEmpty());
    QString why;
    QVERIFY(!exportScene(*scene, {}, "/nowhere/g.png", why));
    QVERIFY2(why.contains("/nowhere/g.png"), qPrintable(why));
    for (const char* name : {"g.svg", "g.pdf"}) {  // painted, and cancelled at the first check
      std::atomic<int> good{-1};
      QString said = "?";
      const QString path = empty.filePath(name);
      const JobId drawing = stage.jobs.start("drawing", [&](JobContext& context) -> Jobs::Done {
        while (!context.cancelled()) QThread::msleep(1);
        QString text;
        const bool whole = exportScene(*scene, {}, path, text, 1, {}, &context);
        said = text;
        good = whole;
        return {};
      });
      stage.jobs.cancel(drawing);
      QTRY_COMPARE(good.load(), 0);
      QCOMPARE(said, QString());
      QVERIFY(!QFile::exists(path));
      JobContext context;
      QVERIFY2(exportScene(*scene, {}, path, why, 1, {}, &context), qPrintable(why));
      QVERIFY(QFile(path).size() > 3000);
    }
    QVERIFY(stage.view.exporter().exportTo("/nowhere/g.png"));
    QTRY_VERIFY(stage.view.crumbs().noticeText().contains("/nowhere/g.png"));
  }

 private:
  QTemporaryDir folder_;
};

NGRAPH_TEST(PngBandsTest, QApplication)
#include "png_bands_test.moc"
