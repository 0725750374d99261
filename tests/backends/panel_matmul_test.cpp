// SPDX-License-Identifier: Apache-2.0
// Tests matmuls by packed matrices and batches of matmuls: their loops against sums in double, and
// programs that use them against the reference.
#include <QtTest>
#include <cmath>
#include <functional>

#include "engine/backends/cpu/dense/panel_groups.h"
#include "engine/backends/cpu/dense/panel_matmul.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

float left(std::int64_t i) {
  return static_cast<float>(std::sin(0.7 * static_cast<double>(i)));
}
float right(std::int64_t i) {
  return static_cast<float>(std::cos(1.3 * static_cast<double>(i)));
}

std::vector<float> filled(std::int64_t count, float (*value)(std::int64_t)) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(static_cast<std::int64_t>(i));
  return values;
}

Tensor waves(const Axes& axes, double step) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, std::sin(step * static_cast<double>(i)));
  return tensor;
}

// Matrices A and B of a matmul, B packed.
struct Packed {
  Matmul matmul;
  std::vector<float> a, b, panels, c;

  explicit Packed(const Matmul& p)
      : matmul(p),
        a(filled(p.m * p.k, left)),
        b(filled(p.k * p.n, right)),
        panels(static_cast<std::size_t>(panel_floats(p.k, p.n))),
        c(static_cast<std::size_t>(p.m * p.n), -1.0f) {
    pack_panels({p.k, p.n, p.transpose_b, panel_floats(p.k, p.n)}, b.data(), panels.data());
    matmul.packed = true;
  }
  PanelMatmul work() { return {&matmul, a.data(), panels.data(), c.data()}; }

  double expected(std::int64_t i, std::int64_t j) const {
    double sum = 0;
    for (std::int64_t k = 0; k < matmul.k; ++k) {
      const std::int64_t at = matmul.transpose_b ? j * matmul.k + k : k * matmul.n + j;
      sum += double(a[std::size_t(i * matmul.k + k)]) * double(b[std::size_t(at)]);
    }
    return sum;
  }
  bool is_right() const {
    for (std::int64_t i = 0; i < matmul.m; ++i) {
      for (std::int64_t j = 0; j < matmul.n; ++j) {
        const double found = double(c[std::size_t(i * matmul.n + j)]);
        if (!(std::fabs(found - expected(i, j)) < 1e-3)) return false;
      }
    }
    return true;
  }
};

std::vector<Matmul> matmuls_of(const Program& program) {
  std::vector<Matmul> found;
  for_each_program(program, [&found](const Program& each) {
    for (const Step& step : each.steps) {
      if (const auto* matmul = step.as<Matmul>()) found.push_back(*matmul);
    }
  });
  return found;
}

void compare(const Tensor& found, const Tensor& expected) {
  QCOMPARE(found.shape, expected.shape);
  for (std::int64_t i = 0; i < found.size(); ++i) {
    QVERIFY2(
        std::fabs(found.at(i) - expected.at(i)) < 2e-4 * (1 + std::fabs(expected.at(i))),
        qPrintable(
            QString("element %1: %2, expected %3").arg(i).arg(found.at(i)).arg(expected.at(i))));
  }
}

}  // namespace

class PanelMatmulTest : public QObject {
  Q_OBJECT
 private slots:
  void packed_data() {
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("k");
    // One row, fewer rows than a tile, several tiles; whole and broken panels; depths around the
    // length of a chain of sums; rows that collide in the cache, and rows beyond it.
    const int sizes[][3] = {{1, 24, 1},      {1, 2304, 257},  {2, 33, 129},
                            {15, 65, 256},   {29, 256, 512},  {64, 1000, 768},
                            {40, 256, 1024}, {333, 96, 1536}, {130, 3000, 100}};
    for (const auto& [m, n, k] : sizes) QTest::addRow("%d x %d x %d", m, n, k) << m << n << k;
  }

  void packed() {
    QFETCH(int, m);
    QFETCH(int, n);
    QFETCH(int, k);
    for (const bool transposed : {false, true}) {
      Packed p(Matmul{m, n, k, false, transposed});
      StepScratch scratch;
      const PanelMatmul work = p.work();
      panel_gemm({&work, 1}, scratch);
      QVERIFY(p.is_right());
    }
  }

