// SPDX-License-Identifier: Apache-2.0
// Tests compiling CUDA text to PTX where NVRTC is installed, and the reasons given for absent
// devices.
#include "engine/backends/gpu/nvrtc.h"

#include <QtTest>

#include "engine/backends/gpu/driver.h"
#include "engine/backends/kernel_text_error.h"
#include "tests/support/test_program.h"

using namespace ng;

class NvrtcTest : public QObject {
  Q_OBJECT

 private slots:
  void compiles_to_ptx() {
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
    const Ptx made = compile_ptx(
        "#line 1 \"prelude\"\n__device__ inline float square(float x) { return x * x; }\n"
        "#line 1 \"kernel.cu\"\n"
        "extern \"C\" __global__ void k0(const float* a, float* y, long n) {\n"
        "  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;\n  if (i < n)\n"
        "    y[i] = square(a[i]);\n}\n");
    QVERIFY(made.ptx.text.find(".target sm_80") != std::string::npos);
    QVERIFY(made.ptx.text.find(".entry k0") != std::string::npos);
    QVERIFY(made.ptx.text.find(".loc") == std::string::npos);
    const QStringList lines = QString::fromStdString(made.ptx.text).split('\n');
    int stores = 0;
    for (const TextLine& line : made.ptx.lines)
      stores += lines[line.text_line - 1].contains("st.global") && line.source_line == 4;
    QCOMPARE(stores, 1);
  }

  void reports_the_line_of_an_error() {
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
    try {
      compile_ptx("extern \"C\" __global__ void k0(float* y) {\n  y[0] = oops;\n}\n");
      QFAIL("compiled");
    } catch (const KernelTextError& error) {
      QVERIFY(!error.messages().empty());
      QCOMPARE(error.messages()[0].line, 2);
      QCOMPARE(error.messages()[0].file, std::string("kernel.cu"));
    }
  }

  void refuses_unknown_architectures() {
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
    QVERIFY_THROWS_EXCEPTION(Error,
                             compile_ptx("extern \"C\" __global__ void k0() {}", "compute_1"));
  }

  void gives_the_reason_for_absent_devices() {
    const GpuAvailability& gpu = gpu_availability();
    QCOMPARE(gpu.reason.empty(), gpu.available);
    if (gpu.devices.empty())
      QVERIFY(gpu.reason.find("NVIDIA driver") != std::string::npos);
    else if (!gpu.available)
      QVERIFY(gpu.reason.find(gpu.devices.front()) != std::string::npos);
  }

  void gives_the_reason_for_absent_ptx() {
    const NvrtcAvailability& nvrtc = nvrtc_availability();
    QCOMPARE(nvrtc.reason.empty(), nvrtc.available);
    QCOMPARE(nvrtc.what.empty(), !nvrtc.available);
  }
};

NGRAPH_TEST(NvrtcTest)
#include "nvrtc_test.moc"
