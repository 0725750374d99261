// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph render` to the image formats drawn by the workbench: the graph only, without the
// window around it.
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class RenderTest : public QObject {
  Q_OBJECT

 private slots:
  void pdf() {
    const QString out = folder_.filePath("x.pdf");
    const QStringList words{"render", sample_, out, "--after", "fuse"};
    const Ran ran = ngraph(words);
    QVERIFY2(ran.code == 0, qPrintable(shown(words, ran)));
    QFile drawn(out);
    QVERIFY(drawn.open(QIODevice::ReadOnly));
    QVERIFY(drawn.readAll().startsWith("%PDF"));
  }

  void pngAtAnyScale() {
    const QString small = folder_.filePath("small.png"), large = folder_.filePath("large.png");
    const QStringList words{"render", sample_, small, "--expand", "all"};
    const Ran ran = ngraph(words);
    QVERIFY2(ran.code == 0, qPrintable(shown(words, ran)));
    QCOMPARE(ngraph({"render", sample_, large, "--expand", "all", "--scale", "2", "--dark"}).code,
             0);
    const QImage one(small), two(large);
    QVERIFY(!one.isNull() && one.size() != QSize(1600, 1000));  // the size of the window
    const QSize twice = 2 * one.size();
    QVERIFY2(qAbs(two.width() - twice.width()) <= 1 && qAbs(two.height() - twice.height()) <= 1,
             qPrintable(QString("%1 x %2").arg(two.width()).arg(two.height())));
    QVERIFY(qGray(one.pixel(0, 0)) > 200 && qGray(two.pixel(0, 0)) < 60);
  }

  void refusalsSayWhy() {
    checkExit({"render", sample_, folder_.filePath("x.png"), "--scale", "9"}, 2,
              {"--scale takes a number from 1 to 4"});
    checkExit({"render", sample_, "/nowhere/x.png"}, 4, {"/nowhere/x.png"});
    checkExit({"render", "missing.ngraph", folder_.filePath("x.png")}, 4, {"missing.ngraph"});
    checkExit({"render", sample_, folder_.filePath("x.png"), "--transformer", "gpu"}, 4, {"gpu"});
  }

 private:
  QTemporaryDir folder_;
  const QString sample_ = "sample_graphs/05_logistic_part2.ngraph";
};

NGRAPH_TEST(RenderTest, QApplication)
#include "render_test.moc"
