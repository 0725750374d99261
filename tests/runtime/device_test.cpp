// SPDX-License-Identifier: Apache-2.0
// Tests that all memory of a program comes from its device and goes back, and that values pass only
// through the device's copies.
#include <QtTest>

#include "engine/backends/backend_table.h"
#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "engine/runtime/host_device.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Host memory that counts what is asked of it.
class CountingDevice : public HostDevice {
 public:
  std::string_view name() const override { return "counting"; }
  bool is_host() const override { return false; }
  std::int64_t memory_left() const override { return most - taken; }
  std::byte* allocate(std::int64_t bytes, const std::string& what) const override {
    if (bytes > memory_left()) refuse(ErrorKind::system, "no memory for " + what);
    ++alive;
    return HostDevice::allocate(bytes, what);
  }
  void free(std::byte* memory) const override {
    --alive;
    HostDevice::free(memory);
  }
  void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) const override {
    into += bytes;
    HostDevice::copy_in(to, from, bytes);
  }
  void copy_out(std::byte* to, const std::byte* from, std::int64_t bytes) const override {
    outOf += bytes;
    HostDevice::copy_out(to, from, bytes);
  }

  std::int64_t most = 1 << 20, taken = 0;
  mutable int alive = 0;
  mutable std::int64_t into = 0, outOf = 0;
};

}  // namespace

class DeviceTest : public QObject {
  Q_OBJECT
 private slots:
  void host_memory_is_zeroed_and_aligned() {
    const Device& host = host_device();
    QVERIFY(host.is_host());
    QVERIFY(host.memory_left() > 0);
    for (const std::int64_t bytes : {0, 1, 64, 1000}) {
      std::byte* const memory = host.allocate(bytes, "a test");
      QCOMPARE(reinterpret_cast<std::uintptr_t>(memory) % 64, std::uintptr_t{0});
      for (std::int64_t i = 0; i < bytes; ++i) QCOMPARE(memory[i], std::byte{0});
      host.free(memory);
    }
  }

  void host_copies_bytes() {
    const Device& host = host_device();
    const Memory one(8), two(8);
    const double in = 2.5;
    double out = 0;
    host.copy_in(one.data(), reinterpret_cast<const std::byte*>(&in), 8);
    host.copy_within(two.data(), one.data(), 8);
    host.synchronise();
    host.copy_out(reinterpret_cast<std::byte*>(&out), two.data(), 8);
    QCOMPARE(out, in);
  }

  void too_much_memory_is_an_error() {
    bool refused = false;
    try {
      host_device().allocate(std::int64_t{1} << 60, "a test");
    } catch (const Error& error) {
      refused = error.kind() == ErrorKind::system &&
                QString::fromStdString(error.what()).contains("no memory for a test");
    }
    QVERIFY(refused);
  }

  // A program's pool, constants, outputs, variables and inputs.
  void a_program_is_bound_on_the_device_of_its_store() {
    const CountingDevice device;
    const Axis a = make_axis(16, "A"), b = make_axis(24, "B");
    const Op x = placeholder({a, b}), w = variable({a, b}, 1.5);
    const Op rows = sum(exp(x * w), reduce_over({b}));
    const Op node = computation(std::vector<Op>{sum(rows * rows), assign(w, w + x)}, {x});
    const auto compiled = compile(node.value().node, *find_backend("cpu"), {});
    {
      StateStore store(device);
      BoundMemory memory(compiled->program, store);
      QCOMPARE(&memory.device(), static_cast<const Device*>(&device));
      QVERIFY(device.alive > 2);
      Tensor ones(DType::f32, {16, 24});
      for (std::int64_t i = 0; i < ones.size(); ++i) ones.set(i, 1);
      const std::int64_t before = device.into;
      memory.storage(compiled->program.parameters[0])->set(ones);
      QCOMPARE(device.into - before, static_cast<std::int64_t>(ones.bytes.size()));
      compiled->executable->run(memory.pointers(), memory.first_step());
      memory.ran();
      QCOMPARE(device.outOf, std::int64_t{0});
      const Tensor found = memory.read(compiled->program, compiled->program.results[0]);
      QVERIFY(device.outOf > 0);
      QVERIFY(std::abs(found.item() / (16 * std::pow(24 * std::exp(1.5), 2)) - 1) < 1e-5);
      const auto storage = store.find(w.id());
      QCOMPARE(storage->value().at(5), 2.5);
    }
    QCOMPARE(device.alive, 0);
  }

  void state_has_no_memory_before_a_program_is_bound() {
    const CountingDevice device;
    const Axis a = make_axis(16, "A");
    const Op w = variable({a}, 1.5), n = variable({a}, 2);
    const Op node = computation(std::vector<Op>{sum(w * n), assign(w, w + 1)}, {});
    const auto compiled = compile(node.value().node, *find_backend("cpu"), {});
    StateStore store(device);
    store.declare(compiled->program);
    const auto first = store.find(w.id()), second = store.find(n.id());
    QVERIFY(first && second);
    QCOMPARE(first->value().at(15), 1.5);
    const std::uint64_t version = second->version;
    second->set(Tensor(4.0));
    QVERIFY(second->version > version);
    QCOMPARE(second->value().at(15), 4.0);
    QVERIFY_THROWS_EXCEPTION(Error, first->set(Tensor(DType::f32, {7})));
    QCOMPARE(device.alive, 0);
    BoundMemory memory(compiled->program, store);
    QVERIFY(device.alive >= 2);
    compiled->executable->run(memory.pointers(), memory.first_step());
    memory.ran();
    QCOMPARE(memory.read(compiled->program, compiled->program.results[0]).item(), 16 * 1.5 * 4);
    QCOMPARE(first->value().at(15), 2.5);
    Tensor room(DType::f32, {16});
    const std::byte* bytes = room.bytes.data();
    room = second->value(std::move(room));
    QCOMPARE(room.at(3), 4.0);
    QCOMPARE(std::as_const(room).bytes.data(), bytes);
    second->reset();
    QCOMPARE(second->value().at(15), 2.0);
  }

  void a_device_that_is_full_refuses() {
    CountingDevice device;
    device.taken = device.most;
    bool refused = false;
    try {
      const Memory memory(1, "a test", device);
    } catch (const Error&) {
      refused = true;
    }
    QVERIFY(refused);
    QCOMPARE(device.alive, 0);
  }

  void every_backend_names_its_abilities() {
    int oracles = 0;
    for (const Backend* backend : backend_table()) {
      const Capabilities can = backend->capabilities();
      QVERIFY(!can.summary.empty());
      QVERIFY(can.kernels || !can.host_kernels);
      oracles += can.oracle;
    }
    QCOMPARE(oracles, 1);
    QVERIFY(oracle_backend().capabilities().oracle);
    QCOMPARE(default_transformer(), std::string("cpu"));
    QCOMPARE(oracle_transformer(), std::string("reference"));
  }
};

NGRAPH_TEST(DeviceTest)
#include "device_test.moc"
