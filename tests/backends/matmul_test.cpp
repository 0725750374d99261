// SPDX-License-Identifier: Apache-2.0
// Tests matmul with every library present, against plain sums in double.
#include <signal.h>

#include <QtTest>
#include <cmath>
#include <cstdint>

#include "engine/backends/cpu/dense/matmul.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/test_program.h"

namespace {

volatile std::uintptr_t handledAt = 0;

}  // namespace

class MatmulTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() { qunsetenv("NGRAPH_DOT"); }

  void agrees_data() {
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<bool>("transpose_a");
    QTest::addColumn<bool>("transpose_b");
    for (const char* library : {"onednn", "eigen", "plain"}) {
      for (bool a : {false, true}) {
        for (bool b : {false, true}) {
          QTest::addRow("%s %d %d", library, int(a), int(b)) << QByteArray(library) << a << b;
        }
      }
    }
  }

  void agrees() {
    QFETCH(QByteArray, library);
    QFETCH(bool, transpose_a);
    QFETCH(bool, transpose_b);
    qputenv("NGRAPH_DOT", library);
    const ng::Matmul product{70, 33, 129, transpose_a, transpose_b, ng::DType::f32};
    check<float>(product);
    ng::Matmul wide = product;
    wide.dtype = ng::DType::f64;
    check<double>(wide);
    ng::Matmul added = product, large{300, 272, 530, transpose_a, transpose_b};
    added.accumulate = large.accumulate = true;
    added.alpha = large.alpha = -0.5;
    check<float>(added);
    check<float>(large);  // in several blocks
    wide.accumulate = true;
    check<double>(wide);
  }

  // W - rate * gradient is one gemm into W, for a constant and for a fed rate.
  void aGradientStepIsOneMatmul() {
    const ng::Axis m = ng::make_axis(96, "M"), k = ng::make_axis(64, "K"),
                   n = ng::make_axis(80, "N");
    const ng::Op x = ng::placeholder({m, k}), y = ng::placeholder({k, n}),
                 rate = ng::placeholder({});
    ng::Tensor xs(ng::DType::f32, {96, 64}), ys(ng::DType::f32, {64, 80});
    for (std::int64_t i = 0; i < xs.size(); ++i) xs.set(i, std::sin(double(i)));
    for (std::int64_t i = 0; i < ys.size(); ++i) ys.set(i, std::cos(double(i)));
    for (const ng::Op& step : {ng::dot(x, y) * 0.25, rate * ng::dot(x, y)}) {
      std::vector<ng::Tensor> found;
      for (const char* name : {"reference", "cpu"}) {
        const ng::Op w = ng::variable({m, n}, 1.5);
        const auto transformer = ng::allocate_transformer(name);
        const ng::Computation descend =
            transformer->computation({ng::assign(w, w - step)}, x, y, rate);
        if (name == std::string("cpu")) {
          const ng::Program& program = descend.compilation().program;
          QCOMPARE(int(program.steps.size()), 1);
          QVERIFY(program.steps[0].as<ng::Matmul>()->accumulate);
          QCOMPARE(program.steps[0].reads[2], program.steps[0].writes[0]);
          QCOMPARE(program.pool_bytes, std::int64_t(0));
        }
        descend(xs, ys, 0.25);
        descend(xs, ys, 0.25);
        found.push_back(*transformer->value(w));
      }
      for (std::int64_t i = 0; i < found[0].size(); ++i) {
        QVERIFY(std::fabs(found[0].at(i) - found[1].at(i)) < 1e-4);
      }
    }
  }

  // A factor whose elements are all equal has no buffer to pass to a library.
  void aLargeDotWithAUniformFactor() {
    const ng::Axis m = ng::make_axis(64, "M"), k = ng::make_axis(4, "K"),
                   n = ng::make_axis(256, "N");
    const ng::Op x = ng::placeholder({m, k});
    const ng::Op one = ng::constant(ng::Tensor(0.5), {k, n});
    ng::Tensor xs(ng::DType::f32, {64, 4});
    for (std::int64_t i = 0; i < xs.size(); ++i) xs.set(i, double(i % 7));
    for (const ng::Op& z : {ng::dot(x, one), ng::dot(one, x)}) {
      const ng::Tensor found = ng::allocate_transformer("cpu")->computation(z, x)(xs);
      const ng::Tensor expected = ng::allocate_transformer("reference")->computation(z, x)(xs);
      for (std::int64_t i = 0; i < expected.size(); ++i) QCOMPARE(found.at(i), expected.at(i));
    }
  }

  // A dot large enough for a library equals the reference, whichever library is used.
  void aLargeDotInAGraph() {
    const ng::Axis m = ng::make_axis(96, "M"), k = ng::make_axis(64, "K"),
                   n = ng::make_axis(80, "N");
    const ng::Op x = ng::placeholder({m, k}), y = ng::placeholder({n, k});
    ng::Tensor xs(ng::DType::f32, {96, 64}), ys(ng::DType::f32, {80, 64});
    for (std::int64_t i = 0; i < xs.size(); ++i) xs.set(i, std::sin(double(i)));
    for (std::int64_t i = 0; i < ys.size(); ++i) ys.set(i, std::cos(double(i)));
    const ng::Op z = ng::dot(x, y);
    const auto reference = ng::allocate_transformer("reference");
    const ng::Tensor expected = reference->computation(z, x, y)(xs, ys);
    for (const char* library : {"onednn", "eigen", "plain"}) {
      qputenv("NGRAPH_DOT", library);
      const auto cpu = ng::allocate_transformer("cpu");
      const ng::Computation computation = cpu->computation(z, x, y);
      QVERIFY(computation.compilation().program.steps.at(0).is<ng::Matmul>());
      const ng::Tensor found = computation(xs, ys);
      for (std::int64_t i = 0; i < found.size(); ++i) {
        QVERIFY(std::fabs(found.at(i) - expected.at(i)) < 1e-4);
      }
    }
  }

  // Code that oneDNN generates keeps a pointer into its data in the stack pointer, which a handler
  // on the ordinary stack would overwrite.
  void signalsAreHandledOnTheirOwnStack() {
    if (ng::matmul_library(ng::DType::f32) != "oneDNN") QSKIP("no oneDNN");
    ng::Matmul product;
    product.m = product.n = product.k = 16;
    check<float>(product);
    stack_t stack = {};
    QCOMPARE(sigaltstack(nullptr, &stack), 0);
    QVERIFY(!(stack.ss_flags & SS_DISABLE));
    struct sigaction action = {}, before = {};
    action.sa_handler = [](int) {
      handledAt = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    };
    action.sa_flags = SA_ONSTACK;
    QCOMPARE(sigaction(SIGUSR1, &action, &before), 0);
    raise(SIGUSR1);
    sigaction(SIGUSR1, &before, nullptr);
    const auto low = reinterpret_cast<std::uintptr_t>(stack.ss_sp);
    QVERIFY(handledAt >= low && handledAt < low + stack.ss_size);
  }

 private:
  template <class T>
  static void check(const ng::Matmul& p) {
    std::vector<T> a(std::size_t(p.m * p.k)), b(std::size_t(p.k * p.n)), c(std::size_t(p.m * p.n));
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>(std::sin(double(i)));
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<T>(std::cos(double(i)));
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<T>(i % 7);
    ng::StepScratch scratch;
    ng::gemm(p, bytes(a), bytes(b), bytes(c), scratch);
    for (std::int64_t i = 0; i < p.m; ++i) {
      for (std::int64_t j = 0; j < p.n; ++j) {
        double sum = 0;
        for (std::int64_t k = 0; k < p.k; ++k) {
          sum += double(a[std::size_t(p.transpose_a ? k * p.m + i : i * p.k + k)]) *
                 double(b[std::size_t(p.transpose_b ? j * p.k + k : k * p.n + j)]);
        }
        if (p.accumulate) sum = double((i * p.n + j) % 7) + p.alpha * sum;
        QVERIFY2(std::fabs(sum - double(c[std::size_t(i * p.n + j)])) < 1e-3,
                 ng::matmul_library(p.dtype).c_str());
      }
    }
  }

  template <class T>
  static std::byte* bytes(std::vector<T>& values) {
    return reinterpret_cast<std::byte*>(values.data());
  }
};

NGRAPH_TEST(MatmulTest)
#include "matmul_test.moc"
