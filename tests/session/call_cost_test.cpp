// SPDX-License-Identifier: Apache-2.0
// Tests the FLOP and bytes of a call, in particular of loops, whose ops are listed, too.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/ops/scan/scan.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/graph_record.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Graph graph_of(const std::vector<Op>& results) {
  Graph graph;
  for (const Op& result : results) graph.results.push_back(result.value());
  return graph;
}

OpCost listed_cost(const Graph& graph) {
  OpCost cost;
  const GraphRecordPtr record = make_graph_record(graph);
  for (const OpRecord& op : record->ops) {
    cost.flops += own_cost(op).flops;
    cost.bytes += own_cost(op).bytes;
  }
  return cost;
}

}  // namespace

class CallCostTest : public QObject {
  Q_OBJECT

  const Axis t = make_axis(4, "T"), a = make_axis(5, "A");
  const Op x = placeholder({t, a}), zero = constant(Tensor(0.0), {a});

  // The running sum of the steps, and it times the step.
  ScanResult sums(const Op& of) const {
    return scan(t, {zero}, {of}, [](const auto& states, const auto& elements) {
      const Op sum = states[0] + elements[0];
      return ScanStep{{sum}, {sum * elements[0]}};
    });
  }

 private slots:
  void ops_cost_their_elements() {
    const OpCost cost = call_cost(graph_of({x + 1.0}));
    QCOMPARE(cost.flops, 20);
    QCOMPARE(cost.bytes, 4 * (20 + 1 + 20));
  }

  void an_op_reads_the_elements_that_it_selects() {
    const Axis i = make_axis(2, "I");
    const Op step = slice_along_axis(x, t, 1), rows = take(x, placeholder({i}), t);
    QCOMPARE(call_cost(graph_of({step})).bytes, 4 * (5 + 5));
    QCOMPARE(call_cost(graph_of({rows})).bytes, 4 * (10 + 2 + 10));
  }

  void a_loop_costs_all_its_steps_once() {
    const Graph graph = graph_of({sums(x).outputs[0]});
    QCOMPARE(call_cost(graph).flops, 4 * (5 + 5));
    QCOMPARE(call_cost(graph).bytes, 4 * 4 * 2 * (3 * 5));
  }

  void listed_ops_add_up_to_the_call() {
    const ScanResult once = sums(x);
    const Graph graph = graph_of({sums(once.outputs[0]).outputs[0], once.states[0]});
    QCOMPARE(listed_cost(graph).flops, call_cost(graph).flops);
    QCOMPARE(listed_cost(graph).bytes, call_cost(graph).bytes);
  }

  void a_loops_kernel_has_the_work_of_its_body() {
    for (const char* name : {"cpu", "reference"}) {
      const Computation computation =
          allocate_transformer(name)->computation({sums(x).outputs[0]}, x);
      const CompilationRecordPtr record = make_record(computation.compilation());
      std::int64_t loop = 0, bytes = 0, flops = 0;
      for (const KernelRecord& kernel : record->kernels) {
        const auto is_kernel = [&](const StepRecord& step) { return step.kernel == kernel.name; };
        if (kernel.kind == KernelKind::loop) {
          QCOMPARE(kernel.flops, 4 * (5 + 5));
          loop = kernel.bytes;
        } else if (std::none_of(record->steps.begin(), record->steps.end(), is_kernel)) {
          flops += kernel.flops, bytes += kernel.bytes;
        }
      }
      QCOMPARE(flops, 5 + 5);
      QVERIFY2(bytes > 0, name);
      QCOMPARE(loop, 4 * bytes);
    }
  }

  void an_op_in_loops_counts_the_steps_of_all() {
    const Axis outer = make_axis(3, "U");
    const Op sequence = placeholder({outer, t, a});
    const Op last =
        scan(outer, {zero}, {sequence}, [&](const auto& states, const auto& elements) {
          return ScanStep{{states[0] + sum(sums(elements[0]).outputs[0], out_axes({a}))}, {}};
        }).states[0];
    const Graph graph = graph_of({last});
    const GraphRecordPtr record = make_graph_record(graph);
    int products = 0;
    for (const OpRecord& op : record->ops) {
      if (op.op != "multiply") continue;
      QCOMPARE(op.flops, 3 * 4 * 5);
      ++products;
    }
    QCOMPARE(products, 1);
    QCOMPARE(listed_cost(graph).flops, call_cost(graph).flops);
  }
};

NGRAPH_TEST(CallCostTest)
#include "call_cost_test.moc"
