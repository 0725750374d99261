// SPDX-License-Identifier: Apache-2.0
// Tests failures of the gpu transformer on the CUDA emulator: wherever the driver, NVRTC or cuBLAS
// fails, nothing leaks, the error says what happened, and the cpu transformer keeps working.
#include <QtTest>
#include <thread>

#include "engine/backends/gpu/cuda_device.h"
#include "tests/emulator/emulator.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis C = make_axis(40, "C"), H = make_axis(50, "H"), N = make_axis(30, "N");

Tensor counted_over(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, 0.01 * static_cast<double>(i % 7));
  return tensor;
}

// A matmul by cuBLAS, kernels, state, a loop and a lookup.
std::vector<double> train(const std::string& name) {
  const Op x = placeholder(Axes{C, N}), index = placeholder(N);
  const Op w = variable(Axes{H, C}, counted_over({H, C})), table = variable(Axes{C, H}, 0.5);
  const Op hidden = tanh(dot(w, x));
  const Op rows = lookuptable(table, index, Axes{N, H});
  const Op cost = sum(hidden, out_axes(Axes())) + sum(rows, out_axes(Axes()));
  const ScanResult loop = scan(N, {w}, {index}, [](const auto& states, const auto& elements) {
    return ScanStep{{states[0] * 0.5 + elements[0]}, {}};
  });
  const TransformerPtr transformer = allocate_transformer(name);
  const Computation f = transformer->computation(
      {cost, sum(loop.states[0], out_axes(Axes())), assign(w, w - deriv(cost, w) * 0.1)}, x, index);
  const Results results = f(counted_over({C, N}), counted_over({N}));
  return {results[0].item(), results[1].item(), transformer->value(w)->at(5)};
}

}  // namespace

class GpuFaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(static_cast<bool>(control_));
    qputenv("NGRAPH_CACHE_DIR", "off");
    qputenv("NGRAPH_EMULATOR_MEMORY", "67108864");
    expected_ = train("reference");
  }
  void cleanup() {
    control_.fail("*", 0, 0);
    control_.complaint();
    qunsetenv("NGRAPH_CUDA_GRAPHS");
    CudaDevice::close_idle();
    QCOMPARE(control_.live(), std::string());
  }

  void runs_without_faults() {
    const std::vector<double> found = train("gpu");
    QCOMPARE(difference(found, expected_, 1e-5, 1e-5), QString());
  }

  // The error codes of the driver: out of memory, an illegal access, an unknown error.
  void every_call_fails_in_turn_data() {
    QTest::addColumn<int>("result");
    QTest::addColumn<QByteArray>("graphs");
    for (const int result : {2, 700, 999}) QTest::addRow("%d", result) << result << QByteArray();
    QTest::addRow("999, graphs") << 999 << QByteArray("first");
  }
  void every_call_fails_in_turn() {
    QFETCH(int, result);
    QFETCH(QByteArray, graphs);
    qputenv("NGRAPH_CUDA_GRAPHS", graphs);
    CudaDevice::close_idle();
    const int before = control_.calls("*");
    train("gpu");
    const int calls = control_.calls("*") - before;
    QVERIFY(calls > 60);
    int failed = 0, runs = 0;
    for (int nth = 1; nth <= calls; nth += result == 999 && graphs.isEmpty() ? 1 : 3) {
      control_.fail("*", nth, result);
      ++runs;
      try {
        const std::vector<double> found = train("gpu");
        QCOMPARE(difference(found, expected_, 1e-5, 1e-5), QString());
      } catch (const Error& error) {
        ++failed;
        QVERIFY2(std::string(error.what()).size() > 20, error.what());
        QVERIFY2(error.kind() != ErrorKind::internal, error.what());
      }
      control_.fail("*", 0, 0);
      CudaDevice::close_idle();
      const QString at = QString("after call %1 failed: %2").arg(nth).arg(control_.live().c_str());
      QVERIFY2(control_.live().empty(), qPrintable(at));
    }
    QVERIFY(failed > runs / 4);
    QCOMPARE(difference(train("cpu"), expected_, 1e-5, 1e-5), QString());
    QCOMPARE(difference(train("gpu"), expected_, 1e-5, 1e-5), QString());
  }

  // With a new constant, so that no kernel is in a cache.
  void nvrtc_fails_data() {
    QTest::addColumn<QByteArray>("entry");
    for (const char* entry : {"nvrtcCreateProgram", "nvrtcCompileProgram", "nvrtcGetCUBINSize",
                              "nvrtcGetCUBIN", "nvrtcDestroyProgram", "cuModuleLoadData"})
      QTest::addRow("%s", entry) << QByteArray(entry);
  }
  void nvrtc_fails() {
    QFETCH(QByteArray, entry);
    static double constant = 0.123;
    const Op x = placeholder(C);
    const Op y = x * (constant += 0.5);
    const TransformerPtr transformer = allocate_transformer("gpu");
    control_.fail(entry.toStdString(), 1, 1);
    if (entry == "nvrtcDestroyProgram") {
      transformer->computation(y, x);
    } else {
      QVERIFY_THROWS_EXCEPTION(Error, transformer->computation(y, x));
    }
    QCOMPARE(transformer->computation(y, x)(counted_over({C}))[0].shape, Shape{40});
  }

  void out_of_memory_names_the_sizes() {
    const Axis large = make_axis(1 << 25, "LARGE");
    const Op x = variable(large, 0.0);
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation all = transformer->computation(sum(x, out_axes(Axes())));
    for (int i = 0; i < 2; ++i) {
      try {
        all();
        QFAIL("it ran");
      } catch (const Error& error) {
        const QString text = error.what();
        QVERIFY2(text.contains("no memory") && text.contains("134217728"), error.what());
        QVERIFY2(text.contains("needs 128.0 MiB"), error.what());
      }
    }
    QCOMPARE(transformer->value(x)->at(5), 0.0);  // the initial value, without memory
    const Axis c = make_axis(2, "C");
    const Op y = placeholder(c);
    QCOMPARE(transformer->computation(y + 1.0, y)(Tensor{1, 2})[0].values(),
             (std::vector<double>{2, 3}));
  }

  // Checked before anything is written; the transformer stays usable.
  void an_index_out_of_range() {
    const Op table = variable(Axes{C, H}, 1.0), index = placeholder(N);
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation look = transformer->computation(
        {lookuptable(table, index, Axes{N, H}), assign(table, table + 1.0)}, index);
    Tensor indices = counted_over({N});
    indices.set(3, 40);
    indices.set(9, -2);
    try {
      look(indices);
      QFAIL("it ran");
    } catch (const Error& error) {
      QCOMPARE(int(error.kind()), int(ErrorKind::index));
      QVERIFY2(QString(error.what()).contains("40"), error.what());
    }
    QCOMPARE(transformer->value(table)->at(0), 1.0);
    look(counted_over({N}));
    QCOMPARE(transformer->value(table)->at(0), 2.0);
  }

  void threads_share_the_device() {
    std::vector<std::thread> threads;
    std::vector<std::vector<double>> found(4);
    for (std::size_t i = 0; i < 4; ++i) {
      threads.emplace_back([&found, i] { found[i] = train("gpu"); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& values : found) QCOMPARE(difference(values, expected_, 1e-5, 1e-5), QString());
  }

 private:
  emulator::Control control_;
  std::vector<double> expected_;
};

NGRAPH_TEST(GpuFaultsTest)
#include "gpu_faults_test.moc"
