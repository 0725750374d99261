// SPDX-License-Identifier: Apache-2.0
// Tests the gpu transformer on the CUDA emulator: every op case, training graphs, samples and
// random programs agree with the reference and repeat bit for bit; state, steps and several
// devices.
#include <QtTest>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/records/compilation_record.h"
#include "engine/runtime/print_sink.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/observer.h"
#include "engine/session/transformer_info.h"
#include "tests/emulator/emulator.h"
#include "tests/gpu/gpu_checks.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Counts the steps of a run and reads a buffer after each.
class Steps : public Observer {
 public:
  Steps() { set_observer(this); }
  ~Steps() override { set_observer(nullptr); }
  void added(const Computation&) override {}
  void closing(const Transformer&) override {}
  void before(const Computation&) override {}
  void after(const Computation&, double microseconds) override { time = microseconds; }
  bool wants_steps(const Computation&) override { return true; }
  void stepped(const Computation& computation, std::size_t step) override {
    ++count;
    const auto& writes = computation.compilation().program.steps[step].writes;
    last = computation.read_buffer(writes[0]);
  }
  int count = 0;
  double time = 0;
  Tensor last;
};

}  // namespace

class GpuTransformerTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(static_cast<bool>(control_));
    set_print_sink([](const std::string&) {});
  }
  void cleanup() {
    qunsetenv("NGRAPH_CUDA_GRAPHS");
    CudaDevice::close_idle();
    QCOMPARE(control_.live(), std::string());
    const std::string complaint = control_.complaint();
    QVERIFY2(complaint.empty(), complaint.c_str());
  }

  void is_a_choice() {
    const auto choices = transformer_choices();
    QVERIFY(std::find(choices.begin(), choices.end(), "gpu") != choices.end());
    for (const TransformerInfo& info : all_transformers()) {
      if (info.name == "gpu") QVERIFY(info.availability.what.starts_with("Emulated GPU 0"));
    }
  }

  // Every step waited for, and as graphs with several streams from the first call on.
  static void ways() {
    QTest::addColumn<QByteArray>("graphs");
    for (const char* graphs : {"", "first"})
      QTest::addRow("graphs '%s'", graphs) << QByteArray(graphs);
  }
  void op_cases_data() { ways(); }
  void op_cases() {
    QFETCH(QByteArray, graphs);
    qputenv("NGRAPH_CUDA_GRAPHS", graphs);
    run([&](const Report& report) { check_op_cases("gpu", Orders::one, report); });
  }
  void integers() {
    run([&](const Report& report) { check_integers("gpu", report); });
  }
  void convolutions() {
    run([&](const Report& report) { check_convolutions("gpu", report); });
  }
  void samples() {
    run([&](const Report& report) { check_samples("gpu", Orders::one, report); });
  }
  void random_programs_data() {
    QTest::addColumn<int>("first");
    for (int first = 0; first < 60; first += 20) QTest::addRow("from %d", first) << first;
  }
  void random_programs_as_graphs_data() { random_programs_data(); }
  void random_programs_as_graphs() {
    qputenv("NGRAPH_CUDA_GRAPHS", "first");
    random_programs();
  }
  void random_programs() {
    QFETCH(int, first);
    run([&](const Report& report) { check_random_programs("gpu", first, 20, report); });
  }

  // A kernel of this program writes in place what threads without a row would read.
  void threads_without_a_row_load_nothing() {
    check_random_programs("gpu", 215, 1, [](const Check& check) {
      QVERIFY2(check.fault.empty(), check.fault.c_str());
    });
  }

  // State stays on the device between calls, and is shared by computations.
  void state_is_kept() {
    const Axis c = make_axis(3, "C");
    const Op w = variable(c, 1.0), x = placeholder(c);
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation add = transformer->computation({assign(w, w + x)}, x);
    const Computation read = transformer->computation(w * 2.0);
    add(Tensor{1, 2, 3});
    add(Tensor{1, 2, 3});
    QCOMPARE(read()[0].values(), (std::vector<double>{6, 10, 14}));
    QCOMPARE(transformer->value(w)->values(), (std::vector<double>{3, 5, 7}));
    transformer->set_value(w, Tensor{1, 1, 1});
    QCOMPARE(read()[0].values(), (std::vector<double>{2, 2, 2}));
    transformer->initialize();
    QCOMPARE(read()[0].values(), (std::vector<double>{2, 2, 2}));
    transformer->close();
    QVERIFY_THROWS_EXCEPTION(Error, read());
  }

  void raw_calls() {
    const Axis c = make_axis(2000, "C");
    const Op x = placeholder(c);
    const TransformerPtr transformer = allocate_transformer("gpu");
    const Computation twice = transformer->computation(x + x, x);
    std::vector<float> in(2000, 3), out(2000);
    const void* arguments[] = {in.data()};
    void* results[] = {out.data()};
    twice.call_raw(arguments, results);
    QCOMPARE(out, std::vector<float>(2000, 6));
  }

  void observers_see_every_step() {
    const Axis c = make_axis(4, "C");
    const Op x = placeholder(c);
    const TransformerPtr transformer = allocate_transformer("gpu");
    CompileOptions apart;
    apart.passes.disabled = {"fuse"};
    const Computation f = transformer->add_computation(computation({exp(x) + 1.0}, {x}), apart);
    Steps steps;
    QCOMPARE(f(Tensor{0, 0, 0, 0})[0].values(), (std::vector<double>{2, 2, 2, 2}));
    QCOMPARE(steps.count, int(f.step_count()));
    QCOMPARE(steps.last.values(), (std::vector<double>{2, 2, 2, 2}));
    QVERIFY(steps.time > 0);
  }

  void the_record_has_cuda_texts() {
    const Axis c = make_axis(4, "C");
    const Op x = placeholder(c);
    const TransformerPtr transformer = allocate_transformer("gpu");
    CompileOptions kept;
    kept.keep_record = true;
    const Computation f = transformer->add_computation(computation({exp(x)}, {x}), kept);
    const auto record = make_record(f.compilation());
    QVERIFY(record->kernels.at(0).cuda.text.find("__global__") != std::string::npos);
    QVERIFY(!record->kernels.at(0).source.absent.empty());
  }

  void devices_by_number() {
    const Axis c = make_axis(2, "C");
    const Op x = placeholder(c);
    const TransformerPtr one = allocate_transformer("gpu:0"), two = allocate_transformer("gpu:1");
    QCOMPARE(std::string(two->name()), std::string("gpu:1"));
    QCOMPARE(two->computation(x * 3.0, x)(Tensor{1, 2})[0].values(), (std::vector<double>{3, 6}));
    QCOMPARE(one->computation(x * 3.0, x)(Tensor{1, 2})[0].values(), (std::vector<double>{3, 6}));
    QVERIFY_THROWS_EXCEPTION(Error, allocate_transformer("gpu:2"));
    QVERIFY_THROWS_EXCEPTION(Error, allocate_transformer("gpu:"));
    QVERIFY_THROWS_EXCEPTION(Error, allocate_transformer("gpu:1x"));
  }

 private:
  static void run(const std::function<void(const Report&)>& checks) {
    const std::string faults = faults_of(8, checks);
    QVERIFY2(faults.empty(), faults.c_str());
  }

  emulator::Control control_;
};

NGRAPH_TEST(GpuTransformerTest)
#include "gpu_transformer_test.moc"
