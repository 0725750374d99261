// SPDX-License-Identifier: Apache-2.0
// Tests far reads: a source read far from its own card is a chip at the reader instead of a long
// edge.
#include <QStandardPaths>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sample_session.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/card_painter.h"
#include "views/graph/graph_view.h"
#include "views/graph/scene/first_grouping.h"

using namespace ng;
using namespace ng::views;

namespace {

struct Compiled {
  DocumentRecordPtr document;
  CompilationRecordPtr record;

  explicit Compiled(const QString& sample) {
    const Document loaded =
        load_document((testing::sourceFile("sample_graphs/") + sample + ".ngraph").toStdString());
    CompileOptions options;
    options.keep_record = true;
    const auto compiled = allocate_transformer("cpu")->add_computation(
        loaded.computation(loaded.computations.front().name()), options);
    document = make_document_record(loaded);
    record = make_record(compiled.compilation());
  }
};

struct Stage {
  testing::SampleSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  GraphView view{workspace};

  explicit Stage(const char* sample, QSize size = {980, 668}) {
    view.arrangement().placer().client().setCacheFolder({});
    view.resize(size);
    view.show();
    const Compiled compiled(sample);
    session.use(compiled.document, compiled.record);
    settle();
  }
  void settle() {
    QCoreApplication::processEvents();
    QTRY_VERIFY(!view.busy());
    testing::settle();
  }
  GraphCanvas& canvas() { return view.canvas(); }
  int card(const QString& title) {
    const auto& cards = canvas().scene().cards;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (cards[i].title == title) return static_cast<int>(i);
    return -1;
  }
  const Card& at(int i) { return canvas().scene().cards[static_cast<std::size_t>(i)]; }
  QPoint place(const QRectF& rect) {
    return ((rect.center() - canvas().camera().visibleArea().topLeft()) * canvas().camera().scale())
        .toPoint();
  }
};

}  // namespace

class FarReadsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void chipsReduceCrossings_data() {
    QTest::addColumn<QString>("sample");
    QTest::addColumn<Direction>("direction");
    for (const char* sample :
         {"05_logistic_part2", "06_mlp", "07_planted_nan", "09_lstm", "14_cifar10_resnet"})
      for (const Direction way : {Direction::down, Direction::right})
        QTest::addRow("%s %s", sample, name(way).data()) << sample << way;
  }

  void chipsReduceCrossings() {
    QFETCH(QString, sample);
    QFETCH(Direction, direction);
    const Compiled compiled(sample);
    const auto written = compiled.record->as_written();
    const auto graphs = allGraphs(compiled.record.get(), compiled.document->graph);
    const Grouping grouping = *firstGrouping(graphs, 2, written, {962, 556}, direction);
    const Placement placement = PassLayout(graphs, grouping, 2, direction).ownPlacement();
    const GraphScene with = buildScene({written, nullptr, &placement, &grouping});
    SceneInput input{written, nullptr, &placement, &grouping};
    input.farChips = false;
    const GraphScene without = buildScene(input);
    const int before = testing::crossings(without), after = testing::crossings(with);
    qInfo() << "crossings" << before << "->" << after << "edges of 3 rows and more"
            << testing::longEdges(without, 3) << "->" << testing::longEdges(with, 3);
    QVERIFY(3 * after <= 2 * before);
    QVERIFY(testing::longEdges(with, 3) < testing::longEdges(without, 3));
    // Every operand is shown by an edge or named by a chip.
    QSet<QPair<ItemId, ItemId>> labels;
    for (const EdgeShape& edge : with.edges)
      labels.insert({with.cards[static_cast<std::size_t>(edge.from)].id,
                     with.cards[static_cast<std::size_t>(edge.to)].id});
    for (const Card& card : with.cards)
      for (const Chip& chip : card.chips)
        for (const ItemId read : chip.reads) {
          QVERIFY(!chip.rect.isEmpty());
          labels.insert({read, card.id});
        }
    QCOMPARE(static_cast<std::size_t>(labels.size()), without.edges.size());
    // A source keeps an edge to its nearest reader.
    for (const auto& [source, readers] : with.farReaders) {
      const auto card = static_cast<std::size_t>(with.find(source));
      QVERIFY(!with.out[card].empty());
    }
  }

  void aChipIsItsSource() {
    Stage stage("05_logistic_part2");
    const int reader = stage.card("subtract_15"), source = stage.card("W");
    QVERIFY(reader >= 0 && source >= 0);
    QCOMPARE(stage.at(reader).chips.size(), 1u);
    const Chip chip = stage.at(reader).chips.front();
    QCOMPARE(chip.text, "W");
    QCOMPARE(chip.op, stage.at(source).id);
    const QRectF seen = stage.canvas().camera().visibleArea();
    QTest::mouseMove(&stage.canvas(), stage.place(chip.rect));
    QTRY_COMPARE(stage.canvas().lit().hoveredChip, chip.op);
    QCOMPARE(stage.canvas().lit().hovered, source);
    const QColor ring = Theme::current().colours().selection;
    const auto ringed = [&] {
      const QImage image = stage.canvas().grab().toImage();
      const QPoint middle = stage.place(chip.rect);
      for (int y = middle.y() - 14; y <= middle.y(); ++y)
        if (image.pixelColor(middle.x(), y) == ring) return true;
      return false;
    };
    QVERIFY(!ringed());
    QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, stage.place(chip.rect));
    stage.settle();
    QCOMPARE(stage.selection.op(), chip.op);
    QCOMPARE(stage.canvas().selected(), chip.op);
    QCOMPARE(stage.canvas().camera().visibleArea(), seen);
    QVERIFY(ringed());
    QTest::mouseDClick(&stage.canvas(), Qt::LeftButton, {}, stage.place(chip.rect));
    stage.settle();
    const QPointF middle = stage.canvas().cardRect(chip.op).center();
    QVERIFY(QLineF(middle, QRectF(stage.canvas().rect()).center()).length() < 2);
  }

  void keysWalkOverChips() {
    Stage stage("05_logistic_part2");
    // Up from an assignment selects its operand, also without edges.
    stage.canvas().setScene(onlyChips(stage.canvas().scene()));
    stage.canvas().select(stage.at(stage.card("assign_16")).id);
    QVERIFY(stage.canvas().walk(Qt::Key_Up));
    QCOMPARE(stage.canvas().selected(), stage.at(stage.card("W")).id);
    QVERIFY(stage.canvas().walk(Qt::Key_Down));
    QVERIFY(stage.at(stage.canvas().lit().selected).title == "subtract_15" ||
            stage.at(stage.canvas().lit().selected).title == "assign_16");
  }

  // flatten, cast_axes, cast_axes, unflatten: four names for the same values.
  void chainsOfViewsAreOneChip() {
    Stage stage("13_cifar10_conv");
    const QString layer = "forward:convnet/";
    QCOMPARE(stage.view.arrange({{"open", QJsonArray{layer + "Convolution_0", layer + "Pooling"}}}),
             QString());
    stage.settle();
    const int reader = stage.card("convolution_23"), source = stage.card("pooling_17");
    QVERIFY(reader >= 0 && source >= 0);
    const auto folded = [&]() -> const Chip* {
      for (const Chip& chip : stage.at(reader).chips)
        if (!chip.named()) return &chip;
      return nullptr;
    };
    QVERIFY(folded());
    const Chip chip = *folded();
    QCOMPARE(chip.text, QString::fromUtf8("▬≅…"));
    QCOMPARE(chip.folds.size(), 4u);
    QCOMPARE(chip.source, stage.at(source).id);
    bool joined = false;
    for (const EdgeShape& edge : stage.canvas().scene().edges)
      joined |= edge.from == source && edge.to == reader;
    QVERIFY(joined);
    stage.canvas().goTo(stage.at(reader).id);
    for (const OpId op : chip.folds) {  // each click selects the next op
      QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, stage.place(chip.rect));
      stage.settle();
      QCOMPARE(stage.selection.op(), op);
      QCOMPARE(stage.canvas().lit().selected, reader);
      QCOMPARE(stage.canvas().lit().item, op);
      QTest::qWait(QApplication::doubleClickInterval() + 10);
    }
    // Up from there skips all of them.
    QVERIFY(stage.canvas().walk(Qt::Key_Up));
    QCOMPARE(stage.selection.op(), stage.at(source).id);
    stage.view.finder().find("op:unflatten");
    QCOMPARE(stage.canvas().lit().matches[static_cast<std::size_t>(reader)], Match::folded);
    QVERIFY(stage.canvas().lit().foldedMatches.count(chip.op));
    stage.view.subset().isolate();  // the isolated part contains the card with the chip
    stage.settle();
    QVERIFY(stage.card("convolution_23") >= 0);
  }

  void breakpointsOfFoldedOpsAreOnTheirCard() {
    Stage stage("06_mlp");
    const int grey = stage.card("grey");
    const OpId constant = stage.at(grey).chips.front().op;
    stage.session.shown().faults.breakpoints = {{constant, ""}};
    emit stage.session.faults.faultsChanged();
    QCOMPARE(stage.canvas().lit().stops.breakpoints, std::set<ItemId>{stage.at(grey).id});
  }

  void withoutFoldsEveryOpHasACard() {
    Stage stage("06_mlp");
    const std::size_t ops = stage.view.graph()->ops.size();
    const std::size_t folded = stage.canvas().scene().cards.size();
    stage.view.arrangement().setFolds(false);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    QCOMPARE(scene.cards.size(), ops);
    QCOMPARE(folded, ops - 2);                                         // the constants
    for (const Card& card : scene.cards) QVERIFY(card.chips.empty());  // no far reads either
    QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
    const QJsonObject state = stage.view.savedState();
    stage.view.arrangement().setFolds(true);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), folded);
    stage.view.restoreState(state);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), ops);
  }

  // Stepping from the fitted opening view, which is legible, moves nothing and leaves no faults.
  void noPassMovesThePicture_data() {
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"01_x_plus_one", "02_four_b_plus_c", "03_logistic_part1",
                               "04_logistic_part2_older", "05_logistic_part2", "06_mlp",
                               "07_planted_nan", "08_convnet", "09_lstm", "14_cifar10_resnet"})
      QTest::addRow("%s", sample) << sample;
  }

  void noPassMovesThePicture() {
    QFETCH(QString, sample);
    // The canvas size in a window of 1600 x 1000 pixels.
    Stage stage(qPrintable(sample), {980, 609});
    const int passes = static_cast<int>(stage.session.compilations.compilation()->passes.size());
    const double scale = stage.canvas().camera().scale();
    const QRectF area = stage.canvas().camera().visibleArea();
    QVERIFY2(CardPainter::namePixels(scale) >= 10, qPrintable(QString::number(scale)));
    // The view opens fitted to the document's graph; that of the computation may be smaller.
    Viewport fitted;
    fitted.fit(stage.canvas().scene().bounds, stage.canvas().size(), Viewport::fitMargin);
    QVERIFY(fitted.scale() >= scale);
    for (int pass = 0; pass < passes; ++pass) {
      stage.selection.selectPass(pass);
      stage.settle();
      QCOMPARE(stage.canvas().camera().visibleArea(), area);
      QCOMPARE(testing::overlappingCards(stage.canvas().scene()), QString());
      QCOMPARE(testing::cardPassedByAnEdge(stage.canvas().scene()), QString());
    }
    stage.canvas().camera().fit();
    QVERIFY(stage.canvas().camera().everythingFits());
    stage.selection.selectPass(asWritten);
    stage.settle();
    stage.canvas().camera().fit();
    QCOMPARE(stage.canvas().camera().scale(), fitted.scale());
  }

  // Two graphs side by side: both are visible in full, at the same positions, with legible names.
  void comparedGraphsAreLegible_data() {
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"05_logistic_part2", "06_mlp", "08_convnet", "14_cifar10_resnet"})
      QTest::addRow("%s", sample) << sample;
  }

  void comparedGraphsAreLegible() {
    QFETCH(QString, sample);
    Stage stage(qPrintable(sample), {980, 609});
    stage.selection.selectPass(8);
    stage.settle();
    stage.selection.compareWith(asWritten);
    stage.settle();
    QVERIFY(stage.view.comparison().active());
    const QPointF apart = stage.view.comparison().other().camera().visibleArea().center() -
                          stage.canvas().camera().visibleArea().center();
    QVERIFY(apart.manhattanLength() < 3);
    for (GraphCanvas* pane : {&stage.canvas(), &stage.view.comparison().other()}) {
      QVERIFY(pane->camera().everythingFits());
      QVERIFY2(CardPainter::namePixels(pane->camera().scale()) >= 10,
               qPrintable(QString::number(pane->camera().scale())));
      QVERIFY(pane->camera().scale() * metrics::cardHeight >=
              11.2);  // cards show no text below this size
      QCOMPARE(testing::overlappingCards(pane->scene()), QString());
    }
    const QStringList legend = stage.view.legend().entries();
    for (const char* mark : {"added", "removed", "changed"}) QVERIFY(legend.contains(mark));
  }

  // Edges against the row direction are dashed and listed in the legend when present.
  void edgesThatRunUpAreMarked() {
    Stage stage("05_logistic_part2");
    stage.selection.selectPass(8);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    int back = 0;
    for (const EdgeShape& edge : scene.edges) {
      const QRectF &from = scene.cards[static_cast<std::size_t>(edge.from)].rect,
                   &to = scene.cards[static_cast<std::size_t>(edge.to)].rect;
      QCOMPARE(edge.back, to.top() < from.top());
      back += edge.back;
    }
    QVERIFY(back >= 3);
    QVERIFY(stage.view.legend().entries().contains("feedback edge"));
    stage.view.arrangement().setDirection(Direction::right);
    stage.settle();
    QVERIFY(stage.view.legend().entries().contains("feedback edge"));
    Stage plain("02_four_b_plus_c");
    QVERIFY(!plain.view.legend().entries().contains("feedback edge"));
  }

  void manyAreOneChip() {
    Stage stage("09_lstm");
    const int reader = stage.card("update");
    QVERIFY(reader >= 0);
    const Chip* many = nullptr;
    for (const Chip& chip : stage.at(reader).chips)
      if (chip.reads.size() > 2) many = &chip;
    QVERIFY(many);
    QCOMPARE(many->text, QString("▣ %1").arg(many->reads.size()));
    const Chip chip = *many;
    for (const std::size_t which : {0, 1, 2}) {  // each click selects the next op
      QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, stage.place(chip.rect));
      stage.settle();
      QCOMPARE(stage.selection.op(), chip.reads[which]);
      QTest::qWait(QApplication::doubleClickInterval() + 10);
    }
    QVERIFY(stage.canvas().cardTip(stage.at(reader)).contains("W_forget"));
  }

  // Two weights of the same name, each read nearby and by the last card.
  void sourcesOfOneNameAreDistinguished_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("chips");
    QTest::newRow("different") << QStringList{"net/a/V", "net/b/W"} << QStringList{"V", "W"};
    QTest::newRow("scopes") << QStringList{"net/a/W", "net/b/W"} << QStringList{"a/W", "b/W"};
    QTest::newRow("outer scopes") << QStringList{"p/a/W", "q/a/W"} << QStringList{"p/a/W", "q/a/W"};
    QTest::newRow("same") << QStringList{"W", "W"} << QStringList{"W 1", "W 2"};
  }

  void sourcesOfOneNameAreDistinguished() {
    QFETCH(QStringList, names);
    QFETCH(QStringList, chips);
    auto graph = std::make_shared<GraphRecord>();
    const auto add = [&](const char* kind, const QString& name, const std::vector<OpId>& reads) {
      OpRecord op;
      op.id = graph->ops.size() + 1;
      op.op = kind;
      if (const OpDef* def = find_op(op.op)) op.traits = def->traits;
      op.name = name.toStdString();
      op.family = reads.empty() ? Family::state : Family::elementwise;
      for (const OpId read : reads) op.operands.push_back({read, 0, "x"});
      op.results = {{{}, DType::f32}};
      graph->ops.push_back(op);
      return op.id;
    };
    const OpId a = add("variable", names[0], {}), b = add("variable", names[1], {});
    OpId x = add("add", "first", {a, b});
    for (int i = 0; i < 6; ++i) x = add("exp", QString("exp_%1").arg(i), {x});
    const OpId reader = add("add", "last", {x, a, b});
    const auto grouping =
        std::make_shared<Grouping>(std::vector<GraphRecordPtr>{graph}, GroupBy::none);
    const Placement placement = PassLayout({graph}, *grouping).ownPlacement();
    const GraphScene scene = buildScene({graph, nullptr, &placement, grouping.get(), nullptr});
    QStringList labels;
    for (const Chip& chip : scene.cards[static_cast<std::size_t>(scene.find(reader))].chips)
      labels << chip.text;
    labels.sort();
    QCOMPARE(labels, chips);
  }

 private:
  static ScenePtr onlyChips(const GraphScene& scene) {
    auto bare = std::make_shared<GraphScene>(scene);
    for (auto& edges : bare->in) edges.clear();
    for (auto& edges : bare->out) edges.clear();
    return bare;
  }
};

NGRAPH_TEST(FarReadsTest, QApplication)
#include "far_reads_test.moc"