  // Every row is reported once, after its last element is stored.
  void epilogues() {
    for (const std::int64_t m : {1, 20, 61, 700}) {
      Packed p(Matmul{m, 130, 300});
      std::vector<int> seen(static_cast<std::size_t>(m));
      std::vector<float> last(static_cast<std::size_t>(m));
      StepScratch scratch;
      const PanelMatmul work = p.work();
      panel_gemm({&work, 1}, scratch, [&](std::int64_t row, std::int64_t rows) {
        for (std::int64_t i = row; i < row + rows; ++i) {
          ++seen[std::size_t(i)];
          last[std::size_t(i)] = p.c[std::size_t(i * 130 + 129)];
        }
      });
      QVERIFY(p.is_right());
      for (std::int64_t i = 0; i < m; ++i) {
        QCOMPARE(seen[std::size_t(i)], 1);
        QCOMPARE(last[std::size_t(i)], p.c[std::size_t(i * 130 + 129)]);
      }
    }
  }

  void groups() {
    for (const std::int64_t m : {1, 8, 40}) {
      Packed some(Matmul{m, 96, 512}), more(Matmul{m, 257, 512, false, true}),
          rest(Matmul{m, 512, 512});
      more.a = rest.a = some.a;
      std::vector<PanelMatmul> all{some.work(), more.work(), rest.work()};
      for (PanelMatmul& each : all) each.a = some.a.data();
      StepScratch scratch;
      panel_gemm(all, scratch);
      QVERIFY(some.is_right() && more.is_right() && rest.is_right());
    }
  }

  // Weights are packed by a step that runs once.
  void weights() {
    const Axis m = make_axis(40, "M"), k = make_axis(96, "K"), n = make_axis(70, "N");
    const Op x = placeholder({m, k}), w = variable({n, k}, 0.5), v = variable({k, n}, 0.25);
    const Op result = dot(x, w) - dot(x, v);
    const Tensor xs = waves({m, k}, 0.7);
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation f = cpu->computation(result, x);
    const Program& program = f.compilation().program;
    const auto matmuls = matmuls_of(program);
    QCOMPARE(matmuls.size(), std::size_t(2));
    QVERIFY(matmuls[0].packed && matmuls[1].packed);
    QCOMPARE(program.once, std::size_t(2));
    compare(f(xs), reference->computation(result, x)(xs));
    const Tensor next = waves({n, k}, 1.9);
    cpu->set_value(w, next);
    reference->set_value(w, next);
    compare(f(xs), reference->computation(result, x)(xs));
  }

  // A matrix times a column is a row times the packed matrix; a step that changes its weights packs
  // none.
  void columnsAndUpdates() {
    const Axis m = make_axis(300, "M"), k = make_axis(200, "K");
    const Op x = placeholder({k}), w = variable({m, k}, 0.5), turned = variable({k, m}, 0.5);
    const Tensor xs = waves({k}, 0.7);
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    for (const Op& result : {dot(w, x), dot(turned, x), dot(x, turned)}) {
      const Computation f = cpu->computation(result, x);
      QVERIFY(matmuls_of(f.compilation().program).at(0).packed);
      compare(f(xs), reference->computation(result, x)(xs));
    }
    const Computation step = cpu->computation({dot(w, x), assign(w, w * 0.5)}, x);
    for (const Matmul& each : matmuls_of(step.compilation().program)) QVERIFY(!each.packed);
  }

