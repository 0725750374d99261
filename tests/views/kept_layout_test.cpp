// SPDX-License-Identifier: Apache-2.0
// Tests that what a compilation adds to a picture of thousands of cards finds free places, and that
// no card of the picture moves.
#include <QtTest>

#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/scene/scene.h"
#include "views/layout/kept_layout.h"

using namespace ng;
using namespace ng::views;

namespace {

// Without the gradients and updates, as a document is before its compilation.
GraphRecordPtr forwardOf(const GraphRecord& whole) {
  auto graph = std::make_shared<GraphRecord>();
  for (const OpRecord& op : whole.ops)
    if (op.role != OpRole::gradient && op.role != OpRole::update) graph->ops.push_back(op);
  return graph;
}

// Every third op is read by one that only some pass makes.
GraphRecordPtr withTemporaries(const GraphRecord& whole) {
  auto graph = std::make_shared<GraphRecord>(whole);
  for (std::size_t i = 0; i < whole.ops.size(); i += 3) {
    OpRecord op = whole.ops[i];
    op.operands = {{op.id, 0, "x"}};
    op.id += 1'000'000;
    op.name += "_temporary";
    graph->ops.push_back(std::move(op));
  }
  return graph;
}

}  // namespace

class KeptLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void nothingMoves_data();
  void nothingMoves();
};

void KeptLayoutTest::nothingMoves_data() {
  QTest::addColumn<int>("ops");
  QTest::addColumn<Direction>("direction");
  for (const int ops : {1000, 12000})
    for (const Direction direction : {Direction::down, Direction::right})
      QTest::addRow("%d, %s", ops, name(direction).data()) << ops << direction;
}

void KeptLayoutTest::nothingMoves() {
  QFETCH(int, ops);
  QFETCH(Direction, direction);
  const GraphRecordPtr whole = testing::big_graph(ops, true), written = forwardOf(*whole),
                       passing = withTemporaries(*whole);
  const std::vector<GraphRecordPtr> graphs{written, passing, whole};
  const Grouping grouping(graphs, GroupBy::none);
  const Placement shown = PassLayout({written}, grouping, 1, direction).ownPlacement();
  const PassLayout layout(graphs, grouping, 1, direction);
  const Placement kept = keptLayout(layout.everything(), shown, layout.ownPlacement());
  QVERIFY(shown.centres.size() > static_cast<std::size_t>(ops) / 5);
  for (const auto& [item, centre] : shown.centres) {
    QVERIFY(kept.centres.count(item));
    QCOMPARE(kept.centres.at(item).x, centre.x);
    QCOMPARE(kept.centres.at(item).y, centre.y);
  }
  QVERIFY(kept.centres.size() > static_cast<std::size_t>(ops));
  for (const GraphRecordPtr& graph : graphs)
    QCOMPARE(testing::overlappingCards(buildScene({graph, nullptr, &kept, &grouping})), QString());
}

NGRAPH_TEST(KeptLayoutTest, QApplication)
#include "kept_layout_test.moc"
