// SPDX-License-Identifier: Apache-2.0
// Tests that the emulator fails kernels whose threads race, read what their block did not write or
// leave an array, and passes those that barriers order; in every order of threads.
#include <QtTest>

#include "engine/backends/cpu/compiler/jit.h"
#include "tests/emulator/emulator.h"
#include "tests/emulator/session.h"
#include "tests/support/test_program.h"

using namespace ng;
using emulator::Session;

namespace {

struct Case {
  const char* name;
  const char* text;       // of k(float* y), run on 2 blocks of 64 threads and 200 elements
  const char* complaint;  // a part of it; empty: the kernel is right
};

#define KERNEL(...) \
  "extern \"C\" __global__ void k(float* y) { const int t = threadIdx.x; " #__VA_ARGS__ "}"

constexpr Case cases[] = {
    {"a missing barrier",
     KERNEL(__shared__ float v[64]; v[t] = y[t]; y[64 + t + 64 * blockIdx.x] = v[63 - t];),
     "shared array v, byte"},
    {"a barrier between write and read",
     KERNEL(__shared__ float v[64]; v[t] = y[t]; __syncthreads();
            y[64 + t + 64 * blockIdx.x] = v[63 - t];),
     ""},
    {"a missing barrier before the next write",
     KERNEL(__shared__ float v[64]; for (int i = 0; i < 2; ++i) {
       v[t] = (float)i;
       __syncthreads();
       if (i == 1) y[64 + t + 64 * blockIdx.x] = v[63 - t];
       if (i == 0) y[64 + t + 64 * blockIdx.x] = v[t ^ 32];
     }),
     "without a barrier between them"},
    {"two threads write one shared element",
     KERNEL(__shared__ float v[64]; v[t / 2] = 1.0f; __syncthreads();
            y[64 + t + 64 * blockIdx.x] = v[t / 2];),
     "wrote without a barrier between them"},
    {"two threads of a block write one element", KERNEL(if (blockIdx.x == 0) y[t / 2] = 1.0f;),
     "argument 0, byte"},
    {"two blocks write one element", KERNEL(y[t] = (float)blockIdx.x;), "of another block wrote"},
    {"a block reads what another one writes",
     KERNEL(if (blockIdx.x == 0) y[t] = 1.0f; else y[64 + t] = y[t];), "of another block"},
    {"a block writes what another one reads",
     KERNEL(if (blockIdx.x == 1) y[t] = 1.0f; else y[64 + t] = y[t];), "of another block"},
    {"a barrier does not order blocks",
     KERNEL(if (blockIdx.x == 0) y[t] = 1.0f; __syncthreads();
            if (blockIdx.x == 1) y[64 + t] = y[t];),
     "of another block"},
    {"blocks read the same elements", KERNEL(y[64 + t + 64 * blockIdx.x] = y[t] + y[0];), ""},
    {"atomic additions by all threads",
     KERNEL(atomicAdd(&y[0], 1.0f); y[64 + t + 64 * blockIdx.x] = 0;), ""},
    {"an atomic addition and a plain read",
     KERNEL(atomicAdd(&y[0], 1.0f); y[64 + t + 64 * blockIdx.x] = y[0];), "argument 0, byte 0"},
    {"lanes ordered by __syncwarp",
     KERNEL(__shared__ float v[64]; v[t] = y[t]; __syncwarp();
            y[64 + t + 64 * blockIdx.x] = v[t ^ 1];),
     ""},
    {"__syncwarp does not order warps",
     KERNEL(__shared__ float v[64]; v[t] = y[t]; __syncwarp();
            y[64 + t + 64 * blockIdx.x] = v[t ^ 32];),
     "shared array v, byte"},
    {"a shuffle does not order memory",
     KERNEL(__shared__ float v[64]; v[t] = y[t]; __shfl_xor_sync(0xffffffffu, 1.0f, 1);
            y[64 + t + 64 * blockIdx.x] = v[t ^ 1];),
     "without a barrier between them"},
    {"neighbouring bytes of several threads",
     KERNEL(__shared__ unsigned char v[64]; v[t] = (unsigned char)t; __syncthreads();
            y[64 + t + 64 * blockIdx.x] = (float)v[63 - t];),
     ""},
    {"shared memory that no thread wrote",
     KERNEL(__shared__ float v[64]; if (t < 32) v[t] = 1.0f; __syncthreads();
            y[64 + t + 64 * blockIdx.x] = v[t];),
     "its block did not write"},
    {"shared memory of the block before",
     KERNEL(__shared__ float v[64]; if (blockIdx.x == 0) v[t] = 1.0f; __syncthreads();
            y[64 + t + 64 * blockIdx.x] = v[t];),
     "its block did not write"},
    {"an index past a shared array",
     KERNEL(__shared__ float v[64]; v[t + 1] = 1.0f; __syncthreads();
            y[64 + t + 64 * blockIdx.x] = 0;),
     "of a shorter array"},
    {"a pointer past a shared array",
     KERNEL(__shared__ float v[64]; __shared__ float w[64]; float* p = v + t; w[t] = 0; p[1] = 1.0f;
            __syncthreads(); y[64 + t + 64 * blockIdx.x] = v[63] + w[0];),
     "outside of an array"},
    {"an index past a local array",
     KERNEL(float v[4]; for (int i = 0; i < 4; ++i) v[i] = y[i];
            y[64 + t + 64 * blockIdx.x] = v[t / 12];),
     "of a shorter array"},
    {"a read just past an allocation", KERNEL(y[64 + t + 64 * blockIdx.x] = y[200 + t % 2];),
     "outside of its memory"},
    {"a read just before an allocation", KERNEL(y[64 + t + 64 * blockIdx.x] = y[-1 - t];),
     "touched"}};

}  // namespace

class MemoryChecksTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY2(static_cast<bool>(control_), "NGRAPH_CUDA_LIBRARIES must name the emulator's folder");
    if (jit_availability().what != "clang in process")
      QSKIP("kernels are compiled without checks, because the Clang plugin is missing");
  }
  void cleanup() {
    qunsetenv("NGRAPH_EMULATOR_ORDER");
    control_.complaint();
    QCOMPARE(control_.live(), std::string());
  }

  void kernels_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("order");
    for (int i = 0; i < static_cast<int>(std::size(cases)); ++i) {
      for (const char* order : {"", "reverse", "shuffled"})
        QTest::addRow("%s %s", cases[i].name, order) << i << QByteArray(order);
    }
  }
  void kernels() {
    QFETCH(int, number);
    QFETCH(QByteArray, order);
    const Case& c = cases[number];
    qputenv("NGRAPH_EMULATOR_ORDER", order);
    Session session;
    const cuda::Address y = session.array(std::vector<float>(200, 3));
    const cuda::Result result = session.run(session.kernel(c.text), 2, 64, y);
    const std::string complaint = control_.complaint();
    QVERIFY2((result == 0) == (*c.complaint == 0), complaint.c_str());
    QVERIFY2(complaint.find(c.complaint) != std::string::npos, complaint.c_str());
    if (*c.complaint != 0) QVERIFY2(complaint.starts_with("k: thread "), complaint.c_str());
  }

  // The same kernel twice in a stream: launches are ordered.
  void launches_are_ordered() {
    Session session;
    const cuda::Function kernel = session.kernel(
        KERNEL(y[t + 64 * blockIdx.x] =
                   y[(t + 64 * blockIdx.x + 1) % 192 == 0 ? 0 : t + 64 * blockIdx.x];));
    const cuda::Address y = session.array(std::vector<float>(192, 3));
    for (int i = 0; i < 3; ++i) QCOMPARE(session.run(kernel, 2, 64, y), 0);
    QCOMPARE(control_.complaint(), std::string());
  }

  // Functions of the prelude have arrays of their own, and kernels arrays with numbers.
  void arrays_are_named() {
    const char* text =
        "template <class T> static T f(T x) { __shared__ T parts[64]; parts[threadIdx.x] = x; "
        "return parts[63 - threadIdx.x]; }\n"
        "extern \"C\" __global__ void k(float* y) { __shared__ float tile1[64]; "
        "tile1[threadIdx.x] = 1.0f; __syncthreads(); y[threadIdx.x] = %1; }";
    for (const auto& [value, name] :
         {std::pair("f(tile1[0])", "shared array parts, byte "),
          std::pair("(tile1[threadIdx.x] = 2.0f) + tile1[63 - threadIdx.x]",
                    "shared array tile1, byte ")}) {
      Session session;
      const cuda::Address y = session.array(std::vector<float>(64, 3));
      const std::string source = QString(text).arg(value).toStdString();
      QCOMPARE(session.run(session.kernel(source), 1, 64, y), 719);
      const std::string complaint = control_.complaint();
      QVERIFY2(complaint.find(name) != std::string::npos, complaint.c_str());
    }
  }

  // An unset element of a local array is no number, as one of shared memory is.
  void local_arrays_begin_as_nan() {
    Session session;
    const cuda::Function kernel = session.kernel(
        KERNEL(float v[4]; if (t > 100) v[t % 4] = 1.0f; y[t + 64 * blockIdx.x] = v[t % 4];));
    const cuda::Address y = session.array(std::vector<float>(192, 3));
    QCOMPARE(session.run(kernel, 2, 64, y), 0);
    for (const float value : session.values(y, 128)) QVERIFY(std::isnan(value));
  }

 private:
  emulator::Control control_;
};

NGRAPH_TEST(MemoryChecksTest)
#include "memory_checks_test.moc"
