// SPDX-License-Identifier: Apache-2.0
// Tests that the picture holds still: one layout from opening over compiling to every pass, and a
// zoom that changes only when asked; what fading means; names of groups when zoomed out.
#include <map>

#include "engine/records/compilation_record.h"
#include "tests/support/build_window.h"
#include "tests/support/held_compilation.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/scene_faults.h"
#include "tests/support/view_main.h"
#include "views/graph/canvas/floating_names.h"

using namespace ng;
using namespace ng::testing;

class StillPictureTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings().clear();
    w_ = std::make_unique<BuildWindow>();
  }
  void cleanup() { w_.reset(); }
  void compilingMovesNothing_data();
  void compilingMovesNothing();
  void passesMoveAndZoomNothing();
  void aStopKeepsTheZoom();
  void fadingHasALegendAndSparesNeighbours();
  void namesOfGroupsFloat();

 private:
  using Places = std::map<ItemId, QRectF>;
  Places places() {
    Places found;
    for (const Card& card : w_->canvas().scene().cards)
      found[card.id] = w_->canvas().cardRect(card.id);
    return found;
  }
  // The compiled graph, and nothing is under way.
  bool drawn() {
    settle();  // the graph hears of a compilation by an event
    return w_->session.compilations.compilation() &&
           !w_->session.compilations.compileProgress().busy && !w_->graph().busy() &&
           !w_->canvas().scene().cards.empty();
  }
  bool open(const char* sample) {
    w_->window->open(testing::sourceFile("sample_graphs/") + sample);
    return QTest::qWaitFor([this] { return drawn(); }, 3 * patience);
  }
  Selection& selection() { return w_->window->workspace().selection; }
  std::unique_ptr<BuildWindow> w_;
};

void StillPictureTest::compilingMovesNothing_data() {
  QTest::addColumn<QString>("sample");
  for (const char* sample : {"05_logistic_part2", "06_mlp", "09_lstm", "14_cifar10_resnet"})
    QTest::addRow("%s", sample) << QString(sample);
}

// The picture of the document before it is compiled, and after its first and second compilation.
void StillPictureTest::compilingMovesNothing() {
  QFETCH(QString, sample);
  HeldCompilation held(w_->session);
  w_->window->open(testing::sourceFile("sample_graphs/") + sample + ".ngraph");
  QTRY_VERIFY(held.holds() && !w_->graph().busy() && !w_->canvas().scene().cards.empty());
  QVERIFY(!w_->session.compilations.compilation());
  const Places before = places();
  const double scale = w_->canvas().camera().scale();
  const auto unmoved = [&] {
    QTRY_VERIFY(drawn());
    const Places after = places();
    std::size_t compared = 0;
    for (const auto& [card, rect] : before) {
      if (!after.contains(card)) continue;
      QCOMPARE(after.at(card), rect);
      ++compared;
    }
    QVERIFY2(2 * compared > before.size(), qPrintable(QString::number(compared)));
    QCOMPARE(w_->canvas().camera().scale(), scale);
  };
  held.release();
  QTRY_VERIFY(w_->session.compilations.compilation());
  unmoved();
  if (QTest::currentTestFailed()) return;
  w_->key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  unmoved();
}

void StillPictureTest::passesMoveAndZoomNothing() {
  QVERIFY(open("06_mlp.ngraph"));
  const Places written = places();
  const double scale = w_->canvas().camera().scale();
  const QRectF area = w_->canvas().camera().visibleArea();
  const auto passes = static_cast<int>(w_->session.compilations.compilation()->passes.size());
  int compared = 0;
  for (int pass = 0; pass < passes; ++pass) {
    selection().selectPass(pass);
    QCoreApplication::processEvents();  // views hear of it
    QTRY_VERIFY(!w_->graph().busy());
    QCOMPARE(w_->canvas().camera().scale(), scale);
    QCOMPARE(w_->canvas().camera().visibleArea(), area);
    QCOMPARE(overlappingCards(w_->canvas().scene()), QString());
    for (const auto& [card, rect] : places()) {
      const auto was = written.find(card);
      if (was == written.end()) continue;
      QCOMPARE(rect, was->second);
      ++compared;
    }
  }
  QVERIFY(compared > 10 * passes);
  const auto outside = [&] {
    return w_->graph().crumbs().noticeText().contains("outside of the view");
  };
  w_->canvas().camera().zoomBy(4);  // some cards that passes change are outside now
  bool notices = outside();
  for (int pass = 0; pass < passes && !notices; ++pass) {
    selection().selectPass(pass);
    QCoreApplication::processEvents();  // views hear of it
    QTRY_VERIFY(!w_->graph().busy());
    notices = outside();
  }
  QVERIFY(notices);
  w_->toCanvas();
  w_->key(Qt::Key_Home);  // asked
  QVERIFY(w_->canvas().camera().everythingFits() && !outside());
}

