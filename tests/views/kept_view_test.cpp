// SPDX-License-Identifier: Apache-2.0
// Tests that the visible part of a graph is kept when its view is resized and when its document is
// read again.
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

namespace {

double distance(QPointF a, QPointF b) {
  return QLineF(a, b).length();
}

}  // namespace

class KeptViewTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void resizeKeepsTheMiddleUnlessFitted() {
    GraphStage stage;
    stage.view.resize(1200, 800);
    QCoreApplication::processEvents();
    QVERIFY(stage.canvas().camera().everythingFits());
    stage.canvas().goTo(testing::id_dot);
    const QPointF middle = stage.canvas().camera().visibleArea().center();
    stage.view.resize(900, 600);
    QCoreApplication::processEvents();
    QVERIFY(distance(stage.canvas().camera().visibleArea().center(), middle) < 1);
  }

  // A message strip appears and disappears above the graph without moving it.
  void aSlightlySmallerViewKeepsThePosition() {
    GraphStage stage;
    const auto resize = [&](int height) {
      stage.view.resize(980, height);
      QCoreApplication::processEvents();
    };
    resize(500);
    stage.canvas().camera().fit();
    const double scale = stage.canvas().camera().scale();
    const QPointF middle = stage.canvas().camera().visibleArea().center();
    for (const int height : {460, 500}) {
      resize(height);
      QCOMPARE(stage.canvas().camera().scale(), scale);
      QVERIFY(distance(stage.canvas().camera().visibleArea().center(), middle) < 1);
      QVERIFY(stage.canvas().camera().everythingFits());
    }
    resize(330);
    QVERIFY(stage.canvas().camera().scale() < scale);
    QVERIFY(stage.canvas().camera().everythingFits());
    resize(500);
    QCOMPARE(stage.canvas().camera().scale(), scale);
    QVERIFY(distance(stage.canvas().camera().visibleArea().center(), middle) < 1);
  }

  // The compilation was added to the picture of the document; restoring the state keeps that.
  void aRestoredStateMovesNoCard() {
    GraphStage stage;
    auto other = std::make_shared<DocumentRecord>(*stage.session.documents.document());
    other->path = "other.ngraph";
    const CompilationRecordPtr compilation = stage.session.compilations.compilation();
    for (const CompilationRecordPtr& shown : {CompilationRecordPtr(), compilation}) {
      stage.session.use(other, shown);
      stage.settle();
    }
    stage.canvas().goTo(testing::id_dot);
    const QRectF seen = stage.canvas().camera().visibleArea();
    const auto rects = [&] {
      std::map<ItemId, QRectF> all;
      for (const Card& card : stage.canvas().scene().cards) all[card.id] = card.rect;
      return all;
    };
    const auto before = rects();
    stage.view.restoreState(stage.view.savedState());
    stage.settle();
    QCOMPARE(rects(), before);
    QVERIFY(distance(stage.canvas().camera().visibleArea().center(), seen.center()) < 1);
  }

  // A graph that was fitted is fitted again after a reload, wherever its cards are now.
  void aReloadedGraphIsFittedAgain() {
    GraphStage stage;
    stage.canvas().camera().zoomBy(0.9);
    QVERIFY(!stage.canvas().camera().fitted() && stage.canvas().camera().everythingFits());
    auto longer = std::make_shared<GraphRecord>(*stage.session.documents.document()->graph);
    for (int i = 0; i < 30; ++i) {
      OpRecord op = longer->ops.back();
      op.operands = {{op.id, 0, "x"}};
      op.id = 1000 + static_cast<OpId>(i);
      op.name = "more_" + std::to_string(i);
      longer->ops.push_back(op);
    }
    auto again = std::make_shared<DocumentRecord>(*stage.session.documents.document());
    again->graph = longer;
    stage.session.use(again, nullptr);
    stage.settle();
    QVERIFY(stage.canvas().camera().everythingFits());
    stage.canvas().camera().zoomBy(3);
    const QRectF seen = stage.canvas().camera().visibleArea();
    stage.session.use(std::make_shared<DocumentRecord>(*again), nullptr);
    stage.settle();
    QCOMPARE(stage.canvas().camera().visibleArea(), seen);
  }
};

NGRAPH_TEST(KeptViewTest, QApplication)
#include "kept_view_test.moc"
