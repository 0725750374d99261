// SPDX-License-Identifier: Apache-2.0
// Tests chains of two batches of matmuls with a kernel of rows between them, as attention is: where
// one begins, its results against the reference, and against the same steps one after the other.
#include <QtTest>
#include <cmath>

#include "engine/ngraph.h"
#include "engine/runtime/matmul_chain.h"
#include "engine/runtime/thread_pool.h"
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
  // More threads need more memory than the scores of these sizes have.
  void computesAttention_data() {
    QTest::addColumn<int>("queries");
    QTest::addColumn<int>("keys");
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2}) {
      QTest::addRow("whole vectors, %d", threads) << 64 << 96 << threads;
      QTest::addRow("odd lengths, %d", threads) << 71 << 93 << threads;
      QTest::addRow("many keys, %d", threads) << 40 << 1200 << threads;
      QTest::addRow("several blocks of rows, %d", threads) << 301 << 77 << threads;
    }
  }

  // The scores as a further result keep the steps apart.
  void computesAttention() {
    QFETCH(int, queries);
    QFETCH(int, keys);
    QFETCH(int, threads);
    const ScopedThreadPool pool(threads);
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

  // The memory fits the threads when the computation was compiled.
  void moreThreadsRunLater() {
    const Attention p(64, 96);
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    std::optional<Computation> f;
    {
      const ScopedThreadPool one(1);
      f = p.compiled(cpu, {p.result()});
      f->call(p.values);
    }
    const ScopedThreadPool seven(7);
    compare(f->call(p.values)[0], p.compiled(reference, {p.result()}).call(p.values)[0], 1e-4);
  }

  // The result overwrites keys or a mask, which other rows still read.
  void variablesThatAreReadAreNotOverwritten() {
    const ScopedThreadPool pool(2);
    const Axis b = make_axis(2, "B"), t = make_axis(512, "T"), s = make_axis(512, "S"),
               d = make_axis(64, "D");
    const Op q = placeholder({b, t, d}), v = placeholder({b, s, d});
    const std::vector<Tensor> values{waves({b, t, d}, 0.3), waves({b, s, d}, 1.1)};
    const auto last_of = [&](const std::string& transformer, int* chains) {
      const Op keys = variable(Axes{b, s, d}, waves({b, s, d}, 0.7));
      const Op shares = softmax(sum(q * keys, out_axes({b, t, s})) * 0.2, Axes{s});
      const Op mixed = sum(shares * v, out_axes({b, t, d}));
      const auto made = allocate_transformer(transformer);
      const Computation f = made->add_computation(
          computation({assign(keys, cast_axes(mixed, {b, s, d}))}, {q, v}, Returns::list));
      f.call(values);
      if (chains) *chains = chains_of(f);
      return made->add_computation(computation({keys}, {}, Returns::list)).call({})[0];
    };
    int chains = -1;
    const Tensor found = last_of("cpu", &chains);
    QCOMPARE(chains, 0);
    compare(found, last_of("reference", nullptr), 1e-4);
  }

  // A softmax over the queries computes all rows of a product at once.
  void wholeProductsAtOnce() {
    const ScopedThreadPool pool(2);
    const Attention p(150, 96);
    const Op result = p.mixed(softmax(p.scores(), Axes{p.t}));
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation f = p.compiled(cpu, {result});
    QCOMPARE(chains_of(f), 1);
    compare(f.call(p.values)[0], p.compiled(reference, {result}).call(p.values)[0], 1e-4);
  }

  // Queries, keys and values are temporaries, whose memory the plan would use again.
  void layersFollowEachOther() {
    const ScopedThreadPool pool(2);
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
