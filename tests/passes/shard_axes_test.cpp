// SPDX-License-Identifier: Apache-2.0
// Tests what the pass shard_axes makes of graphs: what is divided, and where ranks exchange values.
#include <QtTest>
#include <limits>

#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/passes.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

namespace {

using namespace ng;

Graph divided(const std::vector<Op>& results, const std::vector<MeshAxis>& ranks,
              ShardState state = ShardState::none) {
  static CreationCounter counter;
  Graph graph;
  for (const Op& result : results) graph.results.push_back(result.value());
  PassOptions options;
  options.ranks = ranks;
  options.shard_state = state;
  for (const Pass* pass : {&expand_deriv, &version_state, &shard_axes})
    graph = run_pass(*pass, graph, options, Verify::always).after;
  return graph;
}

// A step with momentum: m <- m + d, w <- w - m.
std::vector<Op> step(const Op& cost, const Op& w, const Op& momentum) {
  const Op next = momentum * 0.9 + deriv(cost, w);
  return {cost, assign(momentum, next), assign(w, w - next)};
}

Shape lengths_of_write(const Graph& graph, const Op& state) {
  for (const StateWrite& write : graph.writes)
    if (write.variable.node->id == state.id()) return write.variable.axes().lengths();
  return {};
}

// Names of the collective ops, of the graph or of its only loop's body.
QStringList exchanges(const Graph& graph, bool inside_loop = false) {
  QStringList names;
  const auto add = [&names](const NodePtr& node) {
    if (node->def->traits.collective) names << QString::fromStdString(std::string(node->def->name));
  };
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (!inside_loop) add(node);
    if (inside_loop && node->loop)
      std::for_each(node->loop->order.begin(), node->loop->order.end(), add);
  }
  names.sort();
  return names;
}

const NodePtr& only(const Graph& graph, const char* name, std::vector<NodePtr>& nodes) {
  nodes = ordered_nodes(graph);
  std::erase_if(nodes, [name](const NodePtr& node) { return node->def->name != name; });
  check(nodes.size() == 1, "one op of this name");
  return nodes[0];
}

}  // namespace

class ShardAxesTest : public QObject {
  Q_OBJECT
  Axis n = make_axis(8, "N"), c = make_axis(6, "C"), h = make_axis(4, "H");
  Op x = placeholder({c, n}), w = variable({h, c}, 0.5), v = variable({c, h}, 0.25);

 private slots:
  void nothing_without_ranks() { QVERIFY(exchanges(divided({dot(w, x)}, {})).isEmpty()); }

  // Inputs are divided, weights are whole, and each weight's gradient is combined once.
  void data_parallel() {
    const Op cost = mean(square(dot(v, sigmoid(dot(w, x))) - x), out_axes({}));
    const Graph graph = divided({deriv(cost, w), deriv(cost, v)}, {{"N", 2}});
    QCOMPARE(exchanges(graph), (QStringList{"all_reduce", "all_reduce", "shard"}));
  }

  // A product over the divided axis is combined; the one before is divided along it.
  void model_parallel() {
    const Graph graph = divided({dot(v, tanh(dot(w, x)))}, {{"H", 2}});
    QCOMPARE(exchanges(graph), (QStringList{"all_reduce", "shard", "shard"}));
    std::vector<NodePtr> nodes;
    QCOMPARE(only(graph, "tanh", nodes)->results[0].axes.lengths(),
             (std::vector<std::int64_t>{2, 8}));
  }

  void two_axes() {
    const Graph graph = divided({sum(dot(w, x), out_axes({h}))}, {{"N", 4}, {"H", 2}});
    std::vector<NodePtr> nodes;
    QCOMPARE(only(graph, "dot", nodes)->results[0].axes.lengths(),
             (std::vector<std::int64_t>{2, 2}));
  }

  // Two terms of a gradient are added before they are combined.
  void sums_are_combined_once() {
    const Op cost = sum(dot(w, x), out_axes({})) + sum(square(dot(w, x)), out_axes({}));
    const QStringList found = exchanges(divided({deriv(cost, w)}, {{"N", 2}}));
    QCOMPARE(found.count("all_reduce"), 1);
  }

  // Parts of a sum times an infinity are NaN where their total is 0.
  void sums_are_scaled_by_what_is_finite() {
    const Op total = sum(square(dot(w, x)), out_axes({h}));
    const auto combined = [](const Op& result) {
      std::vector<NodePtr> nodes;
      const Graph graph = divided({result}, {{"N", 2}});
      return QString::fromLatin1(only(graph, "all_reduce", nodes)->operands[0].node->def->name);
    };
    QCOMPARE(combined(total * placeholder({h})), QString("sum"));
    QCOMPARE(combined(total * std::numeric_limits<double>::infinity()), QString("sum"));
    QCOMPARE(combined(total * 0.5), QString("multiply"));
    QCOMPARE(combined(total * greater(placeholder({h}), 0)), QString("multiply"));
  }

  // What mixes positions reads the whole.
  void slices_along_the_axis_gather() {
    const Op part = tensor_slice(exp(x), {SliceItem::all(), SliceItem::range(1, 7)});
    const QStringList found = exchanges(divided({part}, {{"N", 2}}));
    QVERIFY(found.contains("all_gather"));
  }

