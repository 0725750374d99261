// SPDX-License-Identifier: Apache-2.0
// Tests that graphs divided among ranks give what one process gives: every op case and random
// graphs, along each of their axes, on simulated ranks.
#include <QtTest>
#include <mutex>
#include <set>

#include "engine/distributed/run_ranks.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/runtime/program.h"
#include "engine/runtime/ranks/collective_steps.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/ops/op_cases.h"
#include "tests/support/graph_run.h"
#include "tests/support/random_graph.h"
#include "tests/support/ranked_run.h"
#include "tests/support/refusal.h"
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

Tensor numbers(const Shape& shape, const std::vector<double>& values) {
  return Tensor::from(DType::f32, shape, values);
}

// Graphs in which an axis has two meanings, or parts do not simply add up.
struct Case {
  const char* name;
  const char* axis;
  std::vector<Op> results;
  Feeds feeds;
};

std::vector<Case> difficult_cases() {
  const Axis a = make_axis(4, "A"), b = make_axis(4, "B"), n = make_axis(2, "N");
  const Op square = placeholder({a, b}), pair = placeholder({n}),
           whole = placeholder({n}, DType::i32);
  const Tensor sixteen = counted({4, 4});
  std::vector<Case> cases = {
      {"axes that change their names",
       "A",
       {cast_axes(exp(square * 0.1), {b, a})},
       {{square, sixteen}}},
      {"a sum of parts of both signs, divided by 0",
       "N",
       {sum(pair, reduce_over(Axes(n))) / (sum(pair * 0.0, reduce_over(Axes(n))))},
       {{pair, numbers({2}, {3, -1})}}},
  };
  {
    const ScopedResultType narrow(DType::i8);
    cases.push_back({"a maximum that wraps",
                     "N",
                     {max(whole, reduce_over(Axes(n)))},
                     {{whole, Tensor::from(DType::i32, {2}, std::vector<double>{256, 5})}}});
  }
  const Axis rows = make_axis(4, "V"), features = make_axis(4, "F");
  const Op table = variable({rows, features}, 0.5), index = placeholder({rows});
  const Op found = lookuptable(table, index, {rows, features});
  cases.push_back({"the gradient of a table",
                   "V",
                   {deriv(sum(found * found, out_axes({})), table)},
                   {{index, numbers({4}, {3, 0, 0, 1})}}});
  const Axis images = make_axis(4, "N"), c = make_axis(2, "C"), d = make_axis(1, "D"),
             h = make_axis(4, "H"), w = make_axis(4, "W");
  const Op pictures = placeholder({images, c, h, w});
  const WindowParams window = {{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},
                               {"pad_c", 0}, {"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0},
                               {"str_c", 1}, {"str_d", 1}, {"str_h", 2}, {"str_w", 2}};
  cases.push_back({"pooling of images one after another",
                   "N",
                   {pooling("max", window, broadcast(pictures, {c, d, h, w, images}))},
                   {{pictures, counted({4, 2, 4, 4})}}});
  return cases;
}

}  // namespace

class ShardedGraphsTest : public QObject {
  Q_OBJECT
 private slots:
  void op_cases_data();
  void op_cases();
  void difficult_graphs();
  void exchanges_of_the_graph_itself();
  void values_that_nobody_reads_stay_in_parts();
  void other_values_are_refused();
  void other_arguments_are_refused_data();
  void other_arguments_are_refused();
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
    if (find_op(c.op)->traits.collective) continue;  // see exchanges_of_the_graph_itself
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

void ShardedGraphsTest::difficult_graphs() {
  for (const Case& c : difficult_cases()) {
    const Values expected = run_once("reference", c.results, c.feeds);
    const QString wrong =
        difference(run_on_ranks("cpu", c.results, c.feeds, {{c.axis, 2}}), expected, 1e-5, 1e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1: %2").arg(c.name, wrong)));
  }
}

// Of values that every rank has whole.
void ShardedGraphsTest::exchanges_of_the_graph_itself() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n});
  const Values found = run_on_ranks("cpu", {all_reduce(exp(x) * 0.0 + x), broadcast_from(x)},
                                    {{x, numbers({4}, {1, 2, 3, 4})}}, {{"N", 2}});
  QCOMPARE(found[0]->values(), (std::vector<double>{2, 4, 6, 8}));
  QCOMPARE(found[1]->values(), (std::vector<double>{1, 2, 3, 4}));
}

