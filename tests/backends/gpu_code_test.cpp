// SPDX-License-Identifier: Apache-2.0
// Tests what is read from machine code of GPUs: registers, memory, occupancy and the SASS text.
// Needs no device; compiles where NVRTC is installed.
#include <QtTest>

#include "engine/backends/cuda_texts.h"
#include "engine/backends/gpu/cubin.h"
#include "engine/backends/gpu/disassembler.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "engine/records/kernel_record.h"
#include "engine/session/compile.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// `k0` keeps a tile of 1 KiB in shared memory; `k1` indexes an array of its own, 160 bytes.
const char* const source = R"(extern "C" __global__ void k0(const float* a, float* y) {
  __shared__ float tile[256];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[255 - threadIdx.x];
}
extern "C" __global__ void k1(const float* a, float* y, int n) {
  float v[40];
  for (int j = 0; j < 40; ++j) v[j] = a[j * n + threadIdx.x];
  float t = 0;
  for (int j = 0; j < n; ++j) t += v[(j * 7) % 40], v[j % 40] = t;
  y[threadIdx.x] = t + v[n % 40];
}
)";

}  // namespace

class GpuCodeTest : public QObject {
  Q_OBJECT

 private slots:
  void reads_what_kernels_use_data() {
    QTest::addColumn<QString>("architecture");
    for (const char* each : {"sm_80", "sm_90", "sm_100"}) QTest::newRow(each) << each;
  }
  void reads_what_kernels_use() {
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
    QFETCH(QString, architecture);
    const std::string cubin = compile_cubin(source, architecture.toStdString());
    const auto shared = cubin_use(cubin, "k0"), local = cubin_use(cubin, "k1");
    QVERIFY(shared && local);
    QCOMPARE(shared->shared_bytes, std::int64_t{1024});
    QCOMPARE(shared->local_bytes, std::int64_t{0});
    QVERIFY(shared->registers >= 8 && shared->registers <= 40);
    QCOMPARE(local->shared_bytes, std::int64_t{0});
    QCOMPARE(local->local_bytes, std::int64_t{160});
    QVERIFY(!cubin_use(cubin, "k2"));
  }

  void refuses_damaged_code() {
    QVERIFY_THROWS_EXCEPTION(Error, cubin_use("", "k0"));
    QVERIFY_THROWS_EXCEPTION(Error, cubin_use(std::string(4096, '\0'), "k0"));
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
    const std::string cubin = compile_cubin(source, "sm_80");
    for (std::size_t length = 0; length < cubin.size(); length += 61) {
      try {
        cubin_use(cubin.substr(0, length), "k0");
      } catch (const Error&) {
      }
    }
    for (std::size_t at = 0; at < cubin.size(); at += 37) {
      std::string damaged = cubin;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
      try {
        cubin_use(damaged, "k0");
      } catch (const Error&) {
      }
    }
  }

  // As the occupancy calculator of CUDA counts.
  void counts_occupancy() {
    QCOMPARE(*occupancy("sm_80", {32, 0, 0}, 256), 1.0);
    QCOMPARE(*occupancy("sm_80", {40, 0, 0}, 256), 0.75);        // 6 blocks: registers
    QCOMPARE(*occupancy("sm_80", {128, 0, 0}, 256), 0.25);       // 2 blocks
    QCOMPARE(*occupancy("sm_80", {32, 32 << 10, 0}, 256), 0.5);  // 4 blocks: shared memory
    QCOMPARE(*occupancy("sm_80", {16, 0, 0}, 32), 0.5);          // 32 blocks of a warp
    QCOMPARE(*occupancy("sm_86", {32, 0, 0}, 1024), 1024.0 / 1536);
    QVERIFY(!occupancy("sm_999", {32, 0, 0}, 256));
  }

  void maps_lines_of_machine_code() {
    const MappedText text = clean_sass(
        "\t.target\tsm_90\n\n\t.section\t.text.k0,\"ax\",@progbits\n        .global         k0\n"
        "k0:\n.text.k0:\n"
        "\t//## File \"/src/kernel.cu\", line 3\n"
        "        /*0000*/                   S2R R3, SR_CTAID.X ;\n"
        "\t//## File \"/src/prelude.cu\", line 9 inlined at \"/src/kernel.cu\", line 4\n"
        "        /*0090*/              @!P0 LDC.64 R6, c[0x0][0x210] ;\n.L_x_0:\n"
        "        /*00a0*/               @P1 BRA `(.L_x_0) ;\n",
        "kernel.cu");
    QCOMPARE(QString::fromStdString(text.text),
             QString(".target\tsm_90\n\nk0:\n            S2R R3, SR_CTAID.X ;\n"
                     "    @!P0    LDC.64 R6, c[0x0][0x210] ;\n.L_x_0:\n"
                     "    @P1     BRA `(.L_x_0) ;\n"));
    QCOMPARE(text.lines.size(), std::size_t{3});
    QCOMPARE(text.lines[0].source_line, 3);
    QCOMPARE(text.lines[1].source_line, 4);
    QCOMPARE(text.lines[2].source_line, 4);
  }

  void kernels_have_machine_code() {
    if (!nvrtc_availability().available) QSKIP(nvrtc_availability().reason.c_str());
    const Axis N = make_axis(1000, "N");
    const Op x = placeholder({N});
    const auto transformer = allocate_transformer("cpu");
    const auto softmax_of = transformer->computation(softmax(x, {N}), x);
    const KernelRecord kernel = kernel_texts(softmax_of.compilation(), "k0");
    QVERIFY(kernel.gpu_use);
    QCOMPARE(kernel.gpu_use->architecture, shown_architecture());
    QVERIFY(kernel.gpu_use->registers > 8);
    QVERIFY(kernel.gpu_use->occupancy > 0.1);
    if (disassembler_availability().path.empty()) {
      QVERIFY(kernel.sass.text.empty());
      QVERIFY(kernel.sass.absent.find("nvdisasm") != std::string::npos);
      QSKIP(disassembler_availability().reason.c_str());
    }
    QVERIFY(kernel.sass.text.find("EXIT") != std::string::npos);
    QVERIFY(!kernel.sass.lines.empty());
  }
};

NGRAPH_TEST(GpuCodeTest)
#include "gpu_code_test.moc"
