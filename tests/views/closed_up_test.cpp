// SPDX-License-Identifier: Apache-2.0
// Tests closing up: when ops removed by a pass leave so much space that names become illegible, the
// remaining cards move together in the same order; otherwise nothing moves.
#include <QtTest>
#include <set>

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/graph_record.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/scene/scene.h"
#include "views/layout/closed_up.h"

using namespace ng;
using namespace ng::views;

namespace {

constexpr int columns = 12, rows = 14;

// Columns of chains next to each other; every third column, and rows 4 to 9, exist only before the
// pass.
GraphRecordPtr chains(bool after) {
  auto graph = std::make_shared<GraphRecord>();
  for (int column = 0; column < columns; ++column) {
    OpId last = 0;
    for (int row = 0; row < rows; ++row) {
      if (after && (column % 3 == 1 || (row >= 4 && row < 10))) continue;
      OpRecord op;
      op.id = static_cast<OpId>(column * 100 + row + 1);
      op.name = "op_" + std::to_string(op.id);
      op.op = last ? "tanh" : "placeholder";
      if (const OpDef* def = find_op(op.op)) op.traits = def->traits;
      op.results.push_back({});
      if (last) op.operands.push_back({last, 0, {}});
      last = op.id;
      graph->ops.push_back(std::move(op));
    }
  }
  return graph;
}

struct Pictures {
  std::vector<GraphRecordPtr> graphs{chains(false), chains(true)};
  Grouping grouping{graphs, GroupBy::none};
  std::shared_ptr<const Placement> whole;

  explicit Pictures(Direction direction)
      : whole(std::make_shared<const Placement>(
            PassLayout(graphs, grouping, 2, direction).ownPlacement())) {}
};

double width(const Placement& placement, Direction direction, const GraphRecord& graph) {
  double least = 1e9, most = -1e9;
  for (const OpRecord& op : graph.ops) {
    const double x = turned(placement.centres.at(op.id), direction).x;
    least = std::min(least, x), most = std::max(most, x);
  }
  return most - least;
}

}  // namespace

class ClosedUpTest : public QObject {
  Q_OBJECT

 private slots:
  void spaceOfRemovedCardsCloses_data() {
    QTest::addColumn<Direction>("direction");
    QTest::newRow("down") << Direction::down;
    QTest::newRow("right") << Direction::right;
  }

  void spaceOfRemovedCardsCloses() {
    QFETCH(Direction, direction);
    const Pictures pictures(direction);
    const GraphRecordPtr& graph = pictures.graphs[1];
    const auto closed = closedUp(pictures.whole, {graph}, pictures.grouping);
    QVERIFY(closed != pictures.whole);
    QCOMPARE(closed->centres.size(), graph->ops.size());
    const double before = width(*pictures.whole, direction, *graph),
                 after = width(*closed, direction, *graph);
    QVERIFY2(after < 0.85 * before, qPrintable(QString("%1 -> %2").arg(before).arg(after)));
    std::set<int> kept;
    int lowest = 0;
    for (const OpRecord& op : graph->ops) kept.insert(pictures.whole->rows.at(op.id));
    for (const auto& [item, row] : closed->rows) lowest = std::max(lowest, row);
    QCOMPARE(lowest + 1, static_cast<int>(kept.size()));
    QVERIFY(*kept.rbegin() >= lowest + 6);
    // Cards keep their left-to-right order within a row and their order of rows.
    for (const OpRecord& a : graph->ops)
      for (const OpRecord& b : graph->ops) {
        const int rowA = pictures.whole->rows.at(a.id), rowB = pictures.whole->rows.at(b.id);
        QCOMPARE(closed->rows.at(a.id) < closed->rows.at(b.id), rowA < rowB);
        const auto x = [&](const Placement& in, OpId op) {
          return turned(in.centres.at(op), direction).x;
        };
        if (rowA == rowB && x(*pictures.whole, a.id) < x(*pictures.whole, b.id))
          QVERIFY(x(*closed, a.id) < x(*closed, b.id));
      }
    const GraphScene scene = buildScene({graph, nullptr, closed.get(), &pictures.grouping});
    QCOMPARE(testing::overlappingCards(scene), QString());
    QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
  }

  void legibleLayoutsDoNotMove() {
    Pictures pictures(Direction::down);
    auto few = std::make_shared<GraphRecord>();
    for (const OpRecord& op : pictures.graphs[1]->ops)
      if (op.id < 5) few->ops.push_back(op);
    QCOMPARE(closedUp(pictures.whole, {few}, pictures.grouping), pictures.whole);
    QCOMPARE(closedUp(pictures.whole, {few}, pictures.grouping, true), pictures.whole);
  }
};

NGRAPH_TEST(ClosedUpTest, QApplication)
#include "closed_up_test.moc"
