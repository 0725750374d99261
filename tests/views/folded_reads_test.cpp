// SPDX-License-Identifier: Apache-2.0
// Tests folded ops: each reader's card has one chip for them, with the reader's axes, in legible
// letters.
#include <QSignalSpy>
#include <QStandardPaths>
#include <QtTest>

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/graph_record.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/canvas/card_painter.h"
#include "views/graph/scene/axis_lit.h"

using namespace ng;
using namespace ng::views;

namespace {

constexpr OpId bias = 1, wide = 3, near = 4, far = 10;

// bias ⇶ N is read by an addition and, six rows below, by a matmul.
GraphRecordPtr biasReadTwice() {
  const AxisRecord batch{"N", 128, 0, AxisRole::batch};
  auto graph = std::make_shared<GraphRecord>();
  const auto add = [&](const std::string& op, const std::string& name, const std::string& glyph,
                       const std::vector<OpId>& reads, std::vector<AxisRecord> axes) {
    OpRecord made;
    made.id = graph->ops.size() + 1;
    made.op = op;
    if (const OpDef* def = find_op(made.op)) made.traits = def->traits;
    made.name = name.empty() ? op + "_" + std::to_string(made.id) : name;
    made.glyph = glyph;
    made.family = reads.empty() ? Family::state : Family::elementwise;
    for (const OpId read : reads) made.operands.push_back({read, 0, "x"});
    made.results = {{std::move(axes), DType::f32}};
    made.origins = {made.id};
    graph->ops.push_back(made);
    return made.id;
  };
  add("variable", "bias", "▣", {}, {});
  const OpId x = add("placeholder", "x", "▢", {}, {batch});
  add("broadcast", "", "⇶", {bias}, {batch});
  OpId last = add("add", "", "+", {x, wide}, {batch});
  while (graph->ops.size() + 1 < far) last = add("exp", "", "e", {last}, {batch});
  add("multiply", "", "×", {last, wide}, {batch});
  return graph;
}

struct Picture {
  GraphRecordPtr graph = biasReadTwice();
  Grouping grouping{{graph}, GroupBy::none};
  GraphScene scene;

  Picture() {
    const Placement placement = PassLayout({graph}, grouping).ownPlacement();
    scene = buildScene({graph, nullptr, &placement, &grouping});
  }
  const Card& card(OpId op) const { return scene.cards[static_cast<std::size_t>(scene.find(op))]; }
  // True if the chip's top border has this colour.
  bool framed(GraphCanvas& canvas, const Chip& chip, const QColor& colour) const {
    canvas.camera().oneToOne();
    canvas.goTo(far);
    const QImage image = canvas.grab().toImage();
    const QPointF at =
        (chip.rect.center() - canvas.camera().visibleArea().topLeft()) * canvas.camera().scale();
    for (int y = at.y() - 12; y < at.y() - 4; ++y) {
      const QColor pixel = image.pixelColor(static_cast<int>(at.x()), y);
      if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
              std::abs(pixel.blue() - colour.blue()) <
          60)
        return true;
    }
    return false;
  }
};

}  // namespace

class FoldedReadsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void oneChipShowsFoldedAndFarReads() {
    const Picture picture;
    QCOMPARE(picture.card(near).chips.size(), 1u);
    QCOMPARE(picture.card(far).chips.size(), 1u);
    const Chip& chip = picture.card(far).chips.front();
    QCOMPARE(chip.folds, std::vector<OpId>{wide});
    QVERIFY2(chip.text.startsWith("bias ") && chip.text.endsWith("N"), qPrintable(chip.text));
    QVERIFY(chip.far && !picture.card(near).chips.front().far);
    QVERIFY(!chip.rect.isEmpty());
    int edges = 0;
    for (const EdgeShape& edge : picture.scene.edges)
      edges += edge.from == picture.scene.find(bias);
    QCOMPARE(edges, 1);  // to the nearest reader
    QCOMPARE(picture.scene.farReaders.at(bias), std::vector<int>{picture.scene.find(far)});
  }

  void everyReadersChipHasTheAxis() {
    const Picture picture;
    GraphCanvas canvas;
    canvas.resize(700, 450);
    canvas.setScene(std::make_shared<const GraphScene>(picture.scene));
    const Chip& chip = picture.card(far).chips.front();
    QVERIFY(!picture.framed(canvas, chip, axisColour()));
    AxisLit lit = axisLit(picture.scene, *picture.graph, picture.grouping, "N");
    QVERIFY(lit.ops.count(wide) && !lit.ops.count(bias));
    QVERIFY(lit.cards[static_cast<std::size_t>(picture.scene.find(near))]);
    QVERIFY(!lit.cards[static_cast<std::size_t>(picture.scene.find(bias))]);
    canvas.setAxis(std::move(lit));
    QVERIFY(picture.framed(canvas, chip, axisColour()));
  }

  // Selecting a source rings the chips of its far readers.
  void theChipIsRingedWithItsSource() {
    const Picture picture;
    GraphCanvas canvas;
    canvas.resize(700, 450);
    canvas.setScene(std::make_shared<const GraphScene>(picture.scene));
    const Chip& chip = picture.card(far).chips.front();
    const QColor ring = Theme::current().colours().selection;
    QVERIFY(!picture.framed(canvas, chip, ring));
    canvas.select(bias);
    QVERIFY(picture.framed(canvas, chip, ring));
    QVERIFY(canvas.walk(Qt::Key_Down));
    QVERIFY(canvas.selected() == near || canvas.selected() == far);
  }

  // State read by one op is a named chip; state that is also written, or read twice, has a card.
  void stateThatOneOpReadsIsAChip() {
    auto graph = std::make_shared<GraphRecord>();
    const auto add = [&](const std::string& op, const std::string& name, Family family,
                         const std::vector<OpId>& reads) {
      OpRecord made;
      made.id = graph->ops.size() + 1;
      made.op = op, made.name = name, made.family = family;
      if (const OpDef* def = find_op(made.op)) made.traits = def->traits;
      made.glyph = op == "constant" ? "#" : "x";
      for (const OpId read : reads) made.operands.push_back({read, 0, "x"});
      made.results = {{{{"H", 3, 0, {}}}, DType::f32}};
      graph->ops.push_back(made);
      return made.id;
    };
    const OpId x = add("placeholder", "x", Family::state, {});
    const OpId weight = add("variable", "layer/weight", Family::state, {});
    const OpId start = add("constant", "constant_3", Family::state, {});
    const OpId own = add("constant", "mine", Family::state, {});
    const OpId twice = add("variable", "twice", Family::state, {});
    const OpId trained = add("variable", "trained", Family::state, {});
    const OpId mean = add("persistent_tensor", "bn.mean", Family::state, {});
    const OpId dot = add("dot", "dot_7", Family::dense, {x, weight});
    const OpId sum = add("add", "sum", Family::elementwise, {dot, start, own, twice});
    const OpId product = add("multiply", "product", Family::elementwise, {sum, twice, mean});
    add("assign", "step", Family::effect, {trained, product});
    const auto grouping =
        std::make_shared<Grouping>(std::vector<GraphRecordPtr>{graph}, GroupBy::none);
    const Placement placement = PassLayout({graph}, *grouping).ownPlacement();
    const auto scene = std::make_shared<const GraphScene>(
        buildScene({graph, nullptr, &placement, grouping.get()}));
    const auto card = [&](OpId op) {
      return scene->cards[static_cast<std::size_t>(scene->find(op))];
    };
    QCOMPARE(card(dot).chips.size(), 1u);
    QCOMPARE(card(dot).chips[0].text, QString("weight"));
    QVERIFY(card(dot).chips[0].named() && !card(dot).chips[0].rect.isEmpty());
    QCOMPARE(card(weight).id, dot);
    QCOMPARE(card(sum).chips.size(), 1u);
    QCOMPARE(card(sum).chips[0].text, QString("# H"));
    QCOMPARE(card(start).id, sum);
    QCOMPARE(card(product).chips.size(), 1u);
    QCOMPARE(card(product).chips[0].text, QString("mean"));
    QVERIFY(card(product).chips[0].named());
    for (const OpId kept : {x, own, twice, trained}) QCOMPARE(card(kept).id, kept);
    GraphCanvas canvas;
    canvas.resize(700, 450);
    canvas.setScene(scene);
    canvas.camera().oneToOne();
    canvas.goTo(dot);
    QSignalSpy clicked(&canvas, &GraphCanvas::clicked);
    const QPointF at =
        (card(dot).chips[0].rect.center() - canvas.camera().visibleArea().topLeft()) *
        canvas.camera().scale();
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, at.toPoint());
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked[0][0].value<ItemId>(), weight);
  }

  // Chip letters are as large as the space allows, and omitted below six pixels.
  void lettersOfChipsAreLegibleOrGone() {
    const Picture picture;
    const Chip& chip = picture.card(far).chips.front();
    const auto inked = [&](double scale) {  // pixel rows that contain letters
      QImage image((chip.rect.size() * scale).toSize(), QImage::Format_RGB32);
      image.fill(Theme::current().colours().canvas);
      QPainter painter(&image);
      painter.scale(scale, scale);
      painter.translate(-chip.rect.topLeft());
      CardLook look;
      CardPainter(painter, scale).paint(picture.card(far), look);
      painter.end();
      const QColor ink = Theme::current().colours().text;
      int rows = 0;
      for (int y = 0; y < image.height(); ++y) {
        bool any = false;
        for (int x = image.width() / 8; x < image.width() * 7 / 8; ++x)
          any |= std::abs(qGray(image.pixel(x, y)) - qGray(ink.rgb())) < 110;
        rows += any;
      }
      return rows;
    };
    QVERIFY2(inked(1) >= 6, qPrintable(QString::number(inked(1))));
    QVERIFY2(inked(0.55) >= 5, qPrintable(QString::number(inked(0.55))));
    QCOMPARE(inked(0.4), 0);
  }
};

NGRAPH_TEST(FoldedReadsTest, QApplication)
#include "folded_reads_test.moc"
