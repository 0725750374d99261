// SPDX-License-Identifier: Apache-2.0
// Tests that graphs much longer than wide are arranged in columns: names are legible, every column
// runs down, and no edge passes through a card.
#include <QtTest>

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/graph_record.h"
#include "tests/support/effort.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/canvas/viewport.h"
#include "views/graph/scene/scene.h"
#include "views/layout/pass_layout.h"

using namespace ng;
using namespace ng::views;

namespace {

// A chain of `length` ops; every `skip`-th op is also read `reach` ops later (0: never).
GraphRecordPtr chain(int length, int skip = 0, int reach = 0) {
  auto graph = std::make_shared<GraphRecord>();
  for (int i = 0; i < length; ++i) {
    OpRecord op;
    op.id = static_cast<OpId>(i + 1);
    op.name = "op_" + std::to_string(i);
    op.op = i == 0 ? "placeholder" : "tanh";
    if (const OpDef* def = find_op(op.op)) op.traits = def->traits;
    op.results.push_back({});
    if (i > 0) op.operands.push_back({op.id - 1, 0, {}});
    if (skip > 0 && i >= reach && (i - reach) % skip == 0)
      op.operands.push_back({op.id - static_cast<OpId>(reach), 0, {}});
    graph->ops.push_back(std::move(op));
  }
  return graph;
}

struct Describable {
  Grouping grouping;
  Placement placement;
  GraphScene scene;

  Describable(const GraphRecordPtr& graph, Direction direction) : grouping({graph}, GroupBy::none) {
    placement = PassLayout({graph}, grouping, 1, direction).ownPlacement();
    scene = buildScene({graph, nullptr, &placement, &grouping});
  }
  double scale() const {
    Viewport view;
    view.fit(scene.bounds, {firstWindow.x, firstWindow.y}, Viewport::fitMargin);
    return view.scale();
  }
};

}  // namespace

class FoldedRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void chainsAreLegible_data() {
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("skip");
    QTest::addColumn<Direction>("direction");
    for (const int length : {30, 47, 60})
      for (const int skip : {0, 3})
        for (const Direction way : {Direction::down, Direction::right})
          QTest::addRow("%d %d %s", length, skip, name(way).data()) << length << skip << way;
  }

  void chainsAreLegible() {
    QFETCH(int, length);
    QFETCH(int, skip);
    QFETCH(Direction, direction);
    const Describable drawn(chain(length, skip, 4), direction);
    QCOMPARE(drawn.scene.cards.size(), static_cast<std::size_t>(length));
    QCOMPARE(testing::overlappingCards(drawn.scene), QString());
    QCOMPARE(testing::cardPassedByAnEdge(drawn.scene), QString());
    QVERIFY2(drawn.scale() >= 0.5, qPrintable(QString::number(drawn.scale())));
    if (skip) return;
    // Consecutive ops are neighbours, except where a column ends and the next begins.
    int turns = 0;
    for (const EdgeShape& edge : drawn.scene.edges) {
      const Card &from = drawn.scene.cards[static_cast<std::size_t>(edge.from)],
                 &to = drawn.scene.cards[static_cast<std::size_t>(edge.to)];
      QCOMPARE(edge.back, to.row < from.row);
      if (edge.back) {
        QCOMPARE(to.row, 0);
        ++turns;
        continue;
      }
      QCOMPARE(to.row, from.row + 1);
      const QPointF* p = drawn.scene.edgePoints(edge);
      QVERIFY(QLineF(p[0], p[edge.points - 1]).length() < 70);
    }
    QVERIFY2(turns >= 1 && turns < 12, qPrintable(QString::number(turns)));
  }

  void shortGraphsStayInOneColumn() {
    const Describable drawn(chain(12), Direction::down);
    std::set<double> x;
    for (const auto& [item, centre] : drawn.placement.centres) x.insert(centre.x);
    QCOMPARE(x.size(), 1u);
  }

  void aHundredThousandOpsFitAWindow() {
    const GraphRecordPtr graph = chain(100'000);
    const testing::Effort effort;
    const Describable drawn(graph, Direction::down);
    qInfo() << 1e3 * effort.seconds() << "ms";
    QVERIFY(effort.within(10'000));
    const double aspect = drawn.scene.bounds.width() / drawn.scene.bounds.height();
    QVERIFY2(aspect > 1 && aspect < 2.6, qPrintable(QString::number(aspect)));
  }
};

NGRAPH_TEST(FoldedRowsTest, QApplication)
#include "folded_rows_test.moc"
