// SPDX-License-Identifier: Apache-2.0
// Tests views of the same memory: no step copies data that need not move, and values stay correct.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis C = make_axis(3, "C"), D = make_axis(1, "D"), H = make_axis(4, "H");
const Axis K = make_axis(40, "K"), N = make_axis(50, "N");

template <class Work>
std::size_t steps_of(const Computation& f) {
  const auto& steps = f.compilation().program.steps;
  return static_cast<std::size_t>(
      std::count_if(steps.begin(), steps.end(), [](const Step& step) { return step.is<Work>(); }));
}

Tensor uneven(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.set(i, std::sin(1.3 * static_cast<double>(i)));
  }
  return tensor;
}

}  // namespace

class SameMemoryTest : public QObject {
  Q_OBJECT

  static void agree(const std::vector<Op>& results, const Feeds& feeds) {
    const Values cpu = run_once("cpu", results, feeds);
    QCOMPARE(difference(cpu, run_once("reference", results, feeds), 1e-4, 1e-5), QString());
  }

 private slots:
  void views_between_matmuls_take_no_step();
  void results_have_their_own_buffers();
  void views_of_state_see_the_old_value();
  void axes_in_another_order_are_copied();
};

// dot, adding and removing axes of length 1, regrouping, dot: two matmuls and no other step.
void SameMemoryTest::views_between_matmuls_take_no_step() {
  const Op x = placeholder({K, N}), w = placeholder({K, make_axis(60, "M")});
  const Op product = dot(w, x);  // (M, N)
  const Axis M = product.axes()[0];
  const Op wide = expand_dims(expand_dims(product, D, 0), make_axis(1, "E"), 3);
  const Op narrow =
      tensor_slice(wide, {SliceItem::at(0), SliceItem::all(), SliceItem::all(), SliceItem::at(0)});
  const Op named = cast_axes(unflatten(flatten(narrow)), {make_axis(60, "R"), N});
  const Op y = dot(cast_axes(w, {K, make_axis(60, "R")}), named);
  const Computation f = executor({y}, {x, w});
  QCOMPARE(steps_of<Matmul>(f), std::size_t{2});
  QCOMPARE(steps_of<CopyStep>(f), std::size_t{0});
  QCOMPARE(steps_of<KernelStep>(f), std::size_t{0});
  agree({y}, {{x, uneven(x.axes())}, {w, uneven(w.axes())}});
}

void SameMemoryTest::results_have_their_own_buffers() {
  const Op x = placeholder({K, N}), w = placeholder({K, make_axis(60, "M")});
  const Op product = dot(w, x), flat = flatten(product);
  const Results found = executor({product, flat, cast_axes(flat, make_axis(3000, "F"))}, {x, w})
                            .call({uneven(x.axes()), uneven(w.axes())});
  QCOMPARE(found[0].shape, (Shape{60, 50}));
  QCOMPARE(found[1].shape, (Shape{3000}));
  QCOMPARE(found[2].shape, (Shape{3000}));
  QCOMPARE(found[1].values(), found[0].values());
  QCOMPARE(found[2].values(), found[0].values());
}

void SameMemoryTest::views_of_state_see_the_old_value() {
  const Op v = variable({C, H}, 2.0), x = placeholder({C, H});
  const Op row = flatten(v), twice = row * 2.0;
  const Op change = assign(v, v + x);
  const Computation f = executor({twice, row, change, v}, {x});
  const Tensor ones = Tensor::from(DType::f32, {}, std::vector<double>{1});
  for (const double before : {2.0, 3.0}) {
    const Results found = f.call({ones});
    QCOMPARE(found[0].at(0), 2 * before);
    QCOMPARE(found[1].at(0), before);
    QCOMPARE(found[3].at(0), before + 1);
  }
}

void SameMemoryTest::axes_in_another_order_are_copied() {
  const Op x = placeholder({K, N}), w = placeholder({K, make_axis(60, "M")});
  const Op product = dot(w, x);
  const Axis M = product.axes()[0];
  const Op turned = cast_axes(flatten(axes_with_order(product, {N, M})), make_axis(3000, "F"));
  agree({turned * 2.0, sum(turned, out_axes({}))}, {{x, uneven(x.axes())}, {w, uneven(w.axes())}});
}

NGRAPH_TEST(SameMemoryTest)
#include "same_memory_test.moc"
