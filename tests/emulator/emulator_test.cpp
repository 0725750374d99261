// SPDX-License-Identifier: Apache-2.0
// Tests the CUDA emulator through its entry points: what kernels compute, and that programs which
// misuse device memory, barriers or streams fail.
#include "tests/emulator/emulator.h"

#include <fcntl.h>
#include <unistd.h>

#include <QtTest>
#include <cmath>
#include <cstring>

#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/kernel_text_error.h"
#include "tests/emulator/session.h"
#include "tests/support/test_program.h"

using namespace ng;
using emulator::driver;
using emulator::Session;

namespace {

constexpr const char* add_text = R"(
extern "C" __global__ void k(const float* a, float* y, long n) {
  const long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = a[i] + 1.0f;
}
)";

}  // namespace

class EmulatorTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY2(static_cast<bool>(control_), "NGRAPH_CUDA_LIBRARIES must name the emulator's folder");
    QVERIFY2(cuda_driver().problem.empty(), cuda_driver().problem.c_str());
  }
  void init() {
    control_.fail("*", 0, 0);
    control_.complaint();
  }
  void cleanup() { QCOMPARE(control_.live(), std::string()); }

  void runs_a_kernel() {
    Session session;
    const cuda::Address a = session.array({1, 2, 3, 4, 5});
    const cuda::Address y = session.array({0, 0, 0, 0, 9});
    QCOMPARE(session.run(session.kernel(add_text), 2, 32, a, y, 4L), 0);
    QCOMPARE(session.values(y, 5), (std::vector<float>{2, 3, 4, 5, 9}));
    QCOMPARE(control_.complaint(), std::string());
  }

  void fresh_memory_is_not_a_number() {
    Session session;
    for (const float value : session.values(session.allocate(64), 16)) QVERIFY(std::isnan(value));
  }

  // The kernel of the operating system reports an address that this process cannot read.
  void the_host_cannot_touch_device_memory() {
    Session session;
    const cuda::Address a = session.array({1, 2});
    const int file = open("/dev/null", O_WRONLY);
    int ends[2];
    QCOMPARE(pipe(ends), 0);
    errno = 0;
    QCOMPARE(write(ends[1], reinterpret_cast<const void*>(a), 4), ssize_t{-1});
    QCOMPARE(errno, EFAULT);
    for (const int each : {file, ends[0], ends[1]}) close(each);
  }

  void host_memory_is_no_argument_of_a_kernel() {
    Session session;
    std::vector<float> host(4);
    const cuda::Address y = session.array({0, 0, 0, 0});
    QCOMPARE(session.run(session.kernel(add_text), 1, 32, host.data(), y, 4L), 700);
    QCOMPARE(control_.complaint(), std::string("k: argument 0 is not device memory"));
  }

  void copies_stay_in_their_memory() {
    Session session;
    std::vector<float> host(8);
    const cuda::Address a = session.array({1, 2, 3, 4});
    QVERIFY(driver().copy_in(a, host.data(), 20, session.stream) != 0);
    QVERIFY(driver().copy_out(host.data(), a + 8, 12, session.stream) != 0);
    QVERIFY(driver().copy_out(reinterpret_cast<void*>(a), a, 4, session.stream) != 0);
    QVERIFY(control_.complaint().find("leaves its device memory") != std::string::npos);
  }

  // The fault ends all later work until the context is destroyed.
  void a_kernel_that_leaves_its_memory_faults() {
    {
      Session session;
      const cuda::Address a = session.array(std::vector<float>(64));
      const cuda::Function kernel = session.kernel(add_text);
      QCOMPARE(session.run(kernel, 40, 128, a, a, 5000L), 700);
      QVERIFY(control_.complaint().find("touched address") != std::string::npos);
      QCOMPARE(session.run(kernel, 1, 32, a, a, 4L), 700);
    }
    runs_a_kernel();
  }

  void a_write_just_past_the_end_is_seen() {
    Session session;
    const cuda::Address a = session.array({1, 2, 3, 4}), y = session.array({0, 0, 0});
    QCOMPARE(session.run(session.kernel(add_text), 1, 32, a, y, 4L), 700);
    QVERIFY(control_.complaint().find("outside of its memory") != std::string::npos);
  }

  void work_waits_in_its_stream() {
    Session session;
    void* pinned = nullptr;
    QCOMPARE(driver().host_allocate(&pinned, 8), 0);
    auto* values = static_cast<float*>(pinned);
    const cuda::Address a = session.allocate(8);
    values[0] = values[1] = 1;
    driver().copy_in(a, values, 8, session.stream);
    values[1] = 2;
    driver().stream_synchronize(session.stream);
    values[0] = values[1] = 0;
    driver().copy_out(values, a, 8, session.stream);
    QCOMPARE(values[1], 0.0f);
    driver().stream_synchronize(session.stream);
    QCOMPARE(values[0], 1.0f);
    QCOMPARE(values[1], 2.0f);
    QCOMPARE(driver().host_free(pinned), 0);
  }

  void streams_wait_for_events() {
    Session session;
    cuda::Stream other = nullptr;
    cuda::Event event = nullptr;
    driver().stream_create(&other, cuda::non_blocking);
    driver().event_create(&event, 0);
    const cuda::Address a = session.array({1, 1}), y = session.array({0, 0});
    long n = 2;
    const cuda::Function kernel = session.kernel(add_text);
    cuda::Address first = a, second = y;
    void* arguments[] = {&first, &second, &n};
    driver().launch_kernel(kernel, 1, 1, 1, 32, 1, 1, 0, other, arguments, nullptr);
    driver().event_record(event, other);
    driver().stream_wait_event(session.stream, event, 0);
    QCOMPARE(session.values(y, 2), (std::vector<float>{2, 2}));
    driver().event_destroy(event);
    driver().stream_destroy(other);
  }

  void threads_meet_at_barriers() {
    Session session;
    const char* text = R"(
extern "C" __global__ void k(const float* a, float* y) {
  __shared__ float values[64];
  const int i = threadIdx.x;
  values[i] = a[blockIdx.x * 64 + i];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (i < half) values[i] += values[i + half];
    __syncthreads();
  }
  if (i == 0) y[blockIdx.x] = values[0];
}
)";
    std::vector<float> values(128);
    for (std::size_t i = 0; i < 128; ++i) values[i] = static_cast<float>(i);
    const cuda::Address a = session.array(values), y = session.array({0, 0});
    const cuda::Function kernel = session.kernel(text);
    for (const char* order : {"", "reverse", "shuffled"}) {
      qputenv("NGRAPH_EMULATOR_ORDER", order);
      QCOMPARE(session.run(kernel, 2, 64, a, y), 0);
      QCOMPARE(session.values(y, 2), (std::vector<float>{2016, 6112}));
    }
    qunsetenv("NGRAPH_EMULATOR_ORDER");
  }

  void a_barrier_that_some_threads_miss_fails() {
    Session session;
    const cuda::Function kernel = session.kernel(R"(
extern "C" __global__ void k(float* y) {
  if (threadIdx.x < 5) return;
  __syncthreads();
  y[threadIdx.x] = 1;
}
)");
    const cuda::Address y = session.array(std::vector<float>(32));
    QCOMPARE(session.run(kernel, 1, 32, y), 719);
    QVERIFY(control_.complaint().find("barrier") != std::string::npos);
  }

  void lanes_exchange_values() {
    Session session;
    const cuda::Function kernel = session.kernel(R"(
extern "C" __global__ void k(const float* a, float* y) {
  float x = a[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffffu, x, d);
  const unsigned votes = __ballot_sync(0xffffffffu, a[threadIdx.x] > 5.0f);
  const float last = __shfl_sync(0xffffffffu, a[threadIdx.x], 31);
  const float next = __shfl_down_sync(0xffffffffu, a[threadIdx.x], 1);
  if (threadIdx.x == 0) { y[0] = x; y[1] = (float)(votes >> 6 & 1); y[2] = (float)(votes >> 5 & 1); }
  if (threadIdx.x == 32) { y[3] = x; y[4] = last; y[5] = next; }
}
)");
    std::vector<float> values(64);
    for (std::size_t i = 0; i < 64; ++i) values[i] = static_cast<float>(i);
    const cuda::Address a = session.array(values), y = session.array(std::vector<float>(6));
    QCOMPARE(session.run(kernel, 1, 64, a, y), 0);
    QCOMPARE(session.values(y, 6), (std::vector<float>{496, 1, 0, 1520, 63, 33}));
  }

  void graphs_run_again() {
    Session session;
    const cuda::Address a = session.array({1, 2});
    long n = 2;
    const cuda::Function kernel = session.kernel(add_text);
    cuda::Address place = a;
    void* arguments[] = {&place, &place, &n};
    cuda::Graph graph = nullptr;
    cuda::GraphExec executable = nullptr;
    driver().stream_synchronize(session.stream);
    QCOMPARE(driver().stream_begin_capture(session.stream, cuda::capture_thread_local), 0);
    driver().launch_kernel(kernel, 1, 1, 1, 32, 1, 1, 0, session.stream, arguments, nullptr);
    QCOMPARE(driver().stream_synchronize(session.stream), 900);
    QCOMPARE(driver().stream_end_capture(session.stream, &graph), 0);
    QCOMPARE(session.values(a, 2), (std::vector<float>{1, 2}));
    QCOMPARE(driver().graph_instantiate(&executable, graph, 0), 0);
    for (int i = 0; i < 3; ++i) QCOMPARE(driver().graph_launch(executable, session.stream), 0);
    QCOMPARE(session.values(a, 2), (std::vector<float>{4, 5}));
    driver().graph_exec_destroy(executable);
    driver().graph_destroy(graph);
  }

  // y = a + 1 on another stream, then a = y + 1 on the capturing one. Without the second wait the
  // graph runs a = y + 1 first, and its capture is refused.
  void captures_follow_events() {
    Session session;
    const cuda::Function kernel = session.kernel(add_text);
    const cuda::Address a = session.array({1, 2}), y = session.array({0, 0});
    cuda::Stream other = nullptr;
    cuda::Event begun = nullptr, done = nullptr;
    driver().stream_create(&other, cuda::non_blocking);
    driver().event_create(&begun, cuda::without_timing);
    driver().event_create(&done, cuda::without_timing);
    const auto capture = [&](bool waits, cuda::Graph& graph) {
      driver().stream_begin_capture(session.stream, cuda::capture_thread_local);
      driver().event_record(begun, session.stream);
      driver().stream_wait_event(other, begun, 0);
      session.launch(other, kernel, a, y, 2L);
      driver().event_record(done, other);
      if (waits) driver().stream_wait_event(session.stream, done, 0);
      session.launch(session.stream, kernel, y, a, 2L);
      return driver().stream_end_capture(session.stream, &graph);
    };
    cuda::Graph graph = nullptr;
    cuda::GraphExec executable = nullptr;
    QCOMPARE(capture(false, graph), 904);
    QVERIFY(control_.complaint().find("not joined") != std::string::npos);
    QCOMPARE(capture(true, graph), 0);
    QCOMPARE(driver().graph_instantiate(&executable, graph, 0), 0);
    QCOMPARE(driver().graph_launch(executable, session.stream), 0);
    QCOMPARE(session.values(a, 2), (std::vector<float>{3, 4}));
    driver().graph_exec_destroy(executable);
    driver().graph_destroy(graph);
    driver().event_destroy(begun);
    driver().event_destroy(done);
    driver().stream_destroy(other);
  }

  // Both kernels read and write `a`, on streams that do not wait for each other.
  void work_without_a_dependency_runs_in_another_order() {
    Session session;
    const cuda::Function kernel = session.kernel(add_text);
    const cuda::Address a = session.array({1, 2}), y = session.array({0, 0});
    cuda::Stream other = nullptr;
    cuda::Event begun = nullptr, done = nullptr;
    driver().stream_create(&other, cuda::non_blocking);
    driver().event_create(&begun, 0);
    driver().event_create(&done, 0);
    driver().stream_begin_capture(session.stream, cuda::capture_thread_local);
    driver().event_record(begun, session.stream);
    driver().stream_wait_event(other, begun, 0);
    session.launch(session.stream, kernel, a, a, 2L);
    session.launch(other, kernel, a, y, 2L);
    driver().event_record(done, other);
    driver().stream_wait_event(session.stream, done, 0);
    cuda::Graph graph = nullptr;
    cuda::GraphExec executable = nullptr;
    QCOMPARE(driver().stream_end_capture(session.stream, &graph), 0);
    QCOMPARE(driver().graph_instantiate(&executable, graph, 0), 0);
    QCOMPARE(driver().graph_launch(executable, session.stream), 0);
    QCOMPARE(session.values(y, 2), (std::vector<float>{2, 3}));  // of the old a
    driver().graph_exec_destroy(executable);
    driver().graph_destroy(graph);
    driver().event_destroy(begun);
    driver().event_destroy(done);
    driver().stream_destroy(other);
  }

  void held_work_does_not_end() {
    Session session;
    const cuda::Function kernel = session.kernel(add_text);
    const cuda::Address a = session.array({1, 2});
    QCOMPARE(driver().stream_synchronize(session.stream), 0);
    QCOMPARE(driver().stream_query(session.stream), 0);
    control_.hold(true);
    session.launch(session.stream, kernel, a, a, 2L);
    for (int i = 0; i < 3; ++i) QCOMPARE(driver().stream_query(session.stream), cuda::not_ready);
    QVERIFY(driver().stream_synchronize(session.stream) != 0);
    QVERIFY(control_.complaint().find("does not end") != std::string::npos);
    control_.hold(false);
    QCOMPARE(driver().stream_query(session.stream), cuda::not_ready);
    QCOMPARE(driver().stream_query(session.stream), 0);
    QCOMPARE(session.values(a, 2), (std::vector<float>{2, 3}));
  }

  // Column-major: C (2 x 2) = A (2 x 3) B (3 x 2), plain and with A transposed.
  void multiplies_matrices() {
    QVERIFY2(cuda_blas().problem.empty(), cuda_blas().problem.c_str());
    const cuda::Blas& blas = cuda_blas().functions;
    Session session;
    const cuda::Address a = session.array({1, 2, 3, 4, 5, 6}),
                        b = session.array({1, 0, 2, 0, 1, 1});
    const cuda::Address c = session.array({10, 10, 10, 10});
    const auto at = [](cuda::Address address) { return reinterpret_cast<float*>(address); };
    cuda::BlasHandle handle = nullptr;
    QCOMPARE(blas.create(&handle), 0);
    blas.set_stream(handle, session.stream);
    const float one = 1, half = 0.5f;
    QCOMPARE(blas.sgemm(handle, 0, 0, 2, 2, 3, &one, at(a), 2, at(b), 3, &half, at(c), 2), 0);
    QCOMPARE(session.values(c, 4), (std::vector<float>{16, 19, 13, 15}));
    const float none = 0;
    QCOMPARE(blas.sgemm(handle, 1, 0, 2, 2, 3, &one, at(a), 3, at(b), 3, &none, at(c), 2), 0);
    QCOMPARE(session.values(c, 4), (std::vector<float>{7, 16, 5, 11}));
    QVERIFY(blas.sgemm(handle, 1, 0, 2, 2, 3, &one, at(a), 2, at(b), 3, &none, at(c), 2) != 0);
    QCOMPARE(blas.destroy(handle), 0);
  }

  void memory_is_limited() {
    Session session;
    cuda::Address address = 0;
    QCOMPARE(driver().memory_allocate(&address, std::size_t{1} << 40), cuda::out_of_memory);
  }

  void devices_have_their_own_memory() {
    Session session;
    const cuda::Address a = session.array({1, 2, 3, 4});
    Session other(1);
    const cuda::Address y = other.array({0, 0, 0, 0});
    QCOMPARE(other.run(other.kernel(add_text), 1, 32, a, y, 4L), 700);
  }

  void any_call_can_fail() {
    Session session;
    cuda::Address address = 0;
    control_.fail("cuMemAlloc_v2", 2, 2);
    session.allocate(8);
    QCOMPARE(driver().memory_allocate(&address, 8), 2);
    session.allocate(8);
    control_.fail("*", 1, 999);
    QCOMPARE(driver().context_synchronize(), 999);
    QCOMPARE(driver().context_synchronize(), 0);
  }

  void text_that_does_not_compile_is_reported() {
    try {
      compile_ptx("extern \"C\" __global__ void k(float* y) {\n  y[0] = oops;\n}\n");
      QFAIL("compiled");
    } catch (const KernelTextError& error) {
      QVERIFY2(error.messages()[0].line == 2, error.what());
    }
    QVERIFY_THROWS_EXCEPTION(Error,
                             compile_ptx("extern \"C\" __global__ void k() {}", "compute_1"));
  }

 private:
  emulator::Control control_;
};

NGRAPH_TEST(EmulatorTest)
#include "emulator_test.moc"
