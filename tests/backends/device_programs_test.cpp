// SPDX-License-Identifier: Apache-2.0
// Tests what the programs of two devices compute, copy and keep on each of them, and the errors of
// copies between them. The second device evaluates op by op.
#include <QtTest>

#include "engine/backends/backend_table.h"
#include "engine/backends/hetr/hetr_executable.h"
#include "engine/ngraph.h"
#include "engine/runtime/host_device.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/ranked_training.h"
#include "tests/support/test_program.h"

using namespace ng;
using ng::testing::waves;

namespace {

const char* const other = "reference";

// What `make` makes, with this device in its metadata.
template <class Make>
Op on(const std::string& device, const Make& make) {
  const ScopedMetadata scope(Metadata{{"device", device}});
  return make();
}

CompileOptions unfolded() {
  CompileOptions options;
  options.passes.disabled = {"fold_constants"};
  return options;
}

Op waves_constant(const Axes& axes) {
  return constant(waves(axes, 0.3), axes);
}

std::unique_ptr<Compilation> compiled(const std::vector<Op>& results, const std::vector<Op>& inputs,
                                      const CompileOptions& options = {}) {
  CompileOptions own = options;
  own.passes.state_devices = std::make_shared<std::map<OpId, std::string>>();
  return compile(computation(results, inputs).value().node, *find_backend("hetr"), own);
}

template <class Is>
std::size_t count_of(const Program& program, const Is& is) {
  return static_cast<std::size_t>(std::count_if(program.steps.begin(), program.steps.end(), is));
}

// The host's memory under another name, to and from which nothing can be copied once it `fails`.
class FailingDevice : public HostDevice {
 public:
  std::string_view name() const override { return "failing"; }
  bool is_host() const override { return false; }
  void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) const override {
    if (fails) refuse(ErrorKind::system, "the bus is gone");
    HostDevice::copy_in(to, from, bytes);
  }
  const Device& part(std::string_view device) const override {
    return device == other ? static_cast<const Device&>(*this) : host_device();
  }

  bool fails = false;
};

}  // namespace

class DeviceProgramsTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_ops_of_constants_stay_on_their_devices_data();
  void equal_ops_of_constants_stay_on_their_devices();
  void a_constant_has_one_buffer_on_each_device();
  void a_folded_constant_is_not_copied();
  void watched_ops_run_where_their_operands_are();
  void a_failing_copy_names_both_devices();
};

void DeviceProgramsTest::equal_ops_of_constants_stay_on_their_devices_data() {
  QTest::addColumn<int>("length");
  QTest::addColumn<bool>("folds");
  QTest::newRow("above the limit of folding") << 100 << true;
  QTest::newRow("small, folded") << 3 << true;
  QTest::newRow("small, not folded") << 3 << false;
}

void DeviceProgramsTest::equal_ops_of_constants_stay_on_their_devices() {
  QFETCH(int, length);
  QFETCH(bool, folds);
  const Axis n = make_axis(length, "N"), m = make_axis(length, "M");
  const Op x = placeholder({n, m}), c = waves_constant({n, m});
  const Op y = on("cpu", [&] { return x * exp(c); });
  const Op z = on(other, [&] { return x + exp(c); });
  const Feeds feeds = {{x, waves(x.axes(), 0.7)}};
  const CompileOptions options = folds ? CompileOptions() : unfolded();
  QCOMPARE(difference(run_once("hetr", {y, z}, feeds, options), run_once("cpu", {y, z}, feeds),
                      1e-5, 1e-6),
           QString());
}

void DeviceProgramsTest::a_constant_has_one_buffer_on_each_device() {
  const Axis n = make_axis(8, "N");
  const Op x = placeholder({n}), c = waves_constant({n});
  Op y = x;
  for (int i = 0; i < 6; ++i) y = on(i % 2 == 0 ? "cpu" : other, [&] { return tanh(y + c); });
  const auto found = compiled({y}, {x});
  std::map<std::string, int> buffers;
  for (const Buffer& buffer : found->program.buffers)
    if (buffer.kind == BufferKind::constant) ++buffers[buffer.device];
  QCOMPARE(buffers, (std::map<std::string, int>{{"cpu", 1}, {other, 1}}));
  const Feeds feeds = {{x, waves(x.axes(), 0.7)}};
  QCOMPARE(difference(run_once("hetr", {y}, feeds), run_once("cpu", {y}, feeds), 1e-5, 1e-6),
           QString());
}

void DeviceProgramsTest::a_folded_constant_is_not_copied() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n}), c = waves_constant({n});
  const Op folded = on(other, [&] { return exp(c); });
  const Op y = on("cpu", [&] { return x * folded; });
  const auto is_copy = [](const Step& step) { return step.is<CopyStep>(); };
  QCOMPARE(count_of(compiled({y, folded}, {x})->program, is_copy), 0U);
  QCOMPARE(count_of(compiled({y, folded}, {x}, unfolded())->program, is_copy), 1U);
  const Feeds feeds = {{x, waves(x.axes(), 0.7)}};
  QCOMPARE(difference(run_once("hetr", {y, folded}, feeds), run_once("cpu", {y, folded}, feeds),
                      1e-5, 1e-6),
           QString());
}

// The first operand of the watched op reads constants only: none of its operands says where.
void DeviceProgramsTest::watched_ops_run_where_their_operands_are() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n}), c = waves_constant({n});
  const Op y = on("cpu", [&] { return x * 2.0; });
  const Op watched = on(other, [&] { return exp(c) + x; });
  CompileOptions options = unfolded();
  options.watched = {watched.value()};
  const TransformerPtr transformer = allocate_transformer("hetr");
  const Computation found = transformer->add_computation(computation({y}, {x}), options);
  const Tensor value = waves(x.axes(), 0.7);
  found.call({value});
  QCOMPARE(difference(found.watched(0).values(),
                      run_once("cpu", {watched}, {{x, value}})[0]->values(), 1e-5, 1e-6),
           QString());
  const Program& program = found.compilation().program;
  QCOMPARE(program.buffers[static_cast<std::size_t>(program.kept[0])].device, std::string(other));
}

void DeviceProgramsTest::a_failing_copy_names_both_devices() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n});
  const Op y = on("cpu", [&] { return tanh(x); });
  const Op z = on(other, [&] { return y + 1.0; });
  const auto found = compiled({z}, {x});
  FailingDevice device;
  StateStore store(device);
  BoundMemory memory(found->program, store);
  HetrExecutable executable(found->program, device, {}, false);
  executable.run(memory.pointers(), 0);
  device.fails = true;
  try {
    executable.run(memory.pointers(), 0);
    QFAIL("the copy did not fail");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.diagnostic().what),
             QString("copying from cpu to reference: the bus is gone"));
    QVERIFY(!error.diagnostic().ops.empty());
    QVERIFY(found->program.steps[executable.reached()].is<CopyStep>());
  }
}

NGRAPH_TEST(DeviceProgramsTest)
#include "device_programs_test.moc"