  // The gates of a recurrent layer are packed before the loop, and run as one group.
  void loops() {
    for (const std::int64_t batch : {1, 8, 33}) {
      const Axis t = make_axis(6, "T"), n = make_axis(batch, "N"), h = make_axis(200, "H"),
                 g = make_axis(200, "G");
      const Op x = placeholder({t, n, g}), start = placeholder({n, h}), w = placeholder({h, g}),
               v = placeholder({h, g});
      const ScanResult made = scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
        const Op gate = sigmoid(dot(states[0], w) + elements[0]);
        const Op next = gate * tanh(dot(states[0], v) + elements[0]);
        return ScanStep{{cast_axes(next, {n, h})}, {gate}};
      });
      const std::vector<Op> results{made.states[0], made.outputs[0]};
      const auto cpu = allocate_transformer("cpu");
      const Computation f = cpu->computation(results, x, start, w, v);
      const Loop* loop = nullptr;
      for (const Step& step : f.compilation().program.steps)
        if (step.loop()) loop = step.loop();
      QVERIFY(loop);
      const auto matmuls = matmuls_of(loop->body);
      QCOMPARE(matmuls.size(), std::size_t(2));
      QVERIFY(matmuls[0].packed && matmuls[1].packed);
      const auto ends = panel_group_ends(loop->body);
      QCOMPARE(ends[0], std::size_t(2));
      const Feeds feeds{{x, waves({t, n, g}, 0.3)},
                        {start, waves({n, h}, 0.7)},
                        {w, waves({h, g}, 1.1)},
                        {v, waves({h, g}, 1.7)}};
      const auto found = run_once("cpu", results, feeds);
      const auto expected = run_once("reference", results, feeds);
      for (std::size_t i = 0; i < found.size(); ++i) compare(*found[i], *expected[i]);
    }
  }

  // Heads of attention: matrices whose rows are apart, in all three operands.
  void batches() {
    const Axis b = make_axis(2, "B"), t = make_axis(37, "T"), s = make_axis(50, "S"),
               h = make_axis(3, "H"), d = make_axis(20, "D");
    const Op q = placeholder({b, t, h, d}), keys = placeholder({b, s, h, d}),
             p = placeholder({b, h, t, s});
    const Tensor qs = waves({b, t, h, d}, 0.3), ks = waves({b, s, h, d}, 0.7),
                 ps = waves({b, h, t, s}, 1.1);
    const Op scores = sum(q * keys, out_axes({b, h, t, s}));
    const Op mixed = sum(p * keys, out_axes({b, t, h, d}));
    const std::vector<Op> results{axes_with_order(scores, {b, h, t, s}),
                                  axes_with_order(mixed, {b, t, h, d})};
    for (const Op& result : results) {
      const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
      const Computation f = cpu->computation(result, q, keys, p);
      const auto matmuls = matmuls_of(f.compilation().program);
      QCOMPARE(matmuls.size(), std::size_t(1));
      QCOMPARE(matmuls[0].products(), std::int64_t(6));
      compare(f(qs, ks, ps), reference->computation(result, q, keys, p)(qs, ks, ps));
    }
  }

  // Both matrices are the same array.
  void productsWithItself() {
    const Axis b = make_axis(4, "B"), t = make_axis(40, "T"), s = make_axis(40, "S"),
               d = make_axis(24, "D");
    const Op x = placeholder({b, t, d});
    const Op gram = sum(x * cast_axes(x, {b, s, d}), out_axes({b, t, s}));
    const Tensor xs = waves({b, t, d}, 0.3);
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Computation f = cpu->computation(gram, x);
    QCOMPARE(matmuls_of(f.compilation().program).size(), std::size_t(1));
    compare(f(xs), reference->computation(gram, x)(xs));
  }

  // A sum of squares and a maximum of products stay kernels.
  void noBatches() {
    const Axis b = make_axis(4, "B"), t = make_axis(32, "T"), s = make_axis(32, "S"),
               d = make_axis(32, "D");
    const Op x = placeholder({b, t, d}), y = placeholder({b, s, d});
    const auto cpu = allocate_transformer("cpu"), reference = allocate_transformer("reference");
    const Tensor xs = waves({b, t, d}, 0.3), ys = waves({b, s, d}, 0.7);
    for (const Op& result : {sum(x * x, out_axes({b, t})), max(x * y, out_axes({b, t, s}))}) {
      const Computation f = cpu->computation(result, x, y);
      QVERIFY(matmuls_of(f.compilation().program).empty());
      compare(f(xs, ys), reference->computation(result, x, y)(xs, ys));
    }
  }

  // Gradients through a batch equal those of the reference.
  void gradients() {
    const Axis b = make_axis(3, "B"), t = make_axis(24, "T"), s = make_axis(40, "S"),
               d = make_axis(48, "D");
    const Op x = placeholder({b, t, d}), y = placeholder({b, s, d}), z = placeholder({b, s, d});
    const Op scores = softmax(sum(x * y, out_axes({b, t, s})), Axes{s});
    const Op cost = sum(tanh(sum(scores * z, out_axes({b, t, d}))), reduce_over({b, t, d}));
    const std::vector<Op> results{deriv(cost, x), deriv(cost, y), deriv(cost, z)};
    const Feeds feeds{
        {x, waves({b, t, d}, 0.3)}, {y, waves({b, s, d}, 0.7)}, {z, waves({b, s, d}, 1.1)}};
    const auto found = run_once("cpu", results, feeds);
    const auto expected = run_once("reference", results, feeds);
    for (std::size_t i = 0; i < found.size(); ++i) compare(*found[i], *expected[i]);
    const auto cpu = allocate_transformer("cpu");
    const auto matmuls = matmuls_of(cpu->computation(results, x, y, z).compilation().program);
    // Scores, the gradient of their softmax, and of x, y and z; tanh is in the kernel of its sum.
    QCOMPARE(matmuls.size(), std::size_t(5));
    QCOMPARE(std::count_if(matmuls.begin(), matmuls.end(),
                           [](const Matmul& each) { return each.transpose_a; }),
             std::ptrdiff_t(2));
  }
};

NGRAPH_TEST(PanelMatmulTest)
#include "panel_matmul_test.moc"
