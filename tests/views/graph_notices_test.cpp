// SPDX-License-Identifier: Apache-2.0
// Tests the strip above the graph: shown while its condition holds, without taking space from the
// graph.
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "tests/support/graph_stage.h"
#include "tests/support/view_main.h"
#include "views/widgets/code/find_bar.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class GraphNoticesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void noNoticeAsksForRoom() {
    CrumbStrip strip;
    strip.setCrumbs("05", {{"update", 0}});
    strip.setPass("input graph", {});
    const int least = strip.minimumSizeHint().width();
    strip.setNotice(About::search, QString(400, u'w'), true);
    strip.setPass(QString(400, u'w'), {});
    strip.setMoment(QString(400, u'w'));
    QVERIFY(strip.minimumSizeHint().width() <= least + 10);
    QCOMPARE(strip.noticeText(), QString(400, u'w'));
  }

  void theMostUrgentNoticeIsShown() {
    CrumbStrip strip;
    strip.setNotice(About::shown, "12 of 36 ops shown");
    strip.setNotice(About::confirmation, "Bookmark 1");
    QCOMPARE(strip.noticeText(), QString("Bookmark 1"));
    QTRY_COMPARE(strip.noticeText(), QString("12 of 36 ops shown"));
    strip.setNotice(About::shown, {});
    QVERIFY(strip.noticeText().isEmpty());
  }

  void aColourThatShowsNothingSaysWhy() {
    GraphStage stage;
    stage.view.colours().choose(ColourBy::value);
    QVERIFY(stage.view.crumbs().noticeText().contains("F5"));
    stage.view.colours().choose(ColourBy::error);
    QVERIFY(stage.view.crumbs().noticeText().startsWith("Compare in Debug"));
    stage.view.colours().choose(ColourBy::flops);
    QVERIFY(stage.view.crumbs().noticeText().isEmpty());
  }

  void clearingEndsATrace() {
    GraphStage stage;
    stage.click(id_dot);
    stage.view.subset().trace(Flow::downstream);
    QVERIFY(!stage.canvas().lit().traced.empty());
    QVERIFY(stage.view.crumbs().noticeText().contains("Esc"));
    stage.selection.clear();
    stage.settle();
    QVERIFY(stage.canvas().lit().traced.empty());
    QVERIFY(stage.view.crumbs().noticeText().isEmpty());
  }

  void searchMatchesCanBeIsolated() {
    GraphStage stage;
    auto* bar = stage.view.findChild<FindBar*>();
    bar->open("op:multiply");
    QCOMPARE(stage.view.finder().matchCount(), 4);
    const auto press = [bar](const QString& begin) {
      for (QToolButton* each : bar->findChildren<QToolButton*>())
        if (each->toolTip().startsWith(begin)) return each->click();
      QFAIL(qPrintable("no button " + begin));
    };
    const std::size_t all = stage.canvas().scene().cards.size();
    press("Show only");
    stage.settle();
    QVERIFY(stage.canvas().scene().cards.size() < all);
    press("Show all");
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), all);
    press("Hide");
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), all - 4);
    QCOMPARE(stage.view.finder().matchCount(), 4);  // of the document, also without a card
  }

  void backFromABookmarkReturns() {
    GraphStage stage;
    stage.click(id_dot);
    stage.view.bookmarks().toggle();
    stage.click(id_loss);
    stage.canvas().camera().oneToOne();
    stage.canvas().goTo(id_loss);
    stage.settle();
    const QRectF left = stage.canvas().camera().visibleArea();
    stage.view.bookmarks().goTo(1);
    stage.settle();
    QTRY_COMPARE(stage.selection.op(), OpId{id_dot});
    QVERIFY(stage.canvas().camera().visibleArea() != left);
    stage.selection.back();
    stage.settle();
    QCOMPARE(stage.selection.op(), OpId{id_loss});
    QCOMPARE(stage.canvas().camera().visibleArea(), left);
  }

  // As with a message between the tool bar and the graph.
  void aMessageStripKeepsTheZoom() {
    GraphStage stage;
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* words = new QLabel("The file changed.");
    words->setFixedHeight(90);
    words->hide();
    column->addWidget(words);
    column->addWidget(&stage.view);
    window.resize(980, 668);
    window.show();
    stage.settle();
    stage.canvas().camera().fit();
    const double scale = stage.canvas().camera().scale();
    words->show();
    stage.settle();
    QCOMPARE(stage.canvas().camera().scale(), scale);
    words->hide();
    stage.settle();
    QCOMPARE(stage.canvas().camera().scale(), scale);
    QVERIFY(stage.canvas().camera().everythingFits());
    window.resize(980, 568);  // the window itself is resized: fitted again
    stage.settle();
    QVERIFY(stage.canvas().camera().everythingFits());
    stage.view.setParent(nullptr);
  }
};

NGRAPH_VIEW_TEST(GraphNoticesTest)
#include "graph_notices_test.moc"
