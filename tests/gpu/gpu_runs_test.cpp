// SPDX-License-Identifier: Apache-2.0
// Tests how programs run on the CUDA emulator: as graphs, on several streams, without waiting, and
// what happens when a kernel fails or does not end.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/steps/step_graphs.h"
#include "engine/backends/gpu/steps/step_order.h"
#include "engine/neon/training/training.h"
#include "engine/ops/result_type.h"
#include "engine/runtime/cancellation.h"
#include "engine/runtime/device_times.h"
#include "engine/session/compile_options.h"
#include "tests/emulator/emulator.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis C = make_axis(6, "C"), N = make_axis(5, "N"), H = make_axis(4, "H");

Tensor counted_over(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, 0.1 * static_cast<double>(i % 7));
  return tensor;
}

// A step of training: a matmul, kernels and an update of `w`.
struct Training {
  Op x = placeholder(Axes{C, N}), w = variable(Axes{H, C}, counted_over({H, C}));
  Op cost = sum(square(tanh(dot(w, x))), out_axes(Axes()));
  TransformerPtr transformer;
  Computation f;

  explicit Training(const std::string& name) : transformer(allocate_transformer(name)) {
    f = transformer->computation({cost, assign(w, w - deriv(cost, w) * 0.1)}, x);
  }
  double call() const { return f(counted_over({C, N}))[0].item(); }
};

QString error_of(const std::function<void()>& run, ErrorKind* kind = nullptr) {
  try {
    run();
  } catch (const Error& error) {
    if (kind) *kind = error.kind();
    return error.what();
  }
  return "no error";
}

Buffer buffer(BufferKind kind, std::int64_t offset, std::uint64_t state = 0) {
  Buffer made;
  made.kind = kind;
  made.bytes = 64;
  made.offset = offset;
  made.state = state;
  return made;
}

Step kernel_step(std::vector<int> reads, std::vector<int> writes) {
  Step step;
  step.work = KernelStep();
  step.reads = std::move(reads);
  step.writes = std::move(writes);
  return step;
}

}  // namespace

class GpuRunsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(static_cast<bool>(control_)); }
  void init() {
    qunsetenv("NGRAPH_CUDA_GRAPHS");
    qunsetenv("NGRAPH_GPU_LIMIT");
    control_.complaint();
  }
  void cleanup() {
    control_.hold(false);
    control_.fail("*", 0, 0);
    QCOMPARE(control_.complaint(), std::string());
    CudaDevice::close_idle();
    QCOMPARE(control_.live(), std::string());
  }

  // From the third call on, the whole call is one launch.
  void steady_calls_are_one_launch() {
    const Training reference("reference"), gpu("gpu");
    for (int i = 0; i < 5; ++i) {
      const int launches = control_.calls("cuLaunchKernel"),
                graphs = control_.calls("cuGraphLaunch");
      const int captures = control_.calls("cuStreamBeginCapture_v2");
      QVERIFY(std::abs(gpu.call() - reference.call()) < 1e-5);
      QCOMPARE(control_.calls("cuGraphLaunch") - graphs, i < 2 ? 0 : 1);
      QCOMPARE(control_.calls("cuStreamBeginCapture_v2") - captures, i == 2 ? 1 : 0);
      if (i > 2) QCOMPARE(control_.calls("cuLaunchKernel"), launches);
    }
    QCOMPARE(difference(gpu.transformer->value(gpu.w)->values(),
                        reference.transformer->value(reference.w)->values(), 1e-5, 1e-5),
             QString());
  }

  // Large dots of 16-bit floats are calls of cuBLAS, and so are those of float32 with TF32.
  void halves_are_multiplied_by_cublas_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<bool>("tf32");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("float16") << static_cast<int>(DType::f16) << false << 2e-3;
    QTest::newRow("bfloat16") << static_cast<int>(DType::bf16) << false << 1e-2;
    QTest::newRow("float32 as TF32") << static_cast<int>(DType::f32) << true << 1e-5;
  }
  void halves_are_multiplied_by_cublas() {
    QFETCH(int, dtype);
    QFETCH(bool, tf32);
    QFETCH(double, tolerance);
    qputenv("NGRAPH_GPU_TF32", tf32 ? "1" : "0");
    CudaDevice::close_idle();  // the setting is read when cuBLAS is started
    const Axis I = make_axis(tf32 ? 300 : 70, "I"), M = make_axis(tf32 ? 300 : 90, "M");
    const Axis K = make_axis(60, "K");
    const auto type = static_cast<DType>(dtype);
    const auto values = [&](const std::string& name) {
      const Op x = placeholder(Axes{I, M}, type), y = placeholder(Axes{M, K}, type);
      const TransformerPtr transformer = allocate_transformer(name);
      const ScopedResultType result(type);
      const Computation f = transformer->computation(dot(x, y), x, y);
      return f(counted_over({I, M}), counted_over({M, K}))[0].values();
    };
    const int calls = control_.calls("cublasGemmEx");
    const std::vector<double> mine = values("gpu");
    QCOMPARE(control_.calls("cublasGemmEx"), calls + 1);
    QCOMPARE(difference(mine, values("reference"), tolerance, tolerance), QString());
    qunsetenv("NGRAPH_GPU_TF32");
  }

  void graphs_can_be_turned_off() {
    qputenv("NGRAPH_CUDA_GRAPHS", "off");
    const int captures = control_.calls("cuStreamBeginCapture_v2");
    const Training gpu("gpu");
    for (int i = 0; i < 4; ++i) gpu.call();
    QCOMPARE(control_.calls("cuStreamBeginCapture_v2"), captures);
  }

  void graphs_follow_the_addresses() {
    const std::shared_ptr<CudaDevice> device = CudaDevice::open(0);
    std::byte* const from = device->allocate(64, "a");
    std::byte* const places[] = {device->allocate(64, "b"), device->allocate(64, "c")};
    const double value = 3;
    device->copy_in(from, &value, sizeof value);
    StepGraphs graphs(device);
    const auto copies_as_graph = [&](int to) {
      std::byte* const addresses[] = {from, places[to]};
      return graphs.launch(0, 1, addresses, [&](cuda::Stream stream) {
        device->copy_within(places[to], from, 64, stream);
      });
    };
    const int captures = control_.calls("cuStreamBeginCapture_v2");
    for (const int to : {0, 1}) {
      QVERIFY(!copies_as_graph(to));  // seen once
      for (int i = 0; i < 3; ++i) QVERIFY(copies_as_graph(to));
      QCOMPARE(control_.calls("cuStreamBeginCapture_v2"), captures + to + 1);
      double copied = 0;
      device->copy_out(&copied, places[to], sizeof copied);
      QCOMPARE(copied, value);
    }
    for (std::byte* const memory : {from, places[0], places[1]}) device->free(memory);
  }

  // A transformer that was opened again has other memory.
  void a_transformer_that_is_opened_again() {
    const Training gpu("gpu");
    std::vector<double> first, second;
    for (int i = 0; i < 4; ++i) first.push_back(gpu.call());
    gpu.transformer->close();
    const TransformerPtr others = allocate_transformer("gpu");  // takes the memory that was freed
    const Op taken = variable(Axes{H, C}, 7.0);
    const Computation use = others->computation(taken * 2.0);
    use();
    gpu.transformer->reopen(gpu.f);
    for (int i = 0; i < 4; ++i) second.push_back(gpu.call());
    QCOMPARE(second, first);
    QCOMPARE(use()[0].values(), std::vector<double>(24, 14.0));
  }

  void a_capture_that_fails_changes_nothing_data() {
    QTest::addColumn<QByteArray>("entry");
    for (const char* entry : {"cuStreamBeginCapture_v2", "cuStreamEndCapture", "cuLaunchKernel",
                              "cuGraphInstantiateWithFlags"})
      QTest::addRow("%s", entry) << QByteArray(entry);
  }
  void a_capture_that_fails_changes_nothing() {
    QFETCH(QByteArray, entry);
    const Training reference("reference"), gpu("gpu");
    for (int i = 0; i < 5; ++i) {
      if (i == 2) control_.fail(entry.toStdString(), 1, 901);
      QVERIFY(std::abs(gpu.call() - reference.call()) < 1e-5);
    }
    control_.complaint();  // streams of the broken capture were not joined
  }

  // In the graph too, a wrong index is found before the table is overwritten.
  void a_wrong_index_in_a_graph() {
    const Op table = variable(Axes{C, H}, 1.0), index = placeholder(N);
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Op rows = lookuptable(table, index, Axes{N, H});
    const Computation look = transformer->computation(
        {sum(exp(rows), out_axes(Axes())), assign(table, table + 1.0)}, index);
    Tensor good(DType::f32, {5}), bad(DType::f32, {5});
    bad.set(2, 6);
    bad.set(4, -3);
    const int graphs = control_.calls("cuGraphLaunch");
    for (int i = 0; i < 4; ++i) look(good);
    QVERIFY(control_.calls("cuGraphLaunch") > graphs);
    ErrorKind kind = ErrorKind::internal;
    const QString text = error_of([&] { look(bad); }, &kind);
    QCOMPARE(int(kind), int(ErrorKind::index));
    QVERIFY2(text.contains("6"), qPrintable(text));
    QVERIFY2(text.contains("gpu_runs_test.cpp"), qPrintable(text));
    QVERIFY(!text.contains("had begun to write"));
    QCOMPARE(transformer->value(table)->at(0), 5.0);
    look(good);
    QCOMPARE(transformer->value(table)->at(0), 6.0);
  }

  // Steps that share no memory may run together; those that share some follow each other.
  void steps_follow_those_that_share_memory() {
    Program program;
    program.buffers = {buffer(BufferKind::input, 0, 1),      buffer(BufferKind::temporary, 0),
                       buffer(BufferKind::temporary, 64),    buffer(BufferKind::temporary, 32),
                       buffer(BufferKind::persistent, 0, 2), buffer(BufferKind::output, 0)};
    program.steps = {kernel_step({0}, {1}), kernel_step({0}, {2}), kernel_step({1, 2}, {5}),
                     kernel_step({0}, {3}), kernel_step({4}, {4})};
    program.steps.push_back(kernel_step({0, 0}, {5}));
    program.steps.back().work = Matmul();
    const std::vector<StepPlace> places = step_places(program);
    QCOMPARE(places[0].lane, 0);
    QVERIFY(places[1].lane != 0 && places[1].follows.empty());
    QCOMPARE(places[2].lane, places[1].lane);  // continues the latest step that it follows
    QCOMPARE(places[2].follows, (std::vector<std::size_t>{0}));
    QVERIFY(places[0].is_followed);
    // The third temporary overlaps the others, which step 2 reads.
    QCOMPARE(places[3].lane, places[2].lane);
    QVERIFY(places[4].follows.empty());
    QCOMPARE(places[5].lane, 0);
    QCOMPARE(places[5].follows, (std::vector<std::size_t>{2}));
  }

  void the_device_measures_its_steps() {
    const NotedDeviceTimes notes;
    const Op x = placeholder(Axes{C, N});
    CompileOptions apart;
    apart.passes.disabled = {"fuse"};
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation f = transformer->add_computation(computation({exp(x), tanh(x)}, {x}),
                                                       apart);  // neither waits for the other
    std::set<std::string> lanes;
    for (int call = 0; call < 4; ++call) {
      const auto begin = std::chrono::steady_clock::now();
      f(counted_over({C, N}));
      const auto end = std::chrono::steady_clock::now();
      // The device states the time between two of its events as a float.
      const auto rounding = (end - begin) / 1'000'000 + std::chrono::microseconds(1);
      const std::vector<DeviceTurn> turns = DeviceTimes::shared().take_turns();
      std::set<std::size_t> steps;
      for (const DeviceTurn& turn : turns) {
        steps.insert(turn.step);
        if (call > 0) lanes.insert(turn.lane);
        QVERIFY(turn.begin <= turn.end);
        QVERIFY(turn.begin > begin - rounding);
        QVERIFY(turn.end < end + rounding);
      }
      QCOMPARE(steps.size(), f.step_count());
    }
    QVERIFY(lanes.contains("gpu stream 0"));
    QVERIFY(lanes.size() > 1);
  }

  // Arguments are staged in page-locked memory.
  void arguments_do_not_wait_for_earlier_calls() {
    const Training gpu("gpu");
    for (int i = 0; i < 3; ++i) gpu.call();
    gpu.f.run();
    const int waits = control_.calls("cuStreamQuery") + control_.calls("cuStreamSynchronize");
    gpu.f.begin({counted_over({C, N})});
    gpu.f.run();
    QCOMPARE(control_.calls("cuStreamQuery") + control_.calls("cuStreamSynchronize"), waits);
    gpu.f.finish();
    QVERIFY(control_.calls("cuStreamQuery") > waits);
  }

  void large_arrays_keep_their_values() {
    const Axis large = make_axis((5 << 20) / 4 + 3, "LARGE");  // more than is staged
    const Op x = placeholder(large);
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation twice = transformer->computation(x * 2.0, x);
    const Tensor in = counted_over({large});
    for (int i = 0; i < 3; ++i) {
      const Tensor out = twice(in)[0];
      for (const std::int64_t at : {std::int64_t{0}, in.size() / 2, in.size() - 1})
        QCOMPARE(out.at(at), in.at(at) * 2);
    }
  }

  // The first call waits after each step.
  void a_kernel_that_fails_is_named() {
    const Op x = placeholder(Axes{C, N});
    const Op fails = exp(x) + 2.0;
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation f = transformer->computation(fails, x);
    f.begin({counted_over({C, N})});
    control_.fail("cuStreamQuery", 1, 700);
    const QString text = error_of([&] { f.run(); });
    QVERIFY2(text.contains("running the kernel 'k"), qPrintable(text));
    QVERIFY2(text.contains("illegal memory access"), qPrintable(text));
    QVERIFY2(text.contains("exp") && text.contains("gpu_runs_test.cpp:"), qPrintable(text));
  }

  void a_kernel_that_does_not_end() {
    open_with_limit(much_longer_than_a_kernel);
    {
      const Training gpu("gpu");
      gpu.f.begin({counted_over({C, N})});
      control_.hold(true);
      ErrorKind kind = ErrorKind::internal;
      const QString text = error_of([&] { gpu.f.run(); }, &kind);
      QCOMPARE(int(kind), int(ErrorKind::system));
      QVERIFY2(text.contains("did not end running the") && text.contains("NGRAPH_GPU_LIMIT"),
               qPrintable(text));
      const QString again = error_of([&] { gpu.call(); });
      QVERIFY2(again.contains("still busy"), qPrintable(again));
    }
    const QString refused = error_of([] { Training("gpu").call(); });
    QVERIFY2(refused.contains("still busy") && refused.contains("restart"), qPrintable(refused));
    const double expected = Training("reference").call();
    QVERIFY(std::abs(Training("cpu").call() - expected) < 1e-5);
    control_.hold(false);
    qunsetenv("NGRAPH_GPU_LIMIT");
    error_of([] { CudaDevice::open(0); });  // asks whether the work has ended, which then runs
    QVERIFY(std::abs(Training("gpu").call() - expected) < 1e-5);
  }

  void a_wait_can_be_cancelled() {
    open_with_limit(none);  // else the request to stop and the limit would race
    {
      const Training gpu("gpu");
      gpu.f.begin({counted_over({C, N})});
      control_.hold(true);
      const std::atomic<bool> flag{true};
      const CancelScope scope(&flag);
      ErrorKind kind = ErrorKind::internal;
      const QString text = error_of([&] { gpu.f.run(); }, &kind);
      QCOMPARE(int(kind), int(ErrorKind::cancelled));
      QVERIFY2(text.contains("cancelled while running the"), qPrintable(text));
      control_.hold(false);
    }
    Training("gpu").call();
  }

  // A run that is to end gives up; one that is to pause waits for its step.
  void a_run_gives_up_when_it_is_to_end() {
    const Document document =
        load_document(testing::source_file("sample_graphs/05_logistic_part2.ngraph"));
    const auto flag = std::make_shared<std::atomic<bool>>(false);
    for (const bool ends : {false, true}) {
      open_with_limit(ends ? none : much_longer_than_a_kernel);
      TrainingOptions options;
      options.cancelled = flag;
      if (ends) options.gives_up_waits = flag;
      *flag = false;
      TrainingRun run(document, allocate_transformer("gpu"), options);
      QVERIFY(run.step());
      control_.hold(true);
      *flag = true;
      ErrorKind kind = ErrorKind::internal;
      error_of([&] { run.run_step(0); }, &kind);
      QCOMPARE(int(kind), int(ends ? ErrorKind::cancelled : ErrorKind::system));
      control_.hold(false);
      error_of([] { CudaDevice::open(0); });
    }
    Training("gpu").call();
  }

  // A request to stop does not end a call that ends in time.
  void a_cancelled_call_that_ends_is_kept() {
    const std::atomic<bool> flag{true};
    const CancelScope scope(&flag);
    const Training reference("reference"), gpu("gpu");
    QVERIFY(std::abs(gpu.call() - reference.call()) < 1e-5);
  }

  // Kernels are compiled once for a text, an architecture and a compiler; a damaged entry is
  // compiled again.
  void modules_are_cached_on_disk() {
    QTemporaryDir first, second;
    namespace fs = std::filesystem;
    const Document document =
        load_document(testing::source_file("sample_graphs/05_logistic_part2.ngraph"));
    const auto compile_in = [&](const QTemporaryDir& folder) {
      qputenv("NGRAPH_CACHE_DIR", folder.path().toLocal8Bit());
      const int before = control_.calls("nvrtcCompileProgram");
      TrainingRun run(document, allocate_transformer("gpu"));
      run.step();
      return control_.calls("nvrtcCompileProgram") - before;
    };
    const int programs = compile_in(first);  // the training and the evaluation
    QCOMPARE(programs, 2);
    QCOMPARE(compile_in(first), 0);
    const fs::path from(first.path().toStdString()), to(second.path().toStdString());
    fs::copy(from, to, fs::copy_options::recursive);
    QCOMPARE(compile_in(second), 0);
    QTemporaryDir third;
    const fs::path damaged(third.path().toStdString());
    fs::copy(from, damaged, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(damaged)) {
      if (entry.is_regular_file()) fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
    }
    QCOMPARE(compile_in(third), programs);
    qunsetenv("NGRAPH_CACHE_DIR");
  }

 private:
  // Seconds that the device may be busy. Where it is held, a test waits that long.
  static constexpr const char* much_longer_than_a_kernel = "3";
  static constexpr const char* none = "0";  // a cancelled wait ends after ten seconds

  // The device reads the limit when it is opened.
  static void open_with_limit(const char* seconds) {
    CudaDevice::close_idle();
    qputenv("NGRAPH_GPU_LIMIT", seconds);
  }

  emulator::Control control_;
};

NGRAPH_TEST(GpuRunsTest)
#include "gpu_runs_test.moc"