void StillPictureTest::aStopKeepsTheZoom() {
  QVERIFY(open("07_planted_nan.ngraph"));
  w_->canvas().camera().zoomBy(0.5);
  const double scale = w_->canvas().camera().scale();
  w_->session.run.runToNonFinite(true);
  QTRY_VERIFY(w_->session.faults.stopped().has_value());
  QTRY_VERIFY(!w_->graph().busy());
  const OpId op = w_->session.faults.stopped()->op;
  QCOMPARE(selection().op(), op);
  QCOMPARE(w_->canvas().camera().scale(), scale);
  const QRectF card = w_->canvas().cardRect(w_->canvas().selected());
  QVERIFY(w_->canvas().rect().contains(card.center().toPoint()));
}

void StillPictureTest::fadingHasALegendAndSparesNeighbours() {
  QVERIFY(open("05_logistic_part2.ngraph"));
  QVERIFY(w_->graph().legend().fading().isEmpty());
  const OpId dot = w_->op("dot_6");
  selection().selectOp(dot);
  w_->toCanvas();
  w_->key(Qt::Key_D);  // trace downstream: X and W, which dot reads, are not on the path
  QCOMPARE(w_->graph().legend().fading(), QString("faded: not on the path (Esc ends)"));
  QCOMPARE(fadingOf(w_->canvas().scene(), w_->canvas().lit()), Fading::path);
  const int card = w_->canvas().scene().find(dot);
  const std::vector<int>& reads = w_->canvas().scene().in[static_cast<std::size_t>(card)];
  QVERIFY(!reads.empty());
  const EdgeShape& edge = w_->canvas().scene().edges[static_cast<std::size_t>(reads[0])];
  const QRectF read =
      w_->canvas().cardRect(w_->canvas().scene().cards[static_cast<std::size_t>(edge.from)].id);
  const auto border = [&](const QRectF& rect) {
    const QImage image = w_->canvas().grab().toImage();
    return image.pixelColor((QPointF(rect.center().x(), rect.top() + 6)).toPoint() *
                            image.devicePixelRatio());
  };
  QTRY_VERIFY(w_->canvas().lit().selected == card);
  const QColor near = border(read);
  w_->key(Qt::Key_Escape);
  w_->key(Qt::Key_Escape);
  QTRY_COMPARE(w_->graph().legend().fading(), QString());
  QCOMPARE(near, border(read));
}

void StillPictureTest::namesOfGroupsFloat() {
  QVERIFY(open("14_cifar10_resnet.ngraph"));
  w_->graph().arrangement().setAllOpen(true);
  QTRY_VERIFY(!w_->graph().busy());
  w_->canvas().camera().fit();
  QVERIFY(w_->canvas().camera().scale() < 0.3);
  const std::vector<FloatingName> names =
      floatingNames(w_->canvas().scene(), w_->canvas().camera().view(), w_->canvas().size());
  QVERIFY(names.size() >= 3);
  for (std::size_t i = 0; i < names.size(); ++i) {
    QVERIFY(names[i].box.height() >= 12);
    QVERIFY(QRectF(w_->canvas().rect()).contains(names[i].box));
    for (std::size_t k = 0; k < i; ++k) QVERIFY(!names[i].box.intersects(names[k].box));
  }
  w_->canvas().camera().oneToOne();
  QVERIFY(floatingNames(w_->canvas().scene(), w_->canvas().camera().view(), w_->canvas().size())
              .empty());
}

NGRAPH_VIEW_TEST(StillPictureTest)
#include "still_picture_test.moc"
