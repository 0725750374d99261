// SPDX-License-Identifier: Apache-2.0
// Tests what runs share: which buffers an error about memory names, requests to stop, and times of
// steps on devices.
#include "engine/runtime/peak_buffers.h"

#include <QtTest>

#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "engine/runtime/cancellation.h"
#include "engine/runtime/device_times.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Buffer buffer(const char* name, BufferKind kind, std::int64_t bytes, int first, int last) {
  Buffer made;
  made.name = name;
  made.kind = kind;
  made.bytes = bytes;
  made.first_step = first;
  made.last_step = last;
  return made;
}

}  // namespace

class RunSupportTest : public QObject {
  Q_OBJECT

 private slots:
  // At step k1 `b` and `c` are alive; `a` is not, though it is larger than `c`.
  void names_those_alive_at_the_peak() {
    constexpr std::int64_t mebibyte = 1 << 20;
    Program program;
    program.name = "train";
    program.buffers = {buffer("a", BufferKind::temporary, 3 * mebibyte, 0, 0),
                       buffer("b", BufferKind::temporary, 4 * mebibyte, 0, 1),
                       buffer("c", BufferKind::temporary, 2 * mebibyte + mebibyte / 2, 1, 2),
                       buffer("d", BufferKind::temporary, 2 * mebibyte, 1, 1),
                       buffer("W", BufferKind::persistent, 512, 0, 2)};
    program.pool_bytes = 9 * mebibyte;
    for (const char* name : {"k0", "k1", "k2"}) {
      program.steps.emplace_back();
      program.steps.back().name = name;
    }
    QCOMPARE(
        peak_buffers_text(program),
        std::string("'train' needs 9.0 MiB, most of it at step 'k1': 'b' 4.0 MiB, 'c' 2.5 MiB, "
                    "'d' 2.0 MiB, 'W' 0.5 KiB"));
  }

  void counts_the_rest() {
    Program program;
    program.name = "f";
    for (int i = 0; i < 8; ++i)
      program.buffers.push_back(buffer("x", BufferKind::input, 1024 * (i + 1), 0, 0));
    QVERIFY(peak_buffers_text(program).ends_with("and 3 smaller ones"));
  }

  void a_computation_without_memory() {
    const Axis a = make_axis(1 << 21, "A"), b = make_axis(1 << 21, "B");
    const Op x = placeholder(a), z = placeholder(b);
    const TransformerPtr transformer = allocate_transformer("cpu");
    try {
      const Computation table = transformer->computation(x + z, x, z);
      table(Tensor(DType::f32, {1 << 21}), Tensor(DType::f32, {1 << 21}));
      QFAIL("it ran");
    } catch (const Error& error) {
      QCOMPARE(int(error.kind()), int(ErrorKind::system));
      QVERIFY2(QString(error.what()).contains("17592186044416 bytes"), error.what());
    }
    const Axis c = make_axis(2, "C");
    const Op y = placeholder(c);
    QCOMPARE(transformer->computation(y + 1.0, y)(Tensor{1, 2})[0].values(),
             (std::vector<double>{2, 3}));
  }

  void cancellation_is_of_a_thread_and_nests() {
    std::atomic<bool> flag{true};
    QVERIFY(!cancel_requested());
    {
      const CancelScope scope(&flag);
      QVERIFY(cancel_requested());
      {
        const CancelScope inner(nullptr);
        QVERIFY(!cancel_requested());
      }
      bool elsewhere = true;
      std::thread([&elsewhere] { elsewhere = cancel_requested(); }).join();
      QVERIFY(!elsewhere);
    }
    QVERIFY(!cancel_requested());
  }

  void turns_go_to_the_thread_that_ran() {
    DeviceTimes& times = DeviceTimes::shared();
    QVERIFY(!times.noting());
    {
      const NotedDeviceTimes notes;
      QVERIFY(times.noting());
      const auto now = std::chrono::steady_clock::now();
      times.add({"gpu stream 0", 1, now, now, std::this_thread::get_id()});
      times.add({"gpu stream 0", 2, now, now, std::thread::id()});
      const std::vector<DeviceTurn> taken = times.take_turns();
      QCOMPARE(taken.size(), std::size_t{1});
      QCOMPARE(taken[0].step, std::size_t{1});
      QVERIFY(times.take_turns().empty());
    }
    QVERIFY(!times.noting());
  }
};

NGRAPH_TEST(RunSupportTest)
#include "run_support_test.moc"
