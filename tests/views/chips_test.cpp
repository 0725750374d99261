// SPDX-License-Identifier: Apache-2.0
// Tests that scalar constants are chips on the cards that read them, and heat colours of cards.
#include "views/graph/scene/chips.h"
#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_stage.h"
#include "tests/support/test_program.h"
#include "views/graph/bookmarks.h"
#include "views/graph/highlights/heat.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

class ChipsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void constantsOfASampleAreChips() {
    const DocumentRecordPtr document =
        make_document_record(load_document(testing::source_file("sample_graphs/06_mlp.ngraph")));
    const auto grouping =
        std::make_shared<Grouping>(std::vector<GraphRecordPtr>{document->graph}, GroupBy::role);
    const Placement placement = PassLayout({document->graph}, *grouping).ownPlacement();
    const GraphScene scene =
        buildScene({document->graph, nullptr, &placement, grouping.get(), nullptr});
    QMap<QString, QString> chips;  // chip texts by card name
    for (const Card& card : scene.cards) {
      QVERIFY(card.glyph != "#");
      for (const Chip& chip : card.chips) {
        if (chip.named()) continue;
        chips[card.title] += chip.text;
        QVERIFY(card.rect.adjusted(0, -12, 0, 0).contains(chip.rect));
        QCOMPARE(scene.chipAt(chip.rect.center())->op, chip.op);
        QCOMPARE(&scene.cards[static_cast<std::size_t>(scene.find(chip.op))], &card);
      }
    }
    QCOMPARE(chips, (QMap<QString, QString>{{"grey", "255"}, {"hidden", "0"}}));
    for (const EdgeShape& edge : scene.edges) QVERIFY(edge.from != edge.to);
  }

  void chipsLeaveTheGradientCornerFree() {
    for (const bool gradient : {false, true}) {
      GraphScene scene;
      Card card;
      card.rect = QRectF(0, 0, 148, 40);
      card.gradient = gradient;
      for (const char* text : {"255", "0"}) {
        Chip chip;
        chip.op = card.chips.size() + 1;
        chip.text = text;
        chip.folds = {chip.op};
        card.chips.push_back(chip);
      }
      scene.cards.push_back(card);
      placeChips(scene);
      const std::vector<Chip>& chips = scene.cards[0].chips;
      const double right = std::max(chips[0].rect.right(), chips[1].rect.right());
      QVERIFY(!chips[0].rect.isEmpty() && !chips[1].rect.isEmpty());
      QVERIFY(!chips[0].rect.intersects(chips[1].rect));
      QCOMPARE(right, gradient ? 126.0 : 141.0);
    }
  }

  void clickOnAChipSelectsTheConstant() {
    GraphStage stage;
    const Chip* chip = nullptr;
    for (const Card& card : stage.canvas().scene().cards)
      if (!card.chips.empty()) chip = &card.chips[0];
    QVERIFY(chip);
    const OpId constant = chip->op;
    const QRectF shown = stage.canvas().camera().visibleArea();
    const double scale = stage.canvas().camera().scale();
    const QPointF at = (chip->rect.center() - shown.topLeft()) * scale;
    QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, at.toPoint());
    stage.settle();
    QCOMPARE(stage.selection.op(), constant);
    QCOMPARE(stage.canvas().camera().visibleArea(), shown);
    QVERIFY(stage.canvas().selected() != 0);  // the card that reads it gets the selection ring
  }

  void colourByATimeCountsAKernelOnceForACard() {
    GraphStage stage;
    stage.view.colours().choose(ColourBy::intensity);
    QVERIFY(stage.view.legend().entries().contains("FLOP per byte"));
    const auto compilation = testing::sample_compilation();
    auto measured = std::make_shared<CompilationRecord>(*compilation);
    for (KernelRecord& kernel : measured->kernels) kernel.microseconds = 10;
    const GraphScene& scene = stage.canvas().scene();
    const Heat heat = heatOf(
        {&scene, stage.view.graph().get(), &stage.view.grouping(), measured.get(), nullptr, {}, {}},
        ColourBy::time);
    QCOMPARE(heat.least, QString("10.0 µs"));
    QCOMPARE(heat.most, QString("10.0 µs"));
  }

  // Error heat between two transformers: the largest difference is hottest; equal ops have no
  // colour.
  void errorsColourTheCards() {
    GraphStage stage;
    stage.view.colours().choose(ColourBy::error);
    QVERIFY(stage.view.legend().entries().contains("relative error"));
    const GraphScene& scene = stage.canvas().scene();
    ComparisonRecord comparison;
    const auto differs = [&](OpId op, double relative) {
      OpDifference difference;
      difference.op = op;
      difference.relative = relative;
      comparison.ops.push_back(difference);
    };
    differs(testing::id_dot, 1e-7);
    differs(testing::id_loss, 1e-3);
    differs(testing::id_add, 0);
    HeatInput input{&scene, stage.view.graph().get(), &stage.view.grouping(), nullptr, nullptr, {},
                    {}};
    QCOMPARE(heatOf(input, ColourBy::error).most, QString());  // no comparison has been made
    input.comparison = &comparison;
    const Heat heat = heatOf(input, ColourBy::error);
    QCOMPARE(heat.least, QString("1e-07"));
    QCOMPARE(heat.most, QString("0.001"));
    const auto at = [&](OpId op) {
      return heat.cards[static_cast<std::size_t>(scene.find(stage.view.grouping().item(op)))];
    };
    QCOMPARE(at(testing::id_dot), 0.f);
    QCOMPARE(at(testing::id_loss), 1.f);
    QVERIFY(at(testing::id_add) < 0);
  }

  void timesInARangeAreCutAtItsEnds() {
    const auto compilation = testing::sample_compilation();
    const std::string kernel = compilation->kernels.front().name;
    Timeline timeline;
    const std::size_t lane = timeline.lane("engine");
    const std::uint32_t name = timeline.name(kernel, "step");
    for (std::int64_t i = 0; i < 4; ++i)  // each event takes 4 us, one every 10 us
      timeline.add(lane, 0, {i * 10'000, i * 10'000 + 4'000, name, -1});
    const std::size_t helper = timeline.lane("pool 1");  // whose part is in the engine's event
    for (std::int64_t i = 0; i < 4; ++i)
      timeline.add(helper, 0, {i * 10'000, i * 10'000 + 3'000, name, -1});
    const auto times = kernelTimes(timeline, *compilation, {2e-6, 22e-6});
    QVERIFY(std::abs(times.at(kernel) - (2 + 4 + 2)) < 1e-9);
    QVERIFY(kernelTimes(timeline, *compilation, {5e-6, 9e-6}).empty());
  }

  void aRangeColoursTheCanvasUntilItIsCleared() {
    GraphStage stage;
    QVERIFY(stage.canvas().lit().heat.empty());
    stage.selection.selectRange(TimeRange{0, 1e-3});
    stage.settle();
    QVERIFY(stage.view.legend().entries().join(" ").contains("range"));
    stage.selection.selectRange({});
    stage.settle();
    QVERIFY(stage.canvas().lit().heat.empty());
  }

  void bookmarksComeBackWithTheView() {
    GraphStage stage;
    stage.click(testing::id_dot);
    stage.canvas().camera().oneToOne();
    QTest::keyClick(&stage.canvas(), Qt::Key_B, Qt::ControlModifier);
    const QRectF area = stage.canvas().camera().visibleArea();
    stage.canvas().camera().fit();
    stage.selection.clear();
    stage.settle();
    QTest::keyClick(&stage.canvas(), Qt::Key_1, Qt::ControlModifier);
    stage.settle();
    QCOMPARE(stage.selection.op(), testing::id_dot);
    QVERIFY(std::abs(stage.canvas().camera().visibleArea().center().x() - area.center().x()) < 1);
    stage.view.arrangement().setOpen(stage.group("gradient"), false);
    stage.settle();
    const QJsonObject state = stage.view.savedState();

    GraphStage again;
    again.view.restoreState(state);
    again.settle();
    QVERIFY(!again.view.grouping().isOpen(again.group("gradient")));
    QVERIFY(again.view.grouping().isOpen(again.group("loss")));
    QCOMPARE(again.view.savedState()["bookmarks"], state["bookmarks"]);
    QVERIFY(std::abs(again.canvas().camera().scale() - stage.canvas().camera().scale()) < 0.01);
    // Bookmarks the position only, without an op.
    QTest::keyClick(&again.canvas(), Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(again.view.bookmarks().all().at(2)->op, OpId{0});
    again.view.restoreState({{"closed", QJsonArray{"no such group"}}, {"colour", 99}});
    again.settle();
    QVERIFY(again.view.grouping().isOpen(again.group("gradient")));
  }

  void bookmarksNameOpsWithTheirScopes() {
    GraphRecord graph;
    for (const OpId id : {1, 2, 3}) {
      OpRecord op;
      op.id = id;
      op.name = "W";
      op.scope = "layer" + std::to_string(id);
      graph.ops.push_back(op);
    }
    Bookmarks kept, read;
    kept.add({2, {}});
    read.read(kept.toJson(graph), graph);
    QCOMPARE(read.at(1)->op, OpId{2});
    read.read({QJsonObject{{"number", 1}, {"op", "W"}}}, graph);  // of an earlier version
    QCOMPARE(read.at(1)->op, OpId{0});
  }
};

NGRAPH_TEST(ChipsTest, QApplication)
#include "chips_test.moc"
