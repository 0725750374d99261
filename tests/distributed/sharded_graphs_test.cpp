// SPDX-License-Identifier: Apache-2.0
// Tests that graphs divided among ranks give what one process gives: every op case and random
// graphs, along each of their axes, on simulated ranks.
#include <QtTest>
#include <mutex>
#include <set>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/compile_options.h"
#include "tests/ops/op_cases.h"
#include "tests/support/graph_run.h"
#include "tests/support/random_graph.h"
#include "tests/support/ranked_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// The axes of inputs and state that `ranks` divide.
std::set<std::string> divisible_axes(const std::vector<Op>& results, int ranks) {
  std::vector<Value> roots;
  for (const Op& result : results) roots.push_back(result.value());
  std::set<std::string> names, others;
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
    if (!node->def->traits.is_storage()) continue;
    for (const Axis& axis : node->results[0].axes) {
      if (axis.is_flattened() || axis.dual_level() != 0 || !axis.has_length()) continue;
      const bool fits = axis.length() > 0 && axis.length() % ranks == 0;
      (fits ? names : others).insert(axis.name());
    }
  }
  for (const std::string& name : others) names.erase(name);
  return names;
}

}  // namespace

class ShardedGraphsTest : public QObject {
  Q_OBJECT
 private slots:
  void op_cases_data();
  void op_cases();
  void random_graphs_data();
  void random_graphs();
};

void ShardedGraphsTest::op_cases_data() {
  QTest::addColumn<QString>("transformer");
  QTest::addColumn<int>("ranks");
  for (const char* transformer : {"reference", "cpu"}) {
    for (const int ranks : {2, 3})
      QTest::addRow("%s, %d ranks", transformer, ranks) << QString(transformer) << ranks;
  }
}

void ShardedGraphsTest::op_cases() {
  QFETCH(QString, transformer);
  QFETCH(int, ranks);
  int compared = 0;
  for (const OpCase& c : all_op_cases()) {
    for (const std::string& axis : divisible_axes(c.results, ranks)) {
      const Values expected = run_once("reference", c.results, c.inputs);
      const Values found =
          run_on_ranks(transformer.toStdString(), c.results, c.inputs, {{axis, ranks}});
      const QString wrong = difference(found, expected, 1e-5, 1e-6);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(QString("%1, %2 along %3: %4")
                              .arg(QString::fromStdString(c.op), QString::fromStdString(c.variant),
                                   QString::fromStdString(axis), wrong)));
      ++compared;
    }
  }
  QVERIFY(compared > 50);
}

void ShardedGraphsTest::random_graphs_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < 30; ++seed) QTest::addRow("%d", seed) << seed;
}

void ShardedGraphsTest::random_graphs() {
  QFETCH(int, seed);
  const RandomGraph graph = make_graph(random_recipe(static_cast<std::uint32_t>(seed), 20));
  std::vector<Op> all = graph.results;
  all.insert(all.end(), graph.updates.begin(), graph.updates.end());
  const Values expected = run_once("cpu", all, graph.feeds);
  for (const std::string& axis : divisible_axes(all, 2)) {
    const Values found = run_on_ranks("cpu", all, graph.feeds, {{axis, 2}});
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!expected[i]) continue;
      const std::vector<double> f = found[i]->values(), e = expected[i]->values();
      double largest = 1;
      for (const double value : e) largest = std::max(largest, std::abs(value));
      const QString wrong = difference(f, e, 0, 2e-4 * largest);
      QVERIFY2(wrong.isEmpty(), qPrintable(QString("along %1, result %2: %3\n%4")
                                               .arg(QString::fromStdString(axis))
                                               .arg(i)
                                               .arg(wrong, QString::fromStdString(graph.text))));
    }
  }
}

NGRAPH_TEST(ShardedGraphsTest)
#include "sharded_graphs_test.moc"
