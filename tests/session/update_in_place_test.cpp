// SPDX-License-Identifier: Apache-2.0
// Tests variables updated in place: no reader sees a value that the update has already overwritten.
// Each graph is called three times and compared with the reference.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis A = make_axis(8, "A"), B = make_axis(64, "B");

Tensor uneven(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, std::sin(1.3 * static_cast<double>(i)));
  return tensor;
}

// Results and variables of three calls.
Values three_calls(const char* name, const std::vector<Op>& results,
                   const std::vector<Op>& variables) {
  const TransformerPtr transformer = allocate_transformer(name);
  const Computation f = transformer->computation(results);
  Values values;
  for (int i = 0; i < 3; ++i) {
    for (const auto& value : f())
      if (value) values.push_back(value);
    for (const Op& variable : variables) values.push_back(transformer->value(variable));
  }
  return values;
}

std::size_t copies(const std::vector<Op>& results) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  const Computation f = transformer->computation(results);
  const auto& steps = f.compilation().program.steps;
  return static_cast<std::size_t>(std::count_if(
      steps.begin(), steps.end(), [](const Step& step) { return step.is<CopyStep>(); }));
}

}  // namespace

class UpdateInPlaceTest : public QObject {
  Q_OBJECT

  static void agree(const std::vector<Op>& results, const std::vector<Op>& variables) {
    const Values cpu = three_calls("cpu", results, variables);
    QCOMPARE(difference(cpu, three_calls("reference", results, variables), 1e-4, 1e-5), QString());
  }

 private slots:
  void elementwise_updates_are_in_place();
  void a_later_loop_reads_the_old_value();
  void one_value_for_two_variables();
  void variables_are_swapped();
  void a_matmul_with_other_readers_is_kept();
  void a_matmul_with_other_readers_is_kept_in_a_loop();
};

void UpdateInPlaceTest::elementwise_updates_are_in_place() {
  const Op W = variable({A, B}, uneven({A, B}));
  const Op update = assign(W, W * 0.5 - 1.0);
  QCOMPARE(copies({update}), std::size_t(0));
  agree({update}, {W});
}

// One kernel: the maximum of a row, then each element minus it, which is the update, then the row
// again.
void UpdateInPlaceTest::a_later_loop_reads_the_old_value() {
  const Op W = variable({A, B}, uneven({A, B}));
  const Op largest = max(W * 2.0, reduce_over({B}));
  const Op less = W - largest;
  const Op all = sum(exp(less), reduce_over({B}));
  const Op again = sum(W * all, reduce_over({B}));
  agree({sum(again), assign(W, less)}, {W});
}

void UpdateInPlaceTest::one_value_for_two_variables() {
  const Op V = variable({A}, uneven({A})), W = variable({A}, 2.0);
  const Op both = V * 0.5 + 1.0;
  agree({assign(V, both), assign(W, both)}, {V, W});
  agree({both, assign(W, both), assign(V, both), sum(V + W)}, {V, W});
}

void UpdateInPlaceTest::variables_are_swapped() {
  const Op V = variable({A}, uneven({A})), W = variable({A}, 2.0);
  agree({assign(V, W), assign(W, V)}, {V, W});
  agree({assign(V, W * 0.5), assign(W, V * 0.5), sum(V * W)}, {V, W});
}

// The update reads the matmul through another view of its buffer, which other ops read too.
void UpdateInPlaceTest::a_matmul_with_other_readers_is_kept() {
  const Axis m = make_axis(32, "M"), k = make_axis(32, "K"), n = make_axis(32, "N");
  const Op d =
      dot(constant(uneven({m, k}), {m, k}) + variable({}, 0.0), constant(uneven({k, n}), {k, n}));
  const Op f = flatten(d);
  const Op W = variable(f.axes(), 0.0);
  agree({d, sum(d), assign(W, W - 0.1 * f)}, {W});
  agree({sum(d), assign(W, W - 0.1 * f)}, {W});
  const Op twice = flatten(d);
  agree({sum(square(twice)), assign(W, W - 0.1 * f)}, {W});
}

void UpdateInPlaceTest::a_matmul_with_other_readers_is_kept_in_a_loop() {
  const Axis m = make_axis(32, "M"), k = make_axis(32, "K"), n = make_axis(32, "N");
  const Axis t = make_axis(3, "T");
  const Op x = variable({t, m, k}, uneven({t, m, k})), y = variable({k, n}, uneven({k, n}));
  const Op start = variable({make_flattened_axis({m, n})}, 0.0);
  const ScanResult loop = scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
    const Op d = dot(elements[0], y);
    return ScanStep{{states[0] + flatten(d)}, {sum(d, out_axes({}))}};
  });
  agree({loop.states[0], loop.outputs[0]}, {});
}

NGRAPH_TEST(UpdateInPlaceTest)
#include "update_in_place_test.moc"
