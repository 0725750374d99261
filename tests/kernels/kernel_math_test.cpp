// SPDX-License-Identifier: Apache-2.0
// Tests the math functions of the kernel prelude against the C library over their whole range,
// vectorized and scalar.
#include <QtTest>
#include <cmath>
#include <limits>

#include "engine/backends/cpu/compiler/jit.h"
#include "engine/backends/cpu/cpu_source.h"
#include "engine/kernels/emit.h"
#include "tests/support/test_program.h"

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

// y = fn(x) over `count` elements as a kernel, compiled.
class UnaryKernel {
 public:
  UnaryKernel(ng::kernel::Fn fn, std::int64_t count) : count_(count) {
    using namespace ng::kernel;
    Kernel kernel;
    kernel.name = "k0";
    kernel.parameters = {{"x", ng::DType::f32, false, count}, {"y", ng::DType::f32, true, count}};
    kernel.loops = {{"i", count}};
    Statement store;
    store.kind = Statement::Kind::store;
    store.buffer = 1;
    store.index.terms = {{0, 1}};
    store.expr = apply(fn, load(0, store.index));
    store.ops = {1};
    Statement loop;
    loop.kind = Statement::Kind::loop;
    loop.body = {store};
    kernel.body = {loop};
    kernel.parallel = true;
    vectorise(kernel, ng::host_vector_bytes());
    lanes = kernel.lanes;
    std::string own;
    const std::string source = ng::cpu_display_source(kernel, &own);
    module_ = ng::jit_compile({source, {"ng_k0"}, 3, false});
  }

  std::vector<float> operator()(std::vector<float> x) const {
    std::vector<float> y(x.size());
    void* arguments[] = {x.data(), y.data()};
    reinterpret_cast<void (*)(void* const*, long, long)>(module_->function("ng_k0"))(
        arguments, 0, static_cast<long>(count_));
    return y;
  }

  int lanes = 1;

 private:
  std::int64_t count_;
  std::unique_ptr<ng::JitModule> module_;
};

// y = x / z[0] over `count` elements, compiled.
std::vector<float> quotients(std::vector<float> x, float z) {
  using namespace ng::kernel;
  const auto count = static_cast<std::int64_t>(x.size());
  Kernel kernel;
  kernel.name = "k0";
  kernel.parameters = {{"x", ng::DType::f32, false, count},
                       {"z", ng::DType::f32, false, 1},
                       {"y", ng::DType::f32, true, count}};
  kernel.loops = {{"i", count}};
  Statement store, loop;
  store.kind = Statement::Kind::store;
  store.buffer = 2;
  store.index.terms = {{0, 1}};
  store.expr = apply(Fn::divide, load(0, store.index), load(1, {}));
  loop.kind = Statement::Kind::loop;
  loop.body = {store};
  kernel.body = {loop};
  kernel.parallel = true;
  vectorise(kernel, ng::host_vector_bytes());
  std::string own;
  const auto module = ng::jit_compile({ng::cpu_display_source(kernel, &own), {"ng_k0"}, 3, false});
  std::vector<float> y(x.size());
  void* arguments[] = {x.data(), &z, y.data()};
  reinterpret_cast<void (*)(void* const*, long, long)>(module->function("ng_k0"))(
      arguments, 0, static_cast<long>(count));
  return y;
}

// Distance from the expected value in ULP; 0 if both are NaN.
double ulps(float found, double expected) {
  if (std::isnan(expected)) return std::isnan(found) ? 0 : 1e9;
  const auto rounded = static_cast<float>(expected);
  if (std::isinf(rounded) || std::isinf(found)) return rounded == found ? 0 : 1e9;
  const float next = std::nextafter(std::fabs(rounded), inf);
  return std::fabs(double{found} - expected) / (double{next} - std::fabs(double{rounded}));
}

}  // namespace

class KernelMathTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    if (!ng::jit_availability().available) QSKIP("no kernel compiler");
  }

  void accuracy_data() {
    QTest::addColumn<int>("fn");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("most_ulps");
    using ng::kernel::Fn;
    QTest::newRow("exp") << int(Fn::exp) << -86.0 << 88.0 << 2.0;
    QTest::newRow("exp of denormals") << int(Fn::exp) << -103.0 << -87.0 << 2.0;
    QTest::newRow("log") << int(Fn::log) << 1e-6 << 1e6 << 2.0;
    QTest::newRow("log near one") << int(Fn::log) << 0.5 << 2.0 << 4.0;
    QTest::newRow("tanh") << int(Fn::tanh) << -9.0 << 9.0 << 4.0;
    QTest::newRow("sigmoid") << int(Fn::sigmoid) << -80.0 << 30.0 << 4.0;
    QTest::newRow("sigmoid of denormals") << int(Fn::sigmoid) << -88.7 << -86.0 << 4.0;
    QTest::newRow("sin") << int(Fn::sin) << -3.1 << 3.1 << 2.0;
    QTest::newRow("cos") << int(Fn::cos) << -1.55 << 1.55 << 2.0;
    QTest::newRow("sin of wide angles") << int(Fn::sin) << -8000.0 << 1e4 << 64.0;
    QTest::newRow("cos of wide angles") << int(Fn::cos) << -1e4 << 8000.0 << 64.0;
    QTest::newRow("erf") << int(Fn::erf) << -4.5 << 4.5 << 2.0;
    QTest::newRow("erf near zero") << int(Fn::erf) << -1e-3 << 1e-3 << 1.0;
    QTest::newRow("floor") << int(Fn::floor) << -9.0 << 9.0 << 0.0;
    QTest::newRow("ceil") << int(Fn::ceil) << -9.0 << 9.0 << 0.0;
    QTest::newRow("round") << int(Fn::round) << -1024.75 << 1024.0 << 0.0;
    QTest::newRow("sqrt") << int(Fn::sqrt) << 0.0 << 1e6 << 1.0;
  }

  void accuracy() {
    QFETCH(int, fn);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, most_ulps);
    const auto function = static_cast<ng::kernel::Fn>(fn);
    // Not a multiple of any vector length: the remainder is scalar.
    const std::int64_t count = 4099;
    const UnaryKernel kernel(function, count);
    std::vector<float> x(count);
    for (std::int64_t i = 0; i < count; ++i) {
      x[static_cast<std::size_t>(i)] =
          static_cast<float>(low + (high - low) * static_cast<double>(i) / (count - 1));
    }
    const std::vector<float> y = kernel(x);
    double worst = 0;
    float at = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double error = ulps(y[i], ng::kernel::evaluate(function, x[i]));
      if (error > worst) at = x[i];
      worst = std::max(worst, error);
    }
    QVERIFY2(worst <= most_ulps,
             qPrintable(QString("%1 units in the last place at %2").arg(worst).arg(at)));
  }

  void specialValues() {
    using ng::kernel::Fn;
    const std::vector<float> x = {inf,   -inf,   not_a_number, 0.0f,   -0.0f,
                                  -1.0f, 1e-45f, 3e38f,        200.0f, -200.0f};
    for (Fn fn :
         {Fn::exp, Fn::log, Fn::tanh, Fn::sigmoid, Fn::sqrt, Fn::absolute, Fn::reciprocal,
          Fn::negative, Fn::sin, Fn::cos, Fn::sign, Fn::erf, Fn::floor, Fn::ceil, Fn::round}) {
      std::vector<float> wide = x;
      wide.resize(64 + x.size(), 1.0f);  // vectorized …
      // … and in the remainder
      std::copy(x.begin(), x.end(), wide.end() - static_cast<long>(x.size()));
      const std::vector<float> y = UnaryKernel(fn, static_cast<std::int64_t>(wide.size()))(wide);
      for (std::size_t i = 0; i < wide.size(); ++i) {
        const double expected = ng::kernel::evaluate(fn, wide[i]);
        QVERIFY2(ulps(y[i], expected) <= 4, qPrintable(QString("function %1 of %2 is %3, not %4")
                                                           .arg(int(fn))
                                                           .arg(wide[i])
                                                           .arg(y[i])
                                                           .arg(expected)));
        if (expected == 0) QCOMPARE(std::signbit(y[i]), std::signbit(expected));
      }
    }
  }

  // Division by a value shared by all lanes: exact, except for 1 ULP where the quotient is tiny.
  void quotientsByASharedDivisor() {
    std::vector<float> x = {inf,     -inf,    not_a_number, 0.0f,  -0.0f, 1e-45f,
                            -1e-38f, 3.4e38f, 49.0f,        -1.0f, 3.0f};
    for (int i = 0; i < 1013; ++i) {
      x.push_back(std::ldexp(1.0f + static_cast<float>(i * 7919 % 1013) / 1013, i % 200 - 100));
    }
    for (const float z : {3.0f, 49.0f, -7.7e20f, 1.1e-20f, 1e-31f, 1e31f, 0.0f, -0.0f, inf, -inf,
                          not_a_number, 1e-45f, 0.1f}) {
      const std::vector<float> y = quotients(x, z);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const float expected = x[i] / z;
        const bool tiny = std::fabs(expected) < 2e-30f;
        QVERIFY2(
            ulps(y[i], expected) <= (tiny ? 1 : 0),
            qPrintable(QString("%1 / %2 is %3, not %4").arg(x[i]).arg(z).arg(y[i]).arg(expected)));
        if (expected == 0) QCOMPARE(std::signbit(y[i]), std::signbit(expected));
      }
    }
  }

  void vectorsAndRemainderAreBitIdentical() {
    using ng::kernel::Fn;
    for (Fn fn : {Fn::exp, Fn::log, Fn::tanh, Fn::sigmoid, Fn::sin, Fn::cos, Fn::erf}) {
      const UnaryKernel kernel(fn, 16 + 5);
      std::vector<float> x(21);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.37f + 0.11f * static_cast<float>(i % 5);
      const std::vector<float> y = kernel(x);
      for (std::size_t i = 16; i < x.size(); ++i) QCOMPARE(y[i], y[i % 5]);
    }
  }
};

NGRAPH_TEST(KernelMathTest)
#include "kernel_math_test.moc"