  // The gradient is scattered in place of combined, and the new weight gathered.
  void momentum_in_parts() {
    const Op m = persistent_tensor({h, c}), cost = sum(square(dot(w, x)), out_axes({}));
    const Graph graph = divided(step(cost, w, m), {{"N", 2}}, ShardState::optimizer);
    QCOMPARE(exchanges(graph), (QStringList{"all_gather", "all_reduce", "reduce_scatter", "shard",
                                            "shard"}));  // of the cost, x and w
    QCOMPARE(lengths_of_write(graph, m), (Shape{2, 6}));
    QCOMPARE(lengths_of_write(graph, w), (Shape{4, 6}));
  }

  // Each is gathered for the forward pass, and again for gradients of what is below it.
  void weights_in_parts() {
    const Op cost = sum(square(dot(v, tanh(dot(w, x)))), out_axes({}));
    const Graph graph =
        divided({cost, assign(w, w - deriv(cost, w)), assign(v, v - deriv(cost, v))}, {{"N", 2}},
                ShardState::all);
    const QStringList found = exchanges(graph);
    QCOMPARE(found.count("all_gather"), 3);  // w, v and v again
    QCOMPARE(found.count("reduce_scatter"), 2);
    QCOMPARE(found.count("shard"), 1);  // of x
    QCOMPARE(lengths_of_write(graph, w), (Shape{2, 6}));
    QCOMPARE(lengths_of_write(graph, v), (Shape{3, 4}));
  }

  void the_axis_of_parts() {
    const auto part = [this](const Axes& axes, const std::vector<MeshAxis>& ranks) {
      const Op m = persistent_tensor(axes);
      const Op cost = sum(dot(w, x), out_axes({}));
      return lengths_of_write(divided({cost, assign(m, m + 1.0)}, ranks, ShardState::optimizer), m);
    };
    QCOMPARE(part({c, h}, {{"N", 4}}), (Shape{6, 1}));            // 4 does not divide 6
    QCOMPARE(part({c}, {{"N", 4}}), (Shape{6}));                  // stays whole
    QCOMPARE(part({h, c}, {{"N", 2}, {"H", 2}}), (Shape{4, 3}));  // H is divided by others
    QCOMPARE(part({h}, {{"N", 2}, {"H", 2}}), (Shape{2}));
    QCOMPARE(part({h, c}, {{"N", 1}}), (Shape{4, 6}));
  }

  // State is divided where the graph itself is not.
  void an_indivisible_axis_computes_the_whole() {
    const Op y = dot(w, x);
    PassOptions options;
    options.ranks = {{"N", 3}};
    options.shard_state = ShardState::all;
    options.whole_if_indivisible = true;
    Graph graph;
    graph.results = {y.value()};
    CreationCounter counter;
    graph = run_pass(shard_axes, graph, options, Verify::always).after;
    QCOMPARE(exchanges(graph), (QStringList{"all_gather"}));  // of w, along C
    QCOMPARE(graph.results[0].axes().lengths(), (Shape{4, 8}));
  }

  // Neither the steps of a scan nor those of its gradient wait for other ranks.
  void loops_do_not_exchange() {
    const Axis t = make_axis(5, "T");
    const Op inputs = placeholder({t, c, n}), start = constant(Tensor(0.0), {h, n});
    const Axis h_before = make_axis(4, "H_before");
    const Op u = variable({h, h_before}, 0.1);
    const auto loop = scan(t, {start}, {inputs}, [&](const auto& s, const auto& e) {
      const Op next = tanh(dot(w, e[0]) + dot(u, cast_axes(s[0], {h_before, n})));
      return ScanStep{{axes_with_order(next, {h, n})}, {next}};
    });
    const Op cost = sum(square(loop.outputs[0]), out_axes({}));
    const Graph graph = divided({cost, deriv(cost, w), deriv(cost, u)}, {{"N", 2}});
    QVERIFY2(exchanges(graph, true).isEmpty(), qPrintable(exchanges(graph, true).join(", ")));
    QCOMPARE(exchanges(graph).count("all_reduce"), 3);
  }

  void refuses_lengths_that_ranks_do_not_divide() {
    const QString text = refusal([&] { divided({dot(w, x)}, {{"N", 3}}); }, ErrorKind::value);
    QVERIFY2(text.contains("N: 8"), qPrintable(text));
    QVERIFY2(text.contains("3 ranks"), qPrintable(text));
  }

  // A value without a batch is whole on every rank.
  void nothing_without_a_batch() {
    const QStringList found = exchanges(divided({dot(w, v)}, {{"", 2}}));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(", ")));
  }

  // A print shows the whole value.
  void prints_are_whole() {
    const Graph graph = divided({print_value(exp(x))}, {{"N", 2}});
    std::vector<NodePtr> nodes;
    QCOMPARE(only(graph, "print", nodes)->results[0].axes.lengths(),
             (std::vector<std::int64_t>{6, 8}));
  }

  void refuses_unknown_axes() {
    const QString text = refusal([&] { divided({dot(w, x)}, {{"Q", 2}}); }, ErrorKind::value);
    QVERIFY2(text.contains("along Q"), qPrintable(text));
  }
};

NGRAPH_TEST(ShardAxesTest)
#include "shard_axes_test.moc"