// Members of a doall that are no results: gathering them would serve nobody.
void ShardedGraphsTest::values_that_nobody_reads_stay_in_parts() {
  const Axis n = make_axis(4, "N"), c = make_axis(3, "C");
  const Op x = placeholder({c, n}), w = variable(Axes(c), 0.5);
  const Op each = square(dot(w, x)), loss = mean(each, out_axes({}));
  const Op step = doall({assign(w, w - 0.1 * deriv(loss, w)), each});
  run_ranks(2, [&](const CommunicatorPtr& world) {
    CompileOptions options;
    options.ranks = std::make_shared<RankMesh>(world, std::vector<MeshAxis>{{"N", 2}});
    const TransformerPtr transformer = allocate_transformer("cpu");
    const Computation made =
        transformer->add_computation(computation({step}, {x}, Returns::list), options);
    bool combines = false;
    for (const auto& each_step : made.compilation().program.steps) {
      const auto* exchange = each_step.as<CollectiveStep>();
      if (!exchange) continue;
      check(exchange->kind != CollectiveKind::all_gather, "a value is gathered for nobody");
      combines |= exchange->kind == CollectiveKind::all_reduce;
    }
    check(combines, "the gradient is not combined");
  });
}

// Initial values and numbers of the ranks' graphs differ.
void ShardedGraphsTest::other_values_are_refused() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n});
  for (const bool initial : {true, false}) {
    const QString text = refusal(
        [&] {
          run_ranks(2, [&](const CommunicatorPtr& world) {
            const double own = world->rank() + 1.0;
            const Op w = initial ? variable({}, own) : variable({}, 1.0);
            CompileOptions options;
            options.ranks = std::make_shared<RankMesh>(world, std::vector<MeshAxis>{{"N", 2}});
            const Op y = sum(w.named("w") * x, out_axes({})) * (initial ? 1.0 : own);
            allocate_transformer("cpu")->add_computation(
                computation({y}, {x}, Returns::list).named("y"), options);
          });
        },
        ErrorKind::runtime);
    QVERIFY2(text.contains("different programs"), qPrintable(text));
  }
}

void ShardedGraphsTest::other_arguments_are_refused_data() {
  QTest::addColumn<bool>("raw");
  QTest::addRow("copied") << false;
  QTest::addRow("in the caller's memory") << true;
}

// As of samples that each rank shuffles by random numbers of its own.
void ShardedGraphsTest::other_arguments_are_refused() {
  QFETCH(bool, raw);
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n});
  const Op total = computation({sum(exp(x), out_axes({}))}, {x}, Returns::list).named("total");
  const auto call = [&](const CommunicatorPtr& world) {
    CompileOptions options;
    options.ranks = std::make_shared<RankMesh>(world, std::vector<MeshAxis>{{"N", 2}});
    const TransformerPtr transformer = allocate_transformer("cpu");
    const Computation made = transformer->add_computation(total, options);
    std::vector<float> given = {1, 2, 3, 4};
    std::swap(given[0], given[static_cast<std::size_t>(world->rank())]);
    if (!raw) {
      made.call({Tensor{given[0], given[1], given[2], given[3]}});
      return;
    }
    float sum = 0;
    const void* argument = given.data();
    void* result = &sum;
    made.call_raw({&argument, 1}, {&result, 1});
  };
  const QString text = refusal([&] { run_ranks(2, call); }, ErrorKind::runtime);
  QVERIFY2(text.contains("'total' with different arguments"), qPrintable(text));
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
    for (const ShardState state : {ShardState::none, ShardState::all}) {
      PassOptions passes;
      passes.shard_state = state;
      const QString wrong =
          far_from(run_on_ranks("cpu", all, graph.feeds, {{axis, 2}}, passes), expected);
      QVERIFY2(wrong.isEmpty(), qPrintable(QString("along %1, state %2, %3\n%4")
                                               .arg(QString::fromStdString(axis))
                                               .arg(state == ShardState::all ? "in parts" : "whole")
                                               .arg(wrong, QString::fromStdString(graph.text))));
    }
  }
}

NGRAPH_TEST(ShardedGraphsTest)
#include "sharded_graphs_test.moc"
