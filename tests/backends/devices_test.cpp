// SPDX-License-Identifier: Apache-2.0
// Tests programs on several devices: whatever devices the ops have, results, losses and weights are
// those of one device. Where there is no GPU, nor the emulator of one, the other device evaluates
// op by op.
#include <QTemporaryDir>
#include <QtTest>
#include <random>

#include "engine/backends/backend_table.h"
#include "engine/graph/op_def.h"
#include "engine/ops/device_copy.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/random_graph.h"
#include "tests/support/ranked_training.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::testing;

namespace {

bool has_gpu() {
  const std::vector<std::string> all = transformer_choices();
  return std::find(all.begin(), all.end(), "gpu") != all.end();
}

const char* other_device() {
  return has_gpu() ? "gpu" : "reference";
}

void put(const Op& op, const std::string& device) {
  if (op.node().label) op.node().label->metadata["device"] = device;
}

// Every third op stays without a device.
void put_in_turns(const std::vector<Op>& ops, int in_a_row) {
  const std::string devices[] = {"cpu", other_device(), ""};
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const std::string& device = devices[i / static_cast<std::size_t>(in_a_row) % 3];
    if (!device.empty()) put(ops[i], device);
  }
}

void put_at_random(const std::vector<Op>& ops, std::uint32_t seed) {
  std::mt19937 random(seed);
  const Backend* const second_gpu = find_backend("gpu:1");
  const bool has_two = second_gpu && second_gpu->availability().available;
  const std::string devices[] = {"cpu", other_device(), has_two ? "gpu:1" : "cpu:1", "reference"};
  for (const Op& op : ops)
    if (const auto pick = random() % 6; pick < 4) put(op, devices[pick]);
}

std::vector<Op> ops_of(const std::vector<Op>& results) {
  std::vector<Value> values;
  for (const Op& result : results) values.push_back(result.value());
  const std::vector<NodePtr> nodes = ordered_nodes(values);
  return {nodes.begin(), nodes.end()};
}

std::set<std::string> devices_of(const Program& program) {
  std::set<std::string> devices;
  for (const Step& step : program.steps) devices.insert(device_of(program, step));
  return devices;
}

std::size_t copies_in(const Program& program) {
  return static_cast<std::size_t>(
      std::count_if(program.steps.begin(), program.steps.end(),
                    [&](const Step& step) { return crosses_devices(program, step); }));
}

Program program_of(const Computation& computation) {
  return computation.compilation().program;
}

// The program is of interest, not its code.
class NoCode : public Executable {
 public:
  void run(std::byte* const*, std::size_t) override {}
  void run_step(std::size_t, std::byte* const*) override {}
};

bool uses_several_devices(const Op& computation) {
  CompileOptions options;
  options.make_executable = [](auto&&...) { return std::make_unique<NoCode>(); };
  const TransformerPtr transformer = allocate_transformer("hetr");
  return devices_of(program_of(transformer->add_computation(computation, options))).size() > 1;
}

}  // namespace

class DevicesTest : public QObject {
  Q_OBJECT
 private slots:
  void the_op_device_copy();
  void layers_of_two_devices();
  void models_data();
  void models();
  void random_graphs_data();
  void random_graphs();
  void one_device_needs_no_copy();
  void variables_stay_where_they_are_updated();
  void values_go_to_and_fro();
  void state_is_read_set_and_saved();
  void computations_share_state();
  void devices_divide_an_axis();
  void divided_axes_keep_random_numbers();
  void axes_that_cannot_be_divided_are_named();
  void devices_that_cannot_run_are_named();
  void a_failing_op_names_its_device();
};

void DevicesTest::the_op_device_copy() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n});
  const Op y = device_copy(x * 2.0, {"cpu", "cpu:1"});
  QCOMPARE(device_copy_of(y.node())->to, std::string("cpu:1"));
  const Op loss = sum(y * y, out_axes({}));
  for (const char* transformer : {"cpu", "reference"}) {
    const Values found = run_once(transformer, {y, deriv(loss, x)}, {{x, Tensor(3.0)}});
    QCOMPARE(found[0]->values(), std::vector<double>(4, 6));
    QCOMPARE(found[1]->values(), std::vector<double>(4, 24));
  }
}

