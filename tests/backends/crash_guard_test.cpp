// SPDX-License-Identifier: Apache-2.0
// Code of a user's that crashes is an error of that call: the program goes on, in every thread.
#include <QtTest>
#include <atomic>
#include <thread>

#include "engine/backends/cpu/crash_guard.h"
#include "engine/backends/cpu/jit.h"
#include "engine/kernels/emit.h"
#include "engine/ngraph.h"

using namespace ng;

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::string found_of(const std::function<void()>& code, const std::atomic<bool>* stop = nullptr,
                     std::chrono::milliseconds limit = 10s) {
  try {
    run_guarded("the code", code, stop, limit);
  } catch (const Error& error) {
    return error.diagnostic().what + ": " + error.diagnostic().found;
  }
  return {};
}

void write_nowhere() {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}

void for_ever() {
  volatile bool on = true;
  while (on) {
  }
}

void divide_by_zero() {
  volatile int zero = 0, result = 1;
  result = result / zero;
}

// Too deep for any stack; the sum keeps the calls from being turned into a loop.
[[gnu::noinline]] int deeper(int n) {
  volatile char block[4096];
  block[n % 4096] = static_cast<char>(n);
  return n < 0 ? 0 : deeper(n + 1) + block[n % 4096];
}

}  // namespace

class CrashGuardTest : public QObject {
  Q_OBJECT

 private slots:
  void whatCrashesIsTold();
  void everyThreadHasItsOwn();
  void anEditedKernelThatCrashesEndsItsCall();
  void whatLastsTooLongIsLeft();
  void anEndlessCallIsStopped();
  void noOtherCallIsLeft();
  void anEndlessKernelEndsItsCall_data();
  void anEndlessKernelEndsItsCall();
};

void CrashGuardTest::whatCrashesIsTold() {
  int called = 0;
  for (int i = 0; i < 3; ++i) {
    QCOMPARE(found_of([&] { ++called; }), std::string());
    QCOMPARE(found_of(write_nowhere),
             std::string("the code crashed: an address that is not its own"));
    QCOMPARE(found_of(divide_by_zero),
             std::string("the code crashed: a division by zero of whole numbers"));
    QCOMPARE(found_of([] { __builtin_trap(); }),
             std::string("the code crashed: an instruction that this machine has not"));
    QCOMPARE(found_of([] { deeper(0); }),
             std::string("the code crashed: an address that is not its own"));
  }
  QCOMPARE(called, 3);
}

void CrashGuardTest::everyThreadHasItsOwn() {
  std::vector<std::thread> threads;
  std::atomic<int> told = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) told += found_of(write_nowhere).empty() ? 0 : 1;
      told += found_of([] { deeper(0); }).empty() ? 0 : 1;
    });
  for (std::thread& thread : threads) thread.join();
  QCOMPARE(told.load(), 4 * 51);
}

// Only where the input is negative: it has passed every trial before.
void CrashGuardTest::anEditedKernelThatCrashesEndsItsCall() {
  if (const JitAvailability jit = jit_availability(); !jit.available)
    QSKIP(("nothing compiles kernels here: " + jit.reason).c_str());
  const Op x = placeholder({}).named("x"), y = x * 2.0 + 1.0;
  const TransformerPtr transformer = allocate_transformer("cpu");
  const Computation plain = transformer->computation(y, x);
  const std::string own = kernel::emit_cpp(plain.compilation().program.kernels[0]).text;
  std::string edited = own;
  edited.insert(edited.find('{') + 1, " if (x[0] < 0) *(volatile int*)16 = 1;");
  CompileOptions options;
  options.edited_kernels = {{own, edited}};
  const TransformerPtr other = allocate_transformer("cpu");
  const Computation f = other->add_computation(computation({y}, {x}), options);
  QCOMPARE(f(3.0).item(), 7.0);
  for (int i = 0; i < 3; ++i) {
    try {
      f(-3.0);
      QFAIL("the crash was not told");
    } catch (const Error& error) {
      QVERIFY(error.kind() == ErrorKind::runtime);
      QVERIFY2(error.diagnostic().what.starts_with("the edited kernel k0 crashed"), error.what());
    }
    QCOMPARE(f(4.0).item(), 9.0);
  }
}

