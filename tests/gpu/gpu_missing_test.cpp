// SPDX-License-Identifier: Apache-2.0
// Tests machines that lack the driver, NVRTC, cuBLAS or NCCL, one of them for each run
// (NGRAPH_LACKS): the gpu transformer says what is missing, and the cpu transformer works.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/transformer_info.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// What the error about `run` says.
QString error_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    return QString("%1 %2").arg(int(error.kind())).arg(error.what());
  }
  return "no error";
}

}  // namespace

class GpuMissingTest : public QObject {
  Q_OBJECT

 private slots:
  // A folder with the emulator's libraries, except the missing one.
  void initTestCase() {
    lacks_ = qEnvironmentVariable("NGRAPH_LACKS", "libcuda.so.1");
    const QString emulator = qEnvironmentVariable("NGRAPH_CUDA_LIBRARIES");
    for (const char* name : {"libcuda.so.1", "libnvrtc.so.13", "libcublas.so.13", "libnccl.so.2"}) {
      QVERIFY(QFile::exists(emulator + "/" + name));
      if (lacks_ != name) QVERIFY(QFile::link(emulator + "/" + name, folder_.filePath(name)));
    }
    qputenv("NGRAPH_CUDA_LIBRARIES", folder_.path().toLocal8Bit());
  }

  void says_what_is_missing() {
    const bool usable = lacks_.startsWith("libcublas") || lacks_.startsWith("libnccl");
    const auto choices = transformer_choices();
    QCOMPARE(std::find(choices.begin(), choices.end(), "gpu") != choices.end(), usable);
    for (const TransformerInfo& info : all_transformers()) {
      if (info.name != "gpu" || !usable) continue;
      const bool exchanges = QString::fromStdString(info.availability.what).contains("by NCCL");
      const bool refused =
          QString::fromStdString(info.availability.reason).contains("through the host: no NCCL");
      QCOMPARE(exchanges, !lacks_.startsWith("libnccl"));
      QCOMPARE(refused, lacks_.startsWith("libnccl"));
    }
    if (usable) return;
    const QString expected = lacks_.startsWith("libcuda") ? "no NVIDIA driver" : "no NVRTC";
    const QString found = error_of([] { allocate_transformer("gpu"); });
    QVERIFY2(found.contains(expected), qPrintable(found));
    QVERIFY(found.startsWith(QString::number(int(ErrorKind::unavailable))));
  }

  // Kernels run without cuBLAS, those of small matmuls too; a large matmul is refused when it is
  // compiled.
  void kernels_need_no_cublas() {
    if (!lacks_.startsWith("libcublas")) return;
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Axis n = make_axis(8, "N"), h = make_axis(64, "H");
    const Axis few = make_axis(64, "C"), many = make_axis(2048, "C");
    const Op x = placeholder(Axes{few, n}), w = placeholder(Axes{h, few});
    QCOMPARE(transformer
                 ->computation(sum(dot(w, x) + 1.0, out_axes(Axes())), w, x)(
                     Tensor(DType::f32, {64, 64}), Tensor(DType::f32, {64, 8}))
                 .item(),
             512.0);
    const Op y = placeholder(Axes{many, n}), v = placeholder(Axes{h, many});
    const QString found = error_of([&] { transformer->computation(dot(v, y), v, y); });
    QVERIFY2(found.contains("libcublas"), qPrintable(found));
  }

  void the_cpu_works() {
    const Axis c = make_axis(2, "C");
    const Op x = placeholder(c);
    QCOMPARE(allocate_transformer("cpu")->computation(x + 1.0, x)(Tensor{1, 2})[0].values(),
             (std::vector<double>{2, 3}));
  }

 private:
  QTemporaryDir folder_;
  QString lacks_;
};

NGRAPH_TEST(GpuMissingTest)
#include "gpu_missing_test.moc"