void DevicesTest::layers_of_two_devices() {
  const Axis n = make_axis(8, "N"), c = make_axis(3, "C"), h = make_axis(5, "H");
  const Op x = placeholder({c, n}), w = variable({h, c}, 0.5), v = variable({c, h}, -0.25);
  Op y;
  {
    const ScopedMetadata device(Metadata{{"device", "cpu"}});
    y = tanh(dot(w, x));
  }
  {
    const ScopedMetadata device(Metadata{{"device", other_device()}});
    y = tanh(dot(v, y));
  }
  const Feeds feeds = {{x, waves(x.axes(), 0.7)}};
  QCOMPARE(difference(run_once("hetr", {y}, feeds), run_once("cpu", {y}, feeds), 1e-5, 1e-6),
           QString());
  const TransformerPtr transformer = allocate_transformer("hetr");
  const Program program = program_of(transformer->computation({y}, {x}));
  QCOMPARE(devices_of(program), (std::set<std::string>{"cpu", other_device()}));
  QCOMPARE(copies_in(program), 1U);
  // Ops of the gradient are where those of the layer are: only the layer's input comes back.
  const Op loss = sum(y, out_axes({}));
  const Computation gradients = transformer->computation({deriv(loss, w), deriv(loss, v)}, {x});
  QCOMPARE(copies_in(program_of(gradients)), 2U);
}

void DevicesTest::models_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("in_a_row");
  for (const char* name : {"06_mlp", "08_convnet", "09_lstm", "transformer block"})
    for (const int in_a_row : {2, 25})
      QTest::addRow("%s, %d", name, in_a_row) << QString(name) << in_a_row;
}

void DevicesTest::models() {
  QFETCH(QString, name);
  QFETCH(int, in_a_row);
  QString wrong;
  if (name == "transformer block") {
    const Training net = Block().trained();
    const Trained expected = train(net, CompileOptions());
    put_in_turns(ops_of({net.step}), in_a_row);
    QVERIFY(uses_several_devices(net.step));
    wrong = difference_of(train(net, CompileOptions(), {}, {}, "hetr"), expected);
  } else {
    const Document net = small_sample(name);
    const Trained expected = train(net, CompileOptions());
    put_in_turns(net.ops, in_a_row);
    QVERIFY(uses_several_devices(net.computation()));
    wrong = difference_of(train(net, CompileOptions(), "hetr"), expected);
  }
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void DevicesTest::random_graphs_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < 30; ++seed) QTest::addRow("%d", seed) << seed;
}

void DevicesTest::random_graphs() {
  QFETCH(int, seed);
  const auto number = static_cast<std::uint32_t>(seed);
  const RandomGraph graph = make_graph(random_recipe(number, 20), 8);
  std::vector<Op> all = graph.results;
  all.insert(all.end(), graph.updates.begin(), graph.updates.end());
  const Values expected = run_once("cpu", all, graph.feeds);
  put_at_random(ops_of(all), number);
  std::vector<Op> inputs;
  for (const auto& [input, value] : graph.feeds) inputs.push_back(input);
  QVERIFY(uses_several_devices(computation(all, inputs)));
  const QString wrong = far_from(run_once("hetr", all, graph.feeds), expected);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong + "\n" + QString::fromStdString(graph.text)));
}

void DevicesTest::one_device_needs_no_copy() {
  const Training net = Block().trained();
  for (const std::string& device : {std::string("cpu:1"), std::string(other_device())}) {
    for (const Op& op : ops_of({net.step})) put(op, device);
    const TransformerPtr transformer = allocate_transformer("hetr");
    const Program program = program_of(transformer->add_computation(net.step));
    QCOMPARE(devices_of(program), std::set<std::string>{device});
    QCOMPARE(copies_in(program), 0U);
    for (const Buffer& buffer : program.buffers) QCOMPARE(buffer.device, device);
  }
}

void DevicesTest::variables_stay_where_they_are_updated() {
  const Axis n = make_axis(4, "N");
  const Op w = variable({n}, 1.0), x = placeholder({n});
  Op next;
  {
    const ScopedMetadata device(Metadata{{"device", other_device()}});
    next = w * 0.5 + x;
  }
  const TransformerPtr transformer = allocate_transformer("hetr");
  const Computation step = transformer->computation({assign(w, next)}, {x});
  const Program program = program_of(step);
  std::vector<std::string> kept_on;
  for (const Buffer& buffer : program.buffers)
    if (buffer.state == w.id()) kept_on.push_back(buffer.device);
  QCOMPARE(kept_on, std::vector<std::string>{other_device()});
  step(Tensor(2.0));
  QCOMPARE(transformer->value(w)->values(), std::vector<double>(4, 2.5));
}