void CrashGuardTest::whatLastsTooLongIsLeft() {
  for (int i = 0; i < 2; ++i) {
    const auto from = Clock::now();
    QCOMPARE(found_of(for_ever, nullptr, 300ms),
             std::string("the code did not come to an end: it ran longer than any kernel should"));
    QVERIFY(Clock::now() - from >= 300ms);
  }
}

// On every thread that is within such a call.
void CrashGuardTest::anEndlessCallIsStopped() {
  std::atomic<bool> stop = false;
  std::atomic<int> told = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      if (found_of(for_ever, &stop) == "the code did not come to an end: it was stopped") ++told;
    });
  std::this_thread::sleep_for(50ms);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  QCOMPARE(told.load(), 3);
}

// Many short ones after each other last longer together than one may; what ends soon after it is
// stopped is left to end; and code outside of such calls is never left.
void CrashGuardTest::noOtherCallIsLeft() {
  std::atomic<bool> stop = true;
  int called = 0;
  const auto end = Clock::now() + 700ms;
  while (Clock::now() < end) {
    const auto soon = Clock::now() + 20ms;
    QCOMPARE(found_of(
                 [&] {
                   while (Clock::now() < soon) ++called;
                 },
                 &stop, 200ms),
             std::string());
  }
  QVERIFY(called > 0);
  const auto later = Clock::now() + 400ms;
  while (Clock::now() < later) ++called;
}

// Only where the input is negative; the larger one runs on the pool's helpers too.
void CrashGuardTest::anEndlessKernelEndsItsCall_data() {
  QTest::addColumn<QString>("edit");
  QTest::addColumn<qint64>("length");
  QTest::addColumn<QString>("told");
  const QString crash = " if (((const float*)x)[0] < 0) *(volatile int*)16 = 1;";
  const QString loop = " while (((volatile const float*)x)[0] < 0) {}";
  for (const qint64 length : {8, 1 << 20}) {
    QTest::addRow("crash of %lld", length) << crash << length << "crashed";
    QTest::addRow("loop of %lld", length) << loop << length << "did not come to an end";
  }
}

void CrashGuardTest::anEndlessKernelEndsItsCall() {
  if (const JitAvailability jit = jit_availability(); !jit.available)
    QSKIP(("nothing compiles kernels here: " + jit.reason).c_str());
  QFETCH(QString, edit);
  QFETCH(qint64, length);
  QFETCH(QString, told);
  const Op x = placeholder({make_axis(length, "N")}).named("x"), y = tanh(x) * 2.0;
  const TransformerPtr plain = allocate_transformer("cpu"), other = allocate_transformer("cpu");
  const Computation own = plain->computation(y, x);
  const std::string text = kernel::emit_cpp(own.compilation().program.kernels[0]).text;
  CompileOptions options;
  options.edited_kernels = {
      {text, std::string(text).insert(text.find('{') + 1, edit.toStdString())}};
  const Computation f = other->add_computation(computation({y}, {x}), options);
  Tensor good(DType::f32, {length}), bad = good;
  good.set(0, 1);
  bad.set(0, -1);
  std::atomic<bool> stop = false;
  const GuardStop guard(stop);
  f.call({good});
  stop = true;
  try {
    f.call({bad});
    QFAIL("it has come to an end");
  } catch (const Error& error) {
    QCOMPARE(QString(error.diagnostic().what.c_str()), "the edited kernel k0 " + told);
  }
  QCOMPARE(f.call({good})[0].at(0), own.call({good})[0].at(0));
}

QTEST_APPLESS_MAIN(CrashGuardTest)
#include "crash_guard_test.moc"
