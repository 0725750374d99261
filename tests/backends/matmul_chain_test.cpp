// SPDX-License-Identifier: Apache-2.0
// Tests chains of two batches of matmuls with a kernel of rows between them, as attention is: where
// one begins, its results against the reference, and against the same steps one after the other.
#include <QtTest>
#include <cmath>

#include "engine/ngraph.h"
#include "engine/runtime/matmul_chain.h"
#include "engine/session/compilation.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor waves(const Axes& axes, double step) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, std::sin(step * static_cast<double>(i)));
  return tensor;
}

int chains_of(const Computation& f) {
  const Program& program = f.compilation().program;
  int count = 0;
  for (std::size_t i = 0; i < program.steps.size(); ++i)
    count += matmul_chain_at(program, i) ? 1 : 0;
  return count;
}

// Queries (B, H, T, D), keys and values (B, H, S, D) and a mask (T, S) that is added to the scores.
struct Attention {
  Axis b = make_axis(2, "B"), t, s, h = make_axis(4, "H"), d = make_axis(24, "D");
  std::vector<Op> inputs;
  std::vector<Tensor> values;

  Attention(std::int64_t queries, std::int64_t keys)
      : t(make_axis(queries, "T")), s(make_axis(keys, "S")) {
    for (const Axes& axes : {Axes{b, h, t, d}, Axes{b, h, s, d}, Axes{b, h, s, d}, Axes{t, s}}) {
      inputs.push_back(placeholder(axes));
      values.push_back(waves(axes, 0.3 + 0.4 * static_cast<double>(values.size())));
    }
  }
  Op scores() const {
    return axes_with_order(sum(inputs[0] * inputs[1], out_axes({b, h, t, s})), {b, h, t, s});
  }
  Op shares(const Op& scores) const { return softmax(scores * 0.2 + inputs[3], Axes{s}); }
  Op mixed(const Op& shares) const {
    return axes_with_order(sum(shares * inputs[2], out_axes({b, h, t, d})), {b, h, t, d});
  }
  Op result() const { return mixed(shares(scores())); }

  Computation compiled(const TransformerPtr& transformer, const std::vector<Op>& results) const {
    return transformer->add_computation(computation(results, inputs, Returns::list));
  }
};

void compare(const Tensor& found, const Tensor& expected, double tolerance) {
  QCOMPARE(found.shape, expected.shape);
  for (std::int64_t i = 0; i < found.size(); ++i)
    QVERIFY2(std::fabs(found.at(i) - expected.at(i)) <= tolerance,
             qPrintable(QString("%1: %2, not %3").arg(i).arg(found.at(i)).arg(expected.at(i))));
}

}  // namespace

class MatmulChainTest : public QObject {
  Q_OBJECT
 private slots:
  void computesAttention_data() {
    QTest::addColumn<int>("queries");
    QTest::addColumn<int>("keys");
    QTest::newRow("whole vectors") << 64 << 96;
    QTest::newRow("odd lengths") << 71 << 93;
    QTest::newRow("many keys") << 40 << 1200;
    QTest::newRow("several blocks of rows") << 301 << 77;
  }

  // The scores as a further result keep the steps apart.
  void computesAttention() {
    QFETCH(int, queries);
    QFETCH(int, keys);
    const Attention p(queries, keys);
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation chained = p.compiled(cpu, {p.result()});
    QCOMPARE(chains_of(chained), 1);
    const Op scores = p.scores();
    const Computation apart = p.compiled(cpu, {p.mixed(p.shares(scores)), scores});
    QCOMPARE(chains_of(apart), 0);
    const Tensor found = chained.call(p.values)[0];
    compare(found, apart.call(p.values)[0], 0);
    compare(found, p.compiled(reference, {p.result()}).call(p.values)[0], 1e-4);
  }

  // A softmax over the queries computes all rows of a product at once.
  void wholeProductsAtOnce() {
    const Attention p(150, 96);
    const Op result = p.mixed(softmax(p.scores(), Axes{p.t}));
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation f = p.compiled(cpu, {result});
    QCOMPARE(chains_of(f), 1);
    compare(f.call(p.values)[0], p.compiled(reference, {result}).call(p.values)[0], 1e-4);
  }

  // Queries, keys and values are temporaries, whose memory the plan would use again.
  void layersFollowEachOther() {
    Attention p(72, 72);
    const Op first = p.result();
    Attention q(72, 72);
    const auto linear = [&](const Axis& rows, double step) {
      const Axes weights{p.d, make_axis(24, "E")};
      const Op made = dot(first, constant(waves(weights, step), weights));
      return cast_axes(made, {q.b, q.h, rows, q.d});
    };
    q.inputs = {linear(q.t, 0.9), linear(q.s, 1.7), linear(q.s, 2.3),
                cast_axes(p.inputs[3], {q.t, q.s})};
    const Op result = q.result();
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation f = p.compiled(cpu, {result});
    QCOMPARE(chains_of(f), 2);
    compare(f.call(p.values)[0], p.compiled(reference, {result}).call(p.values)[0], 2e-4);
  }

  // A softmax over the heads needs all products.
  void othersAreNoChains() {
    const Attention p(64, 96);
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Op across = p.mixed(softmax(p.scores(), Axes{p.h}));
    const Op shares = p.shares(p.scores());
    for (const std::vector<Op>& results :
         {std::vector{across}, std::vector{p.mixed(shares), shares}}) {
      const Computation f = p.compiled(cpu, results);
      QCOMPARE(chains_of(f), 0);
      compare(f.call(p.values)[0], p.compiled(reference, results).call(p.values)[0], 1e-4);
    }
  }
};

NGRAPH_TEST(MatmulChainTest)
#include "matmul_chain_test.moc"