// Each of a chain of ops has the other device.
void DevicesTest::values_go_to_and_fro() {
  const Axis n = make_axis(64, "N");
  const Op x = placeholder({n}), w = variable({n}, 0.1);
  Op y = x;
  for (int i = 0; i < 8; ++i) {
    const ScopedMetadata device(Metadata{{"device", i % 2 == 0 ? "cpu" : other_device()}});
    y = tanh(y * w + y);
  }
  const Op loss = sum(y, out_axes({}));
  const Op update = assign(w, w - deriv(loss, w) * 0.1);
  const std::vector<Op> results = {loss, update};
  const Feeds feeds = {{x, waves(x.axes(), 0.7)}};
  QCOMPARE(difference(run_once("hetr", results, feeds), run_once("cpu", results, feeds), 1e-5, 0),
           QString());
  const TransformerPtr transformer = allocate_transformer("hetr");
  const std::size_t copies = copies_in(program_of(transformer->computation(results, {x})));
  QVERIFY2(copies >= 14, qPrintable(QString::number(copies)));
}

void DevicesTest::state_is_read_set_and_saved() {
  const Training net = Block().trained();
  QTemporaryDir folder;
  const std::string path = folder.filePath("devices.safetensors").toStdString();
  Training first = net, second = net;
  first.batches.resize(3);
  second.batches.erase(second.batches.begin(), second.batches.begin() + 3);
  const Trained expected = train(net, CompileOptions());
  put_in_turns(ops_of({net.step}), 3);
  train(first, CompileOptions(), {}, path, "hetr");
  // On one device, and on several.
  for (const char* transformer : {"cpu", "hetr"}) {
    Trained found = train(second, CompileOptions(), path, {}, transformer);
    found.curves = expected.curves;
    QCOMPARE(difference_of(found, expected), QString());
  }
  const TransformerPtr transformer = allocate_transformer("hetr");
  const Computation step = transformer->add_computation(net.step);
  const Tensor zeros(DType::f32, net.state[0].axes().lengths());
  transformer->set_value(net.state[0], zeros);
  transformer->allocate();
  QCOMPARE(transformer->value(net.state[0])->values(), zeros.values());
  step.call(net.batches[0]);
  QVERIFY(transformer->value(net.state[0])->values() != zeros.values());
  transformer->set_value(net.state[0], zeros);
  QCOMPARE(transformer->value(net.state[0])->values(), zeros.values());
}

// The second computation alone would keep the variable elsewhere, and its values that depend on
// the variable only are computed again when the first one changes it.
void DevicesTest::computations_share_state() {
  const Axis n = make_axis(4, "N");
  const Op w = variable({n}, 1.0);
  Op next, sum_of_squares;
  {
    const ScopedMetadata device(Metadata{{"device", other_device()}});
    next = w * 2.0;
  }
  {
    const ScopedMetadata device(Metadata{{"device", "cpu:1"}});
    sum_of_squares = sum(w * w, out_axes({}));
  }
  const TransformerPtr transformer = allocate_transformer("hetr");
  const Computation step = transformer->computation(assign(w, next));
  const Computation read = transformer->computation(sum_of_squares);
  for (const double expected : {4.0, 16.0, 64.0}) {
    QCOMPARE(read().item(), expected);
    QCOMPARE(read().item(), expected);
    step();
  }
}

// Two devices of one kind each train on half of the batch.
void DevicesTest::devices_divide_an_axis() {
  const Training net = Block().trained();
  const Trained expected = train(net, CompileOptions());
  for (const char* ids : {"0,1", "[\"0\", \"1\", \"2\"]"}) {
    for (const Op& op : ops_of({net.step})) {
      if (!op.node().label) continue;
      Metadata& metadata = op.node().label->metadata;
      metadata["device"] = "cpu";
      metadata["device_id"] = ids;
      metadata["parallel"] = "N";
    }
    const Trained found = train(net, CompileOptions(), {}, {}, "hetr");
    QCOMPARE(difference_of(found, expected), QString());
    const TransformerPtr transformer = allocate_transformer("hetr");
    const Program program = program_of(transformer->add_computation(net.step));
    std::map<std::string, std::int64_t> flops;
    for (const Step& step : program.steps)
      if (const auto* matmul = step.as<Matmul>())
        flops[device_of(program, step)] += matmul->flops();
      else if (const auto* kernel = step.as<KernelStep>())
        flops[device_of(program, step)] +=
            program.kernels[static_cast<std::size_t>(kernel->kernel)].flops;
    QCOMPARE(flops.size(), std::size_t{std::string(ids) == "0,1" ? 2U : 3U});
    for (const auto& [device, own] : flops) {
      const QString text = QString("%1: %2 of %3").arg(device.c_str()).arg(own).arg(flops["cpu"]);
      QVERIFY2(2 * own > flops["cpu"], qPrintable(text));
    }
  }
}

