// SPDX-License-Identifier: Apache-2.0
// Tests what the pass cut_stages makes of graphs: where nets are cut, what stages send, how much
// they keep, and which nets it refuses.
#include <QtTest>

#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/passes.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

PassOptions stage_of(int stage, int stages, int micro_batches) {
  PassOptions options;
  options.ranks = {{std::string(stage_axis), stages}};
  options.stage = stage;
  options.micro_batches = micro_batches;
  return options;
}

Graph cut(const std::vector<Op>& results, const PassOptions& options) {
  static CreationCounter counter;
  Graph graph;
  for (const Op& result : results) graph.results.push_back(result.value());
  for (const Pass* pass : {&expand_deriv, &version_state, &shard_axes, &cut_stages})
    graph = run_pass(*pass, graph, options, Verify::always).after;
  return graph;
}

int count(const Graph& graph, std::string_view name) {
  int found = 0;
  for (const NodePtr& node : ordered_nodes(graph)) found += node->def->name == name ? 1 : 0;
  return found;
}

// A net of layers of this width, its updates and its loss.
struct Net {
  Axis n, c;
  Op x, t, loss;
  std::vector<Op> weights, layers;

  Net(int depth, std::int64_t batch, std::int64_t width)
      : n(make_axis(batch, "N")), c(make_axis(width, "C")) {
    x = placeholder({c, n});
    t = placeholder({c, n});
    Op y = x;
    for (int i = 0; i < depth; ++i) {
      const Axis h = make_axis(width, "H" + std::to_string(i));
      weights.push_back(variable({c, h - 1}, 0.1));
      y = tanh(dot(weights.back(), cast_axes(y, {h, n})));
      layers.push_back(y);
    }
    loss = mean(square(y - t), out_axes({}));
  }

  std::vector<Op> training() const {
    std::vector<Op> results = {loss};
    for (const Op& w : weights) results.push_back(assign(w, w - 0.1 * deriv(loss, w)));
    return results;
  }
};

std::int64_t pool_bytes(const Net& net, const PassOptions& passes) {
  CompileOptions options;
  options.passes = passes;
  const TransformerPtr transformer = allocate_transformer("cpu");
  const Op step = computation(net.training(), {net.x, net.t}, Returns::list);
  return transformer->add_computation(step, options).compilation().program.pool_bytes;
}

}  // namespace

class CutStagesTest : public QObject {
  Q_OBJECT
 private slots:
  void nothing_without_stages() {
    const Net net(2, 8, 4);
    const Graph graph = cut(net.training(), stage_of(0, 1, 0));
    QCOMPARE(count(graph, "send") + count(graph, "receive") + count(graph, "after"), 0);
  }

  // Each micro-batch sends one value forward, and one back; then the loss and the weights follow.
  void two_stages_exchange_once_for_each_micro_batch() {
    const Net net(2, 8, 4);
    for (const int batches : {1, 2, 4}) {
      const Graph first = cut(net.training(), stage_of(0, 2, batches));
      const Graph last = cut(net.training(), stage_of(1, 2, batches));
      QCOMPARE(count(first, "dot"), 2 * batches);
      QCOMPARE(count(last, "dot"), 3 * batches);
      QCOMPARE(count(first, "send"), batches + 1);
      QCOMPARE(count(first, "receive"), batches + 2);
      QCOMPARE(count(last, "send"), batches + 2);
      QCOMPARE(count(last, "receive"), batches + 1);
    }
  }

  // Ranks that divide the batch divide their parts of it into micro-batches.
  void ranks_divide_their_part_of_the_batch() {
    const Net net(2, 16, 4);
    for (const int stage : {0, 1}) {
      PassOptions options = stage_of(stage, 2, 4);
      const Graph whole = cut(net.training(), options);
      options.ranks.insert(options.ranks.begin(), {"N", 2});
      const Graph part = cut(net.training(), options);
      QCOMPARE(count(part, "send"), count(whole, "send"));
      QCOMPARE(count(part, "dot"), count(whole, "dot"));
      options.micro_batches = 0;
      QCOMPARE(count(cut(net.training(), options), "dot"), count(whole, "dot"));
      options.micro_batches = 16;
      const QString text = refusal([&] { cut(net.training(), options); }, ErrorKind::value);
      QVERIFY2(text.contains("16 micro-batches") && text.contains("N: 8"), qPrintable(text));
    }
  }