// Each device draws its part of the whole mask.
void DevicesTest::divided_axes_keep_random_numbers() {
  const Axis n = make_axis(12, "N"), c = make_axis(3, "C");
  const Op x = placeholder({c, n}), w = variable({c}, 0.5);
  const auto make = [&] {
    const Op mask = uniform(broadcast(constant(Tensor(0.0)), {c, n})) > 0.5;
    const Op y = x * mask * w;
    return std::vector<Op>{y, deriv(sum(y * y, out_axes({})), w)};
  };
  const Feeds feeds = {{x, waves(x.axes(), 0.7)}};
  for (const char* ids : {"0,1", "0,1,2"}) {
    const ScopedMetadata devices(
        Metadata{{"device", "cpu"}, {"device_id", ids}, {"parallel", "N"}});
    const std::vector<Op> results = make();
    QVERIFY(uses_several_devices(computation(results, {x})));
    const Values expected = run_once("cpu", results, feeds);
    QCOMPARE(difference(run_once("hetr", results, feeds), expected, 1e-5, 1e-6), QString());
    const std::vector<double> y = expected[0]->values();
    const auto zeros = std::count(y.begin(), y.end(), 0.0);
    QVERIFY(zeros > 5 && zeros < 31);
  }
}

void DevicesTest::axes_that_cannot_be_divided_are_named() {
  const Axis n = make_axis(5, "N");
  const auto text = [&](const std::string& axis) {
    const Op x = placeholder({n});
    const ScopedMetadata device(
        Metadata{{"device", "cpu"}, {"device_id", "0,1"}, {"parallel", axis}});
    const Op y = (x + 1.0).named("y");
    return refusal([&] { run_once("hetr", {y}, {{x, Tensor(1.0)}}); }, ErrorKind::value);
  };
  QVERIFY2(text("N").contains("'y'"), qPrintable(text("N")));
  QVERIFY2(text("N").contains("cannot be divided among 2 devices"), qPrintable(text("N")));
  QVERIFY2(text("Z").contains("'Z'"), qPrintable(text("Z")));
  QVERIFY2(text("").contains("no axis"), qPrintable(text("")));
}

void DevicesTest::devices_that_cannot_run_are_named() {
  const Axis n = make_axis(4, "N");
  const auto text = [&](const std::string& device, ErrorKind kind) {
    const Op x = placeholder({n});
    const Op y = (x + 1.0).named("y");
    put(y, device);
    return refusal([&] { run_once("hetr", {y}, {{x, Tensor(1.0)}}); }, kind);
  };
  const QString unknown = text("tpu", ErrorKind::value);
  QVERIFY2(unknown.contains("there is no device 'tpu'") && unknown.contains("cpu") &&
               unknown.contains("'y'"),
           qPrintable(unknown));
  QVERIFY(text("hetr", ErrorKind::value).contains("there is no device 'hetr'"));
  for (const char* malformed : {"cpu:x", "cpu:", "gpu:", "cpu:-1", "cpu:12345"}) {
    const QString found = text(malformed, ErrorKind::value);
    QVERIFY2(found.contains("number") && found.contains("'y'"), qPrintable(found));
  }
  {
    const ScopedMetadata other_number(Metadata{{"device_id", "2"}});
    const QString found = text("cpu:1", ErrorKind::value);
    QVERIFY2(found.contains("different devices") && found.contains("'y'"), qPrintable(found));
    QCOMPARE(text("cpu", ErrorKind::value), QString("no error was thrown"));
  }
  if (has_gpu()) return;
  const QString missing = text("gpu", ErrorKind::unavailable);
  QVERIFY2(missing.contains("the device 'gpu' cannot run here"), qPrintable(missing));
}

void DevicesTest::a_failing_op_names_its_device() {
  const Axis n = make_axis(4, "N"), m = make_axis(3, "M");
  const Op x = placeholder({n}), table = variable({m}, 1.0);
  const Op w = variable({n}, 0.0);
  Op found;
  {
    const ScopedMetadata device(Metadata{{"device", "reference"}});
    found = take(table, x, m);
  }
  put(w, "cpu");
  const TransformerPtr transformer = allocate_transformer("hetr");
  const Computation step = transformer->computation({found * 2.0, assign(w, w + found)}, {x});
  const QString text =
      refusal([&] { step(Tensor::from(DType::f32, {4}, std::vector<double>{0, 1, 2, 9})); },
              ErrorKind::value);
  QVERIFY2(text.contains("device reference: "), qPrintable(text));
  QCOMPARE(transformer->value(w)->values(), std::vector<double>(4, 0.0));
  step(Tensor(1.0));
  QCOMPARE(transformer->value(w)->values(), std::vector<double>(4, 1.0));
}

NGRAPH_TEST(DevicesTest)
#include "devices_test.moc"