  // A stage that holds few micro-batches at a time needs less memory; the last one the least.
  void stages_hold_few_micro_batches() {
    const Net net(8, 512, 32);
    for (int stage = 0; stage < 4; ++stage) {
      PassOptions options = stage_of(stage, 4, 8);
      const std::int64_t alternating = pool_bytes(net, options);
      options.disabled = {"one_forward_one_backward"};
      const std::int64_t forwards_first = pool_bytes(net, options);
      QVERIFY2(alternating * 8 < forwards_first * (6 - stage),
               qPrintable(QString("stage %1: %2 and %3 bytes")
                              .arg(stage)
                              .arg(alternating)
                              .arg(forwards_first)));
    }
  }

  // By default the largest divisor of the batch up to twice the number of stages.
  void the_number_of_micro_batches() {
    for (const auto& [batch, expected] : std::map<int, int>{{8, 4}, {9, 3}, {6, 3}, {7, 1}}) {
      const Net net(2, batch, 4);
      QCOMPARE(count(cut({net.layers.back()}, stage_of(0, 2, 0)), "tanh"), expected);
    }
  }

  // Stages that users choose by metadata are kept, those between follow.
  void metadata_fixes_stages() {
    const Net net(4, 8, 4);
    net.layers[0].metadata()["stage"] = "1";
    const Graph last = cut({net.layers.back()}, stage_of(1, 2, 1));
    QCOMPARE(count(last, "tanh"), 4);
    net.layers[2].metadata()["stage"] = "0";
    const QString text =
        refusal([&] { cut({net.layers.back()}, stage_of(1, 2, 1)); }, ErrorKind::value);
    QVERIFY2(text.contains("metadata 'stage'") && text.contains("stage 1 or later"),
             qPrintable(text));
    net.layers[2].metadata()["stage"] = "2";
    const QString range =
        refusal([&] { cut({net.layers.back()}, stage_of(1, 2, 1)); }, ErrorKind::value);
    QVERIFY2(range.contains("'2'") && range.contains("from 0 to 1"), qPrintable(range));
  }

  // Evaluations may have fewer ops than stages.
  void empty_stages_are_allowed_where_asked() {
    const Op row = placeholder({make_axis(4, "C")});
    const Op y = tanh(row);
    y.metadata()["stage"] = "1";
    for (int stage = 0; stage < 3; ++stage) {
      PassOptions options = stage_of(stage, 3, 1);
      options.whole_if_indivisible = true;
      QCOMPARE(count(cut({y}, options), "tanh"), stage == 1 ? 1 : 0);
    }
  }

  void refusals_name_the_numbers() {
    const Net net(1, 8, 4);
    const auto text = [](const std::vector<Op>& results, const PassOptions& options) {
      return refusal([&] { cut(results, options); }, ErrorKind::value);
    };
    const QString stages = text({net.layers[0]}, stage_of(0, 9, 1));
    QVERIFY2(stages.contains("9 stages") && stages.contains("forward ops"), qPrintable(stages));
    const QString batches = text({net.layers[0]}, stage_of(0, 2, 3));
    QVERIFY2(batches.contains("3 micro-batches") && batches.contains("N: 8"), qPrintable(batches));
    const Op row = placeholder({make_axis(4, "C")});
    const QString none = text({exp(tanh(row))}, stage_of(0, 2, 2));
    QVERIFY2(none.contains("no value with a batch axis"), qPrintable(none));
    const QString all = text({all_reduce(exp(tanh(row)))}, stage_of(0, 2, 0));
    QVERIFY2(all.contains("between all ranks"), qPrintable(all));
    const auto summed = [](const std::vector<Op>& s, const std::vector<Op>& e) {
      const Op next = s[0] + all_reduce(e[0]);
      return ScanStep{{next}, {next}};
    };
    const Op start = constant(Tensor(0.0));
    const Op loop = scan(row.axes()[0], {start}, {tanh(row)}, summed, {}).outputs[0];
    const QString in_loop = text({exp(loop)}, stage_of(0, 2, 1));
    QVERIFY2(in_loop.contains("between all ranks"), qPrintable(in_loop));
    const QString stage = text({exp(tanh(row))}, stage_of(2, 2, 0));
    QVERIFY2(stage.contains("no stage 2"), qPrintable(stage));
  }
};

NGRAPH_TEST(CutStagesTest)
#include "cut_stages_test.moc"
